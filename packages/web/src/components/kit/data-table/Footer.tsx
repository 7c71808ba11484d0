import { Pagination, UnstyledButton } from '@mantine/core'
import type { Page } from '@vypusk/contract'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../ui/duration.ts'
import { PAGE_SIZES } from '../list-state/useListState.ts'
import classes from './Footer.module.css'

interface FooterProps {
  page: Pick<Page<unknown>, 'total' | 'more' | 'from' | 'to' | 'per_page' | 'current_page'>
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  children?: ReactNode
}

const position = ({ total, more, from, to }: FooterProps['page']): string => {
  const rows = from === null || to === null ? '0' : `${formatNumber(from)}–${formatNumber(to)}`
  return `${rows} из ${more ? 'более чем ' : ''}${formatNumber(total)}`
}

interface PagesProps {
  count: number
  current: number
  /** Has to be the same at every render. */
  onPage: (page: number) => void
}

/** Memoized, because it is many buttons. */
const Pages = memo(({ count, current, onPage }: PagesProps) => (
  <nav aria-label="Страницы списка">
    <Pagination
      total={count}
      value={current}
      onChange={onPage}
      size={26}
      siblings={1}
      boundaries={1}
      gap={2}
      classNames={{ control: classes.control, dots: classes.dots }}
      getItemProps={(number) => ({ 'aria-label': `Страница ${number}` })}
    />
  </nav>
))

/** Shows the position in the list, the page buttons and the page sizes. */
export const Footer = ({ page, onPage, onPageSize, children }: FooterProps) => (
  <footer className={classes.footer}>
    <span role="status">{position(page)}</span>
    {children}
    <div className={classes.sizes} role="group" aria-label="Записей на странице">
      <span className={classes.label}>На странице</span>
      {PAGE_SIZES.map((size) => (
        <UnstyledButton
          key={size}
          className={classes.size}
          aria-label={`${size} на странице`}
          aria-pressed={page.per_page === size}
          onClick={() => onPageSize(size)}
        >
          {size}
        </UnstyledButton>
      ))}
    </div>
    <Pages count={Math.max(1, Math.ceil(page.total / page.per_page))} current={page.current_page} onPage={onPage} />
  </footer>
)

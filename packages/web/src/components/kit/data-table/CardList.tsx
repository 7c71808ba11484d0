import { Skeleton, UnstyledButton } from '@mantine/core'
import { textWidth } from '../../../ui/Skeletons.tsx'
import classes from './CardList.module.css'
import type { DataColumn, TableRow } from './types.ts'

interface CardListProps<Row extends TableRow> {
  rows: readonly Row[]
  columns: readonly DataColumn<Row>[]
  label: string
  onOpen: (row: Row) => void
}

/** The list on a phone: every row is a card, so there is no horizontal scrolling. */
export function CardList<Row extends TableRow>({ rows, columns, label, onOpen }: CardListProps<Row>) {
  const title = columns.find(({ phone }) => phone === 'title')
  const lines = columns.filter(({ phone }) => phone === 'line')
  return (
    <ul className={classes.list} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <UnstyledButton className={classes.card} onClick={() => onOpen(row)}>
            <span className={classes.title}>{title?.cell(row)}</span>
            <span className={classes.lines}>
              {lines.map((column) => (
                <span key={column.id}>{column.cell(row)}</span>
              ))}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

const WAITING = 8

/** Grey bars in place of the cards. */
export const SkeletonCards = () => (
  <div aria-hidden="true">
    {Array.from({ length: WAITING }, (_, card) => (
      <div key={card} className={classes.card}>
        <Skeleton height={14} my={3} width={textWidth(card)} />
        <Skeleton height={12} my={4} width="45%" />
      </div>
    ))}
  </div>
)

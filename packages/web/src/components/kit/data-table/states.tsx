import { Button } from '@mantine/core'
import { IconMoodEmpty, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { textWidth } from '../../../ui/Skeletons.tsx'
import classes from './Table.module.css'
import states from './State.module.css'

interface StateProps {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** Shown instead of rows: what happened and what to do next. */
export const TableState = ({ icon, title, children, action }: StateProps) => (
  <div className={states.state}>
    {icon ?? <IconMoodEmpty size={32} stroke={1.5} aria-hidden />}
    <p className={states.stateTitle}>{title}</p>
    {children && <p className={states.stateText}>{children}</p>}
    {action}
  </div>
)

interface ErrorStateProps {
  error: unknown
  onRetry: () => void
  /** Names what failed to load. */
  title?: string
}

export const ErrorState = ({ error, onRetry, title = 'Список не загрузился' }: ErrorStateProps) => (
  <div role="alert">
    <TableState
      icon={<IconPlugConnectedX size={32} stroke={1.5} aria-hidden />}
      title={title}
      action={<Button onClick={onRetry}>Повторить</Button>}
    >
      {sentenceOf(error)}
    </TableState>
  </div>
)

export const NothingFound = ({ onReset }: { onReset: () => void }) => (
  <TableState title="Ничего не найдено" action={<Button onClick={onReset}>Сбросить фильтры</Button>}>
    Под выбранные фильтры ничего не подходит. Уберите часть из них или начните заново.
  </TableState>
)

/** Shown when the list is shorter than the requested page: rows have moved elsewhere, or the address is old. */
export const PastTheEnd = ({ onLast }: { onLast: () => void }) => (
  <TableState title="На этой странице ничего нет" action={<Button onClick={onLast}>На последнюю страницу</Button>}>
    Список стал короче, чем был.
  </TableState>
)

const SKELETON_ROWS = 18

/** Grey bars in place of the cells. */
export const SkeletonRows = ({ columns }: { columns: number }) => (
  <tbody aria-hidden="true">
    {Array.from({ length: SKELETON_ROWS }, (_, row) => (
      <tr key={row}>
        {Array.from({ length: columns }, (__, column) => (
          // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a picture of a cell, hidden from everybody
          <td key={column} className={classes.cell}>
            <span className={classes.bar} style={{ width: textWidth(row * 5 + column) }} />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)

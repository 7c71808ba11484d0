import { Skeleton, UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { textWidth } from '../../../ui/Skeletons.tsx'
import classes from './CardList.module.css'
import { dash } from './Dim.tsx'
import type { DataColumn, TableRow } from './types.ts'
import { useToday } from '../../../ui/useToday.ts'

interface CardProps<Row extends TableRow> {
  row: Row
  index: number
  /** Has to be the same at every render. */
  columns: readonly DataColumn<Row>[]
  /** Has to be the same at every render. */
  onOpen: (row: Row) => void
  /** Today: cards say how far away a day is, so a new day draws them again. */
  day: string
}

/** Left out: without the heading of its column a dash does not say what is missing. */
const EMPTY: ReadonlySet<ReactNode> = new Set<ReactNode>([dash, null, undefined, false, ''])

function OneCard<Row extends TableRow>({ row, index, columns, onOpen }: CardProps<Row>) {
  const title = columns.find(({ phone }) => phone === 'title')
  const lines = columns
    .filter(({ phone }) => phone === 'line')
    .map(({ id, line, cell }) => ({ id, shown: (line ?? cell)(row) }))
    .filter(({ shown }) => !EMPTY.has(shown))
  return (
    <li>
      <UnstyledButton className={classes.card} data-index={index} onClick={() => onOpen(row)}>
        <span className={classes.title}>{title?.cell(row)}</span>
        <span className={classes.lines}>
          {lines.map(({ id, shown }) => (
            <span key={id}>{shown}</span>
          ))}
        </span>
      </UnstyledButton>
    </li>
  )
}

/** Memoized like the rows of the table. */
const Card = memo(OneCard) as typeof OneCard

interface CardListProps<Row extends TableRow> extends Pick<CardProps<Row>, 'columns' | 'onOpen'> {
  rows: readonly Row[]
  label: string
}

/** The list on a phone: every row is a card, so there is no horizontal scrolling. */
export function CardList<Row extends TableRow>({ rows, label, ...card }: CardListProps<Row>) {
  const day = useToday()
  return (
    <ul className={classes.list} aria-label={label}>
      {rows.map((row, index) => (
        <Card key={row.id} row={row} index={index} day={day} {...card} />
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

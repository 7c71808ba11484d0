import { UnstyledButton } from '@mantine/core'
import type { calendar } from '@vypusk/contract'
import { useEffect, useRef, useState } from 'react'
import { formatLongDay } from '../../../ui/dates.ts'
import classes from './Calendar.module.css'
import type { Item } from './api.ts'
import { dropItems } from './drag.ts'
import { ItemMark } from './ItemMark.tsx'
import { noteOfDay, isDayOff } from './texts.ts'
import { useToday } from '../../../ui/useToday.ts'

/** What all days of a grid share. */
export interface GridControl {
  open: number | null
  names: ReadonlyMap<number, string>
  onOpen: (id: number) => void
  onDrop: (id: number, day: string) => void
  onMore: (day: string) => void
}

interface DayCellProps {
  day: string
  about: calendar.CalendarDay | undefined
  items: readonly Item[]
  /** The day belongs to a neighbouring month. */
  isOutside: boolean
  /** The number of agreements that fit; the rest is behind «ещё». */
  most: number
  control: GridControl
}

/** A day of the grid, on which agreements can be dropped. */
export function DayCell({ day, about, items, isOutside, most, control }: DayCellProps) {
  const element = useRef<HTMLTableCellElement>(null)
  const isToday = day === useToday()
  const [isOver, setOver] = useState(false)
  const { onDrop, onMore, onOpen, open, names } = control
  useEffect(
    () =>
      element.current
        ? dropItems({ element: element.current, onOver: setOver, onDrop: (id) => onDrop(id, day) })
        : undefined,
    [day, onDrop],
  )
  const shown = items.length > most ? items.slice(0, most - 1) : items
  const rest = items.length - shown.length
  return (
    <td
      ref={element}
      className={classes.day}
      data-off={isDayOff(about) || undefined}
      data-outside={isOutside || undefined}
      data-over={isOver || undefined}
    >
      <div className={classes.dayHead}>
        <time dateTime={day} className={classes.number} aria-current={isToday ? 'date' : undefined}>
          {Number(day.slice(8))}
        </time>
        <span className={classes.note}>{about?.name && noteOfDay(about)}</span>
      </div>
      {items.length > 0 && (
        <ul className={classes.items} aria-label={formatLongDay(day)}>
          {shown.map((item) => (
            <li key={item.id}>
              <ItemMark
                item={item}
                company={names.get(item.company_id) ?? ''}
                isOpen={open === item.id}
                onOpen={onOpen}
              />
            </li>
          ))}
          {rest > 0 && (
            <li>
              <UnstyledButton className={classes.more} onClick={() => onMore(day)}>
                ещё {rest}
              </UnstyledButton>
            </li>
          )}
        </ul>
      )}
    </td>
  )
}

import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Facts } from '../../../../ui/Facts.tsx'
import type { After } from './EditInput.tsx'
import { EditCell } from './EditCell.tsx'
import classes from './EditableFacts.module.css'
import type { DataColumn, TableRow } from '../types.ts'

type Item = readonly [name: string, value: ReactNode]

interface EditableFactsProps<Row extends TableRow> {
  row: Row
  /** Facts that are edited in place, by the same rules as cells of a list. */
  columns: readonly DataColumn<Row>[]
  /** The facts shown before them. */
  before: readonly Item[]
}

const STEPS: Partial<Record<After, number>> = { next: 1, previous: -1 }

/**
 * Facts, some of which are edited in place: Enter and Tab save, Tab goes on to the next, Esc leaves everything
 * unchanged.
 */
export function EditableFacts<Row extends TableRow>({ row, columns, before }: EditableFactsProps<Row>) {
  const [editing, setEditing] = useState<string | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const facts = useRef<HTMLDivElement>(null)
  const typed = columns.filter(({ edit }) => edit && edit.kind !== 'check').map(({ id }) => id)
  // The fact that was edited keeps the focus.
  useEffect(() => {
    if (left !== null) facts.current?.querySelector<HTMLElement>(`[data-fact="${left}"] button`)?.focus()
  }, [left])
  const onEdited = (id: string, where: After) => {
    const next = typed[typed.indexOf(id) + (STEPS[where] ?? typed.length)] ?? null
    setEditing(next)
    setLeft(next === null && where !== 'left' ? id : null)
  }
  const own = columns.map((column): Item => [
    column.title,
    <span key={column.id} className={classes.fact} data-fact={column.id}>
      <EditCell
        row={row}
        column={column}
        editing={editing === column.id}
        isTabbed
        onEdit={() => (setLeft(null), setEditing(column.id))}
        onEdited={(where) => onEdited(column.id, where)}
      />
    </span>,
  ])
  return (
    <div ref={facts}>
      <Facts items={[...before, ...own]} />
    </div>
  )
}

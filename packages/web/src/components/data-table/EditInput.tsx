import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import classes from './Table.module.css'
import { readTyped, typedOf } from './edit-values.ts'
import type { CellEdit, TableRow } from './types.ts'

/** Where the hand goes after the edit: it stays on the row, or on to the next field. */
export type After = 'stay' | 'next' | 'previous'

interface EditInputProps<Row extends TableRow> {
  row: Row
  edit: Exclude<CellEdit<Row>, { kind: 'check' }>
  label: string
  onDone: (after: After) => void
}

/** One value changed in place: Enter and Tab save, Esc leaves it as it was, what does not fit stays open. */
export function EditInput<Row extends TableRow>({ row, edit, label, onDone }: EditInputProps<Row>) {
  // What the edit began from: the row may change under it when another person saves.
  const [opened] = useState(row)
  const before = typedOf(edit, opened)
  const [typed, setTyped] = useState(before)
  const [fault, setFault] = useState<string | null>(null)
  const isOver = useRef(false)

  const finish = (after: After) => {
    if (isOver.current) return
    isOver.current = true
    onDone(after)
  }
  const commit = (after: After) => {
    if (typed.trim() === before) return finish(after)
    const read = readTyped(edit, typed)
    if (read.fault !== null) return setFault(read.fault)
    finish(after)
    read.save(opened)
  }
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    Enter: () => commit('stay'),
    Tab: (event) => commit(event.shiftKey ? 'previous' : 'next'),
    Escape: () => finish('stay'),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act(event)
  }

  return (
    <span className={classes.editor}>
      <input
        // The cell was asked to open: the hand is already here.
        autoFocus
        className={classes.input}
        aria-label={label}
        aria-invalid={fault !== null}
        data-align={edit.kind === 'text' ? undefined : 'end'}
        value={typed}
        onFocus={(event) => event.target.select()}
        onChange={(event) => (setTyped(event.target.value), setFault(null))}
        onKeyDown={onKeyDown}
        onClick={(event) => event.stopPropagation()}
        onBlur={() => (fault === null ? commit('stay') : finish('stay'))}
      />
      {fault !== null && (
        <span role="alert" className={classes.fault}>
          {fault}
        </span>
      )}
    </span>
  )
}

import { useRef, useState } from 'react'
import type { ChangeEvent, FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import classes from './Editor.module.css'
import { readTyped, typedOf } from './edit-values.ts'
import type { TypedEdit } from './edit-values.ts'
import type { TableRow } from '../types.ts'

/**
 * Where the focus goes after the edit: it stays, goes to the next or previous field or to the row below, or has already
 * left.
 */
export type After = 'stay' | 'next' | 'previous' | 'below' | 'left'

interface EditInputProps<Row extends TableRow> {
  row: Row
  edit: TypedEdit<Row>
  label: string
  /** Text already typed on the cell: it replaces the value. */
  typed?: string | undefined
  onDone: (after: After) => void
}

/**
 * Edits one value in place: Enter and Tab save, Esc leaves it unchanged, and an invalid value keeps the editor open.
 */
export function EditInput<Row extends TableRow>(props: EditInputProps<Row>) {
  const { edit, label, onDone } = props
  // The row the edit started from: the current one may change meanwhile when another person saves.
  const [opened] = useState(props.row)
  const before = typedOf(edit, opened)
  const [typed, setTyped] = useState(props.typed ?? before)
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
    Enter: () => commit('below'),
    Tab: (event) => commit(event.shiftKey ? 'previous' : 'next'),
    Escape: () => finish('stay'),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const isNewLine = edit.kind === 'lines' && event.key === 'Enter' && event.shiftKey
    const act = isNewLine ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    act(event)
  }

  const field = {
    // The person opened this cell, so its editor takes the focus.
    autoFocus: true,
    className: edit.kind === 'lines' ? classes.lines : classes.input,
    'aria-label': label,
    'aria-invalid': fault !== null,
    'data-align': edit.kind === 'number' || edit.kind === 'duration' ? 'end' : undefined,
    value: typed,
    onFocus: ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      props.typed === undefined ? target.select() : undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => (
      setTyped(target.value),
      setFault(null)
    ),
    onKeyDown,
    onClick: (event: MouseEvent) => event.stopPropagation(),
    onBlur: () => (fault === null ? commit('left') : finish('left')),
  }

  return (
    <span className={classes.editor}>
      {edit.kind === 'lines' ? <textarea rows={5} {...field} /> : <input {...field} />}
      {fault !== null && (
        <span role="alert" className={classes.fault}>
          {fault}
        </span>
      )}
    </span>
  )
}

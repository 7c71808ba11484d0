import type { KeyboardEvent } from 'react'
import { KEYS, on } from '../../keys/keys.ts'
import type { CellEdit, CellWork, DataColumn } from '../types.ts'

/** What the keys of a focused cell need. */
interface CellActionsInput<Row> {
  column: DataColumn<Row> | undefined
  work: CellWork<Row> | undefined
  onEdit: (row: Row, typed?: string) => void
  onOpen: (row: Row) => void
}

/** A character that starts an edit; `/` and `?` are shortcuts of the page. */
const STARTS_TYPING = /^[\p{L}\p{N}+-]$/u

/** Empties a cell if its kind allows it; titles and texts are not emptied by a single key. */
function empty<Row>(edit: CellEdit<Row>, row: Row): void {
  if (edit.kind === 'number' || edit.kind === 'duration' || edit.kind === 'day') edit.save(row, null)
  if (edit.kind === 'choice' && edit.none !== undefined) edit.save(row, null)
}

/**
 * The actions of a focused cell: Enter and F2 edit or open it, Delete empties it, a letter or digit replaces its value.
 * A cell that may not be changed reports the reason.
 */
export function cellActions<Row>({ column, work, onEdit, onOpen }: CellActionsInput<Row>) {
  const edit = column?.edit
  const may = (row: Row) => edit?.can?.(row) ?? true
  const when = (row: Row, act: (edit: CellEdit<Row>) => void) => {
    const can = may(row)
    if (can !== true) work?.onRefused?.(can)
    else if (edit) act(edit)
  }
  const begin = (row: Row) => (edit ? when(row, () => onEdit(row)) : onOpen(row))
  const byCode: Record<string, (row: Row) => void> = {
    ...on(KEYS.cellEdit, begin),
    ...on(KEYS.cellEmpty, (row: Row) => when(row, (own) => empty(own, row))),
  }
  return {
    actOf: (event: KeyboardEvent, row: Row): (() => void) | undefined => {
      const act = byCode[event.code]
      if (act) return () => act(row)
      if (!edit || may(row) !== true || !STARTS_TYPING.test(event.key)) return undefined
      return () => onEdit(row, event.key)
    },
  }
}

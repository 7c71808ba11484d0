import { nameAmong } from '@vypusk/contract'
import { Select } from '@mantine/core'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { After } from './EditInput.tsx'
import classes from './Editor.module.css'
import { textOf } from './edit-values.ts'
import type { ChoiceEdit, TableRow } from '../types.ts'

interface ChoiceInputProps<Row extends TableRow> {
  row: Row
  edit: ChoiceEdit<Row>
  label: string
  typed?: string | undefined
  onDone: (after: After) => void
}

const NONE = ''

/**
 * Edits a value by choosing one of several options: Enter takes the highlighted one, Tab and Esc leave the value
 * unchanged.
 */
export function ChoiceInput<Row extends TableRow>(props: ChoiceInputProps<Row>) {
  const { edit, label, onDone } = props
  const [row] = useState(props.row)
  const [search, setSearch] = useState(props.typed ?? textOf(edit, row))
  const isOver = useRef(false)
  const value = edit.value(row)

  const finish = (after: After) => {
    if (isOver.current) return
    isOver.current = true
    onDone(after)
  }
  const choose = (chosen: string | null) => {
    const id = chosen === null || chosen === NONE ? null : Number(chosen)
    finish('below')
    if (id !== value) edit.save(row, id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key !== 'Tab' && event.key !== 'Escape') return
    event.preventDefault()
    finish(event.key === 'Escape' ? 'stay' : event.shiftKey ? 'previous' : 'next')
  }
  const options = edit.options(row).map((one, _, all) => ({ value: String(one.id), label: nameAmong(all, one) }))

  return (
    // Choosing an option with Enter makes the program click it, and that click must not reach the row.
    <span role="presentation" className={classes.editor} onClick={(event) => event.stopPropagation()}>
      <Select
        autoFocus
        aria-label={label}
        classNames={{ input: classes.choice }}
        size="xs"
        searchable
        defaultDropdownOpened
        selectFirstOptionOnChange
        allowDeselect={false}
        withCheckIcon={false}
        rightSection={null}
        maxDropdownHeight={260}
        nothingFoundMessage="Ничего не найдено"
        comboboxProps={{ width: 240, position: 'bottom-start', shadow: 'md' }}
        data={edit.none === undefined ? options : [{ value: NONE, label: edit.none }, ...options]}
        value={value === null ? NONE : String(value)}
        searchValue={search}
        onSearchChange={setSearch}
        onOptionSubmit={choose}
        onFocus={(event) => event.target.select()}
        onKeyDown={onKeyDown}
        onBlur={() => finish('left')}
      />
    </span>
  )
}

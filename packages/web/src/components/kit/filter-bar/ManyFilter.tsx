import { nameAmong } from '@vypusk/contract'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { later, usePart } from '../feedback/later.ts'
import { Chip } from './Chip.tsx'
import { withGone } from './options.ts'
import type { FilterOption } from './types.ts'

const optionList = later(() => import('./OptionList.tsx'))

interface ManyFilterProps {
  label: string
  options: readonly FilterOption[] | undefined
  value: readonly number[]
  onChange: (value: number[]) => void
}

/** A single choice is shown by name, which says more than «1». */
function summary(options: readonly FilterOption[] | undefined, value: readonly number[]): string {
  const chosen = value.length === 1 && withGone(options, value)?.find(({ id }) => id === value[0])
  return chosen && options ? nameAmong(options, chosen) : String(value.length)
}

const OPENING = new Set(['ArrowDown', 'ArrowUp'])

/**
 * A chip that opens a searchable list of many options. The list is made when it is first opened: a screen has up to a
 * dozen, and most of them stay closed.
 */
export function ManyFilter({ label, options, value, onChange }: ManyFilterProps) {
  const chip = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  /** How many times it has been opened: each time it is a new list. */
  const [openings, setOpenings] = useState(0)
  const loaded = usePart(optionList, openings > 0)
  const open = () => {
    setOpened(true)
    setOpenings(openings + 1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!OPENING.has(event.code)) return
    event.preventDefault()
    if (!opened) open()
  }
  return (
    <>
      <Chip
        ref={chip}
        label={label}
        summary={value.length === 0 ? null : summary(options, value)}
        aria-haspopup="listbox"
        aria-expanded={opened}
        onClick={() => (opened ? setOpened(false) : open())}
        onKeyDown={onKeyDown}
        onClear={() => onChange([])}
      />
      {openings > 0 && loaded && (
        <loaded.OptionList
          key={openings}
          chip={chip}
          label={label}
          options={options}
          value={value}
          onChange={onChange}
          opened={opened}
          onOpenedChange={setOpened}
        />
      )}
    </>
  )
}

import { nameAmong } from '@vypusk/contract'
import { Checkbox, Combobox, useCombobox } from '@mantine/core'
import { useEffect, useImperativeHandle, useMemo, useState } from 'react'
import type { Ref, RefObject } from 'react'
import { KEYS, isKey } from '../keys/keys.ts'
import classes from './FilterBar.module.css'
import { chosenFirst, grouped, matching, withGone } from './options.ts'
import type { FilterOption } from './types.ts'

interface OptionListProps {
  /** The element below which the list opens. */
  chip: RefObject<HTMLElement | null>
  label: string
  options: readonly FilterOption[] | undefined
  value: readonly number[]
  onChange: (value: number[]) => void
  opened: boolean
  onOpenedChange: (opened: boolean) => void
}

interface OptionsProps {
  shown: FilterOption[]
  /** All of them, those that are not shown too: options with the same name are told apart. */
  all: readonly FilterOption[]
  value: readonly number[]
}

const Options = ({ shown, all, value }: OptionsProps) =>
  grouped(shown).map(([group, inGroup]) => {
    const near = group ? all.filter((one) => one.group === group) : all
    return (
      <Combobox.Group key={group} label={group}>
        {inGroup.map((one) => (
          <Combobox.Option
            key={one.id}
            value={String(one.id)}
            active={value.includes(one.id)}
            className={classes.option}
          >
            <Checkbox.Indicator checked={value.includes(one.id)} size="xs" />
            <span className={classes.optionName}>{nameAmong(near, one)}</span>
          </Combobox.Option>
        ))}
      </Combobox.Group>
    )
  })

/** Stands for an element that is on the page already. */
function Existing({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => of.current, [of])
  return null
}

/** The searchable list of a filter's options, from its opening on. */
export function OptionList({ chip, label, options, value, onChange, opened, onOpenedChange }: OptionListProps) {
  const [search, setSearch] = useState('')
  // Chosen options are on top when the list opens, and do not move while the person chooses.
  const [onTop] = useState(value)
  const combobox = useCombobox({ opened, onOpenedChange })
  const { focusSearchInput } = combobox
  useEffect(focusSearchInput, [focusSearchInput])
  const { shown, hidden } = useMemo(
    () => matching(chosenFirst(withGone(options, onTop) ?? [], onTop), search),
    [options, onTop, search],
  )
  const toggle = (id: number) => onChange(value.includes(id) ? value.filter((each) => each !== id) : [...value, id])

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => toggle(Number(id))}
      width={300}
      position="bottom-start"
      shadow="md"
      // Inside the landmark of the filters rather than at the end of the document.
      withinPortal={false}
      resetSelectionOnOptionHover
    >
      <Combobox.DropdownTarget>
        <Existing of={chip} />
      </Combobox.DropdownTarget>
      {/* Mantine returns the focus only from a list that it has seen opening. */}
      <Combobox.Dropdown onKeyDown={(event) => isKey(event, KEYS.leave) && chip.current?.focus()}>
        <Combobox.Search
          value={search}
          onChange={(event) => (setSearch(event.currentTarget.value), combobox.updateSelectedOptionIndex())}
          placeholder="Найти"
          aria-label={`Найти: ${label}`}
        />
        <Combobox.Options aria-label={label} aria-multiselectable className={classes.options} tabIndex={0}>
          <Options shown={shown} all={options ?? []} value={value} />
          {shown.length === 0 && <Combobox.Empty>{options ? 'Ничего не найдено' : 'Загрузка…'}</Combobox.Empty>}
        </Combobox.Options>
        {hidden > 0 && <Combobox.Footer className={classes.more}>Ещё {hidden}: уточните поиск</Combobox.Footer>}
      </Combobox.Dropdown>
    </Combobox>
  )
}

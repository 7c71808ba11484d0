import { Checkbox, Combobox, useCombobox } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Chip } from './Chip.tsx'
import classes from './FilterBar.module.css'
import { chosenFirst, grouped, matching } from './options.ts'
import type { FilterOption } from './types.ts'

interface ManyFilterProps {
  label: string
  options: readonly FilterOption[] | undefined
  value: readonly number[]
  onChange: (value: number[]) => void
}

/** A single choice is shown by name, which says more than «1». */
const summary = (options: readonly FilterOption[] | undefined, value: readonly number[]): string =>
  value.length === 1 ? (options?.find(({ id }) => id === value[0])?.name ?? '1') : String(value.length)

const Options = ({ options, value }: { options: FilterOption[]; value: readonly number[] }) =>
  grouped(options).map(([group, inGroup]) => (
    <Combobox.Group key={group} label={group}>
      {inGroup.map(({ id, name }) => (
        <Combobox.Option key={id} value={String(id)} active={value.includes(id)} className={classes.option}>
          <Checkbox.Indicator checked={value.includes(id)} size="xs" />
          <span className={classes.optionName}>{name}</span>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  ))

/** A chip that opens a searchable list of many options. */
export function ManyFilter({ label, options, value, onChange }: ManyFilterProps) {
  const [search, setSearch] = useState('')
  // Chosen options are on top when the list opens, and do not move while the person chooses.
  const [onTop, setOnTop] = useState<readonly number[]>([])
  const combobox = useCombobox({
    onDropdownOpen: () => {
      setOnTop(value)
      combobox.focusSearchInput()
    },
    onDropdownClose: () => {
      setSearch('')
      combobox.resetSelectedOption()
    },
  })
  const { shown, hidden } = useMemo(() => matching(chosenFirst(options ?? [], onTop), search), [options, onTop, search])
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
      <Combobox.Target targetType="button" withAriaAttributes>
        <Chip
          label={label}
          summary={value.length === 0 ? null : summary(options, value)}
          onClick={() => combobox.toggleDropdown()}
          onClear={() => onChange([])}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => (setSearch(event.currentTarget.value), combobox.updateSelectedOptionIndex())}
          placeholder="Найти"
          aria-label={`Найти: ${label}`}
        />
        <Combobox.Options aria-label={label} aria-multiselectable className={classes.options} tabIndex={0}>
          <Options options={shown} value={value} />
          {shown.length === 0 && <Combobox.Empty>{options ? 'Ничего не найдено' : 'Загрузка…'}</Combobox.Empty>}
        </Combobox.Options>
        {hidden > 0 && <Combobox.Footer className={classes.more}>Ещё {hidden}: уточните поиск</Combobox.Footer>}
      </Combobox.Dropdown>
    </Combobox>
  )
}

import { nameAmong } from '@vypusk/contract'
import { MultiSelect } from '@mantine/core'
import type { MultiSelectProps } from '@mantine/core'

export interface Choice {
  id: number
  name: string
  /** Shown after the name: an e-mail address, or that there is none. */
  note?: string
  disabled?: boolean
}

interface ManyFieldProps extends Omit<MultiSelectProps, 'data' | 'value' | 'onChange' | 'defaultValue'> {
  /** Undefined while they are loading. */
  choices: readonly Choice[] | undefined
  /** Optional only for the sake of `form.getInputProps`. */
  value?: readonly number[]
  onChange: (ids: number[]) => void
}

const NONE: number[] = []

/** The name and the note; namesakes whose notes are the same are told apart by their numbers. */
function labelOf(one: Choice, all: readonly Choice[]): string {
  const alike = all.filter(({ name, note }) => name === one.name && note === one.note)
  return [nameAmong(alike, one), one.note].filter(Boolean).join(' · ')
}

/** Chooses several of many by name: people, contacts, companies, modules. */
export const ManyField = ({ choices, value = NONE, onChange, ...rest }: ManyFieldProps) => (
  <MultiSelect
    size="sm"
    searchable
    hidePickedOptions
    maxDropdownHeight={280}
    nothingFoundMessage={choices ? 'Ничего не найдено' : 'Загрузка…'}
    clearButtonProps={{ 'aria-label': 'Очистить' }}
    {...rest}
    data={(choices ?? []).map((one, _, all) => ({
      value: String(one.id),
      label: labelOf(one, all),
      disabled: one.disabled,
    }))}
    value={value.map(String)}
    onChange={(ids) => onChange(ids.map(Number))}
  />
)

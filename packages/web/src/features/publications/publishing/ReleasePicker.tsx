import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { whenEmpty } from '../../../components/kit/fields/when-empty.ts'
import { formatDay } from '../../../ui/dates.ts'
import { releaseChoiceQuery } from '../api.ts'

const TYPING = 250

interface ReleasePickerProps {
  /** Ids that are already in the draft. */
  chosen: readonly number[]
  onPick: (release: number) => void
  error?: string | undefined
}

/** Finds releases on the server by what is typed; after a choice the field is emptied for the next one. */
export function ReleasePicker({ chosen, onPick, error }: ReleasePickerProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING)
  const found = useQuery(releaseChoiceQuery(search))
  const { data, error: failure } = found
  const choices = (data?.data ?? [])
    .filter(({ id }) => !chosen.includes(id))
    .map(({ id, title, step, plan_date }) => ({
      value: String(id),
      label: `${title} · ${step.name_step} · план ${formatDay(plan_date)}`,
    }))
  return (
    <Select
      label="Добавить релиз"
      placeholder="Название или номер"
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      data={choices}
      // The server has already searched.
      filter={({ options }) => options}
      maxDropdownHeight={320}
      {...whenEmpty(found, 'Такого релиза нет')}
      error={failure ? sentenceOf(failure) : error}
      onChange={(id) => {
        if (id === null) return
        onPick(Number(id))
        setTyped('')
      }}
    />
  )
}

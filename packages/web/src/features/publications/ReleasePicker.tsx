import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { formatDay } from '../../ui/dates.ts'
import { releaseChoiceQuery } from './api.ts'

const TYPING = 250

interface ReleasePickerProps {
  /** Ids that are in the draft already. */
  chosen: readonly number[]
  onPick: (release: number) => void
  error?: string | undefined
}

/** Finds a release on the server as its title is typed; a picked one leaves the field free for the next. */
export function ReleasePicker({ chosen, onPick, error }: ReleasePickerProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING)
  const { data, error: failure } = useQuery(releaseChoiceQuery(search))
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
      // The server has searched already.
      filter={({ options }) => options}
      maxDropdownHeight={320}
      nothingFoundMessage={data ? 'Такого релиза нет' : 'Загрузка…'}
      error={failure ? sentenceOf(failure) : error}
      onChange={(id) => {
        if (id === null) return
        onPick(Number(id))
        setTyped('')
      }}
    />
  )
}

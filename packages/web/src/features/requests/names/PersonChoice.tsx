import { decodeName } from '@vypusk/contract'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foundPeopleQuery } from './api.ts'

const PAUSE_MS = 250

interface PersonChoiceProps {
  label: string
  disabled: boolean
  onChoose: (user: number) => void
}

/** Somebody with an account, looked for by name, login or address; companies tell people of one name apart. */
export function PersonChoice({ label, disabled, onChoose }: PersonChoiceProps) {
  const [isOpened, setOpened] = useState(false)
  const [search, setSearch] = useState('')
  const [query] = useDebouncedValue(search, PAUSE_MS)
  const { data } = useQuery({ ...foundPeopleQuery(query), enabled: isOpened })
  // Of many lines one is open.
  const people = isOpened ? (data?.data ?? []) : []
  return (
    <Select
      size="xs"
      aria-label={label}
      placeholder="Выберите учётную запись"
      searchable
      disabled={disabled}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      // Found by the server, also by login and address.
      filter={({ options }) => options}
      nothingFoundMessage={data ? 'Никого не нашлось' : 'Ищем…'}
      data={people.map(({ id, name, company }) => ({
        value: String(id),
        label: `${name} – ${company ? decodeName(company.namecomp) : 'сотрудник'}`,
      }))}
      value={null}
      onChange={(id) => id !== null && onChoose(Number(id))}
    />
  )
}

import { decodeName } from '@vypusk/contract'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { whenEmpty } from '../../../components/kit/fields/when-empty.ts'
import { foundPeopleQuery } from './api.ts'

const PAUSE_MS = 250

interface PersonChoiceProps {
  label: string
  disabled: boolean
  onChoose: (user: number) => void
}

/**
 * Chooses a person with an account, searching by name, login or address; people of the same name are told apart by
 * company.
 */
export function PersonChoice({ label, disabled, onChoose }: PersonChoiceProps) {
  const [isOpened, setOpened] = useState(false)
  const [search, setSearch] = useState('')
  const [query] = useDebouncedValue(search, PAUSE_MS)
  const found = useQuery({ ...foundPeopleQuery(query), enabled: isOpened })
  const { nothingFoundMessage } = whenEmpty(found, 'Никого не нашлось')
  // Only one of many lines is open at a time.
  const people = isOpened ? (found.data?.data ?? []) : []
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
      // Searched by the server, which also finds logins and addresses.
      filter={({ options }) => options}
      nothingFoundMessage={nothingFoundMessage}
      data={people.map(({ id, name, company }) => ({
        value: String(id),
        label: `${name} – ${company ? decodeName(company.namecomp) : 'сотрудник'}`,
      }))}
      value={null}
      onChange={(id) => id !== null && onChoose(Number(id))}
    />
  )
}

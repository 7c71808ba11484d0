import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { requestChoiceQuery } from './api.ts'

const TYPING = 250

interface RequestFieldProps {
  value: number | null
  error: ReactNode
  /** The request with its title and company; null when it is removed. */
  onChange: (request: { id: number; e_title: string; idcomp: number } | null) => void
}

/** Chooses the request an entry is about, searching on the server by number or text. */
export function RequestField({ value, error, onChange }: RequestFieldProps) {
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  const [search] = useDebouncedValue(typed.split(' ')[0] === String(value) ? String(value) : typed.trim(), TYPING)
  const { data } = useQuery(requestChoiceQuery(search))
  return (
    <Select
      label="Заявка"
      description="Необязательно: название и компания возьмутся из неё"
      placeholder="Номер или слова"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Убрать заявку' }}
      nothingFoundMessage={data ? 'Такой заявки нет' : 'Загрузка…'}
      data={data?.map(({ id, e_title }) => ({ value: String(id), label: `${id} ${e_title}` }))}
      // The server has already searched.
      filter={({ options }) => options}
      value={value === null ? null : String(value)}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
      onChange={(chosen) => {
        const found = data?.find(({ id }) => String(id) === chosen)
        onChange(found ? { id: found.id, e_title: found.e_title, idcomp: found.company.idcomp } : null)
      }}
    />
  )
}

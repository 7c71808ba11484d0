import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { whenEmpty } from '../../components/kit/fields/when-empty.ts'
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
  const found = useQuery(requestChoiceQuery(search))
  const { data } = found
  return (
    <Select
      label="Заявка"
      description="Необязательно: название и компания возьмутся из неё"
      placeholder="Номер или слова"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Убрать заявку' }}
      {...whenEmpty(found, 'Такой заявки нет')}
      data={data?.map(({ id, e_title }) => ({ value: String(id), label: `${id} ${e_title}` }))}
      // The server has already searched.
      filter={({ options }) => options}
      value={value === null ? null : String(value)}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
      onChange={(chosen) => {
        const one = data?.find(({ id }) => String(id) === chosen)
        onChange(one ? { id: one.id, e_title: one.e_title, idcomp: one.company.idcomp } : null)
      }}
    />
  )
}

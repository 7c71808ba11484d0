import { Select } from '@mantine/core'
import { decodeName } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { companiesQuery } from '../../api/lookups.ts'
import { whenEmpty } from '../../components/kit/fields/when-empty.ts'

interface CompanyFieldProps {
  value: number | null
  error?: ReactNode
  onChange: (idcomp: number | null) => void
}

/** For staff: the company of the new entry. */
export function CompanyField({ value, error, onChange }: CompanyFieldProps) {
  const companies = useQuery(companiesQuery)
  return (
    <Select
      label="Компания"
      required
      searchable
      {...whenEmpty(companies, 'Такой компании нет')}
      data={companies.data?.companies.map((one) => ({ value: String(one.idcomp), label: decodeName(one.namecomp) }))}
      value={value === null ? null : String(value)}
      error={error}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}

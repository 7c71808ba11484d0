import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { decodeName } from '@vypusk/contract'
import { companiesQuery } from '../../api/lookups.ts'
import { whenEmpty } from '../../components/kit/fields/when-empty.ts'
import { ReleaseChoice } from '../../components/shared/release-choice/ReleaseChoice.tsx'
import { ABOUT } from './texts.ts'

export type About = {
  about: keyof typeof ABOUT
  release: number | null
  company: number | null
}

/** The errors when the release or company has not been chosen. */
export const missingOf = ({ about, release, company }: About): Record<string, string> => ({
  ...(about === 'release' && release === null && { about: 'Выберите релиз' }),
  ...(about === 'company' && company === null && { company: 'Выберите компанию' }),
})

interface AboutFieldProps {
  value: About
  errors: { about?: ReactNode; company?: ReactNode }
  onChange: (next: Partial<About>) => void
}

const CompanyField = ({ value, errors, onChange }: AboutFieldProps) => {
  const companies = useQuery(companiesQuery)
  return (
    <Select
      label="Компания"
      description="Канал получает только то, что может прочесть сама компания"
      placeholder="Название"
      searchable
      {...whenEmpty(companies, 'Такой компании нет')}
      data={companies.data?.companies.map(({ idcomp, namecomp }) => ({
        value: String(idcomp),
        label: decodeName(namecomp),
      }))}
      value={value.company === null ? null : String(value.company)}
      error={errors.company}
      onChange={(chosen) => onChange({ company: chosen === null ? null : Number(chosen) })}
    />
  )
}

/** What a channel is about: everything, one release or one company. It cannot be changed later. */
export const AboutField = (props: AboutFieldProps) => {
  const { value, errors, onChange } = props
  return (
    <>
      <Select
        label="О чём канал"
        data={Object.entries(ABOUT).map(([key, label]) => ({ value: key, label }))}
        allowDeselect={false}
        value={value.about}
        error={errors.about}
        onChange={(chosen) =>
          chosen !== null && onChange({ about: chosen as About['about'], release: null, company: null })
        }
      />
      {value.about === 'release' && (
        <div>
          <ReleaseChoice chosen={value.release} onChoose={(release) => onChange({ release: release?.id ?? null })} />
        </div>
      )}
      {value.about === 'company' && <CompanyField {...props} />}
    </>
  )
}

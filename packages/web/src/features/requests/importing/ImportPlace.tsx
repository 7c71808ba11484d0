import { Select } from '@mantine/core'
import { decodeName } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery, systemsQuery } from '../../../api/lookups.ts'
import { whenEmpty } from '../../../components/kit/fields/when-empty.ts'
import { Section } from '../../../ui/Section.tsx'
import classes from './Import.module.css'
import type { Place, Report } from './importing.ts'

interface ImportPlaceProps {
  report: Pick<Report, 'company' | 'module'>
  place: Place
  onChoose: (place: Partial<Place>) => void
}

const idOf = (chosen: string | null) => (chosen === null ? null : Number(chosen))
const valueOf = (id: number | null) => (id === null ? null : String(id))

/** The company and module for rows that name none: a chosen one, or one created for the import. */
export function ImportPlace({ report, place, onChoose }: ImportPlaceProps) {
  const companies = useQuery(companiesQuery)
  const systems = useQuery(systemsQuery)
  return (
    <Section title="Если в строке не сказано" level={2}>
      <div className={classes.mapping}>
        <Select
          label="Компания, если не названа"
          size="xs"
          searchable
          clearable
          placeholder={decodeName(report.company.name)}
          {...whenEmpty(companies, 'Такой компании нет')}
          data={(companies.data?.companies ?? []).map(({ idcomp, namecomp }) => ({
            value: String(idcomp),
            label: decodeName(namecomp),
          }))}
          value={valueOf(place.company)}
          onChange={(chosen) => onChoose({ company: idOf(chosen) })}
        />
        <Select
          label="Модуль, если не назван"
          size="xs"
          searchable
          clearable
          placeholder={`${report.module.system} · ${report.module.name}`}
          {...whenEmpty(systems, 'Такого модуля нет')}
          data={(systems.data?.systems ?? []).map(({ namesys, modules }) => ({
            group: namesys,
            items: modules.map(({ idmod, namemod }) => ({ value: String(idmod), label: namemod })),
          }))}
          value={valueOf(place.module)}
          onChange={(chosen) => onChoose({ module: idOf(chosen) })}
        />
      </div>
    </Section>
  )
}

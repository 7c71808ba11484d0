import { Alert, Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { releases } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ManyField } from '../../components/kit/fields/ManyField.tsx'
import { whenEmpty } from '../../components/kit/fields/when-empty.ts'
import { RouteAnchor } from '../../components/kit/link/RouteLinks.tsx'
import { useFullNames } from '../../components/shared/marks/full-names.ts'
import { paths } from '../../paths.ts'
import { formatDay } from '../../ui/dates.ts'
import { countOf } from '../../ui/plural.ts'
import { companyChoices } from './add.ts'
import type { LeftCompany } from './add.ts'
import classes from './agreements.module.css'
import { releaseChoiceQuery } from './api.ts'
import { alreadyThere, NOT_CREATED_FOR } from './texts.ts'

const TYPING = 250
const COMPANIES = ['компанию', 'компании', 'компаний'] as const

interface ReleaseFieldProps {
  /** The chosen release, once it has loaded. */
  release: releases.ReleaseDetail | undefined
  value: number | null
  error?: ReactNode
  onChange: (id: number | null) => void
}

/** Chooses a release by its title or number, searching on the server. */
export function ReleaseField({ release, value, error, onChange }: ReleaseFieldProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING)
  const isChosen = release !== undefined && typed === release.title
  const result = useQuery(releaseChoiceQuery(isChosen ? '' : search))
  const found = result.data?.data ?? []
  const offered = release && !found.some(({ id }) => id === release.id) ? [release, ...found] : found
  return (
    <Select
      label="Релиз"
      size="sm"
      required
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Убрать релиз' }}
      placeholder="Название или номер"
      {...whenEmpty(result, 'Такого релиза нет')}
      // The server has already searched.
      filter={({ options }) => options}
      data={offered.map(({ id, title, plan_date }) => ({
        value: String(id),
        label: title,
        plan: formatDay(plan_date),
      }))}
      error={error}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      onSearchChange={setTyped}
    />
  )
}

interface CompaniesFieldProps {
  release: releases.ReleaseDetail | undefined
  value: number[]
  error?: ReactNode
  onChange: (ids: number[]) => void
}

/** One or several companies of the release; each gets an agreement of its own. */
export function CompaniesField({ release, value, error, onChange }: CompaniesFieldProps) {
  const choices = release && companyChoices(release.companies)
  const free = (choices ?? []).filter(({ disabled }) => disabled !== true).map(({ id }) => id)
  return (
    <div>
      <ManyField
        label="Компании"
        required
        description={release ? 'У каждой компании будет своё согласование' : 'Сначала выберите релиз'}
        disabled={!release}
        classNames={{ pillsList: classes.pills }}
        choices={choices}
        error={error}
        value={value}
        onChange={onChange}
      />
      {free.length > 1 && value.length < free.length && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => onChange(free)}>
          Выбрать все: {countOf(free.length, COMPANIES)}
        </Button>
      )}
    </div>
  )
}

/** Shown before a date is sent, and before an agreement is created. */
export const HiddenRelease = () => (
  <Alert color="yellow" title="Релиз скрыт от клиентов: письмо придёт, но открыть релиз клиент не сможет" />
)

/** Companies that already have an agreement, shown with links as soon as the release is chosen (brief, section 5). */
export const ExistingAgreements = ({ release }: { release: releases.ReleaseDetail }) => {
  const nameOf = useFullNames(release.companies)
  const existing = release.companies.filter(({ agreement_id }) => agreement_id !== null)
  if (existing.length === 0) return null
  return (
    <section className={classes.existing} aria-label="Существующие согласования">
      <ul>
        {existing.map(({ agreement_id, ...company }) => (
          <li key={company.idcomp}>
            {nameOf(company)}:{' '}
            <RouteAnchor
              to={paths.agreement}
              params={{ agreementsId: String(agreement_id) }}
              inherit
              underline="always"
            >
              {alreadyThere(agreement_id ?? 0)}
            </RouteAnchor>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface LeftCompaniesProps {
  left: readonly LeftCompany[]
  release: releases.ReleaseDetail | undefined
}

/** Companies that stay in the form because their agreements were not created, and why. */
export function LeftCompanies({ left, release }: LeftCompaniesProps) {
  const fullNameOf = useFullNames(release?.companies)
  if (left.length === 0) return null
  const nameOf = (id: number) => {
    const company = release?.companies.find(({ idcomp }) => idcomp === id)
    return company ? fullNameOf(company) : ''
  }
  return (
    <Alert color="red" title={NOT_CREATED_FOR}>
      {left.map(({ company_id, reason }) => (
        <div key={company_id}>
          {nameOf(company_id)} – {reason}
        </div>
      ))}
    </Alert>
  )
}

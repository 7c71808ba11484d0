import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { releases } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { ErrorState } from '../../../components/kit/data-table/states.tsx'
import { formatDay } from '../../../ui/dates.ts'
import { formatDuration } from '../../../ui/duration.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { countOf } from '../../../ui/plural.ts'
import { Sentences } from '../../../ui/Sentences.tsx'
import classes from '../aside/Aside.module.css'
import { BusyList } from '../BusyList.tsx'
import { calculationQuery } from '../api.ts'
import type { FormValues } from './form-values.ts'

const TYPING = 300
const PEOPLE = ['человек', 'человека', 'человек'] as const
const WORKDAYS = ['рабочий день', 'рабочих дня', 'рабочих дней'] as const

/**
 * An empty list is not sent in an address and would mean "unchanged", so 0 stands for it: no request and no person has
 * this number.
 */
const orNobody = (ids: readonly number[]) => (ids.length > 0 ? ids : [0]).join(',')

type Fact = readonly [name: string, value: ReactNode]

interface CalculationAsideProps {
  id: number
  values: FormValues
  /** Called to use the calculated day as the plan date. */
  onPlan: (day: string) => void
}

/** What the edited release needs: the hours, the day they end, and people who are busy elsewhere. */
export function CalculationAside({ id, values, onPlan }: CalculationAsideProps) {
  const [settled] = useDebouncedValue(values, TYPING)
  const { data, error, refetch } = useQuery({
    ...calculationQuery(id, {
      requests: orNobody(settled.requests),
      users: orNobody(settled.users),
      start_date: settled.start_date ?? undefined,
      planned_time: settled.planned_time ?? 0,
    }),
    placeholderData: keepPreviousData,
  })
  if (!data) return error && <ErrorState title="Расчёт не загрузился" error={error} onRetry={() => void refetch()} />
  const { calculation } = data
  return (
    <div aria-live="polite">
      <h2 className={classes.title}>Расчёт</h2>
      <CalculationFacts calculation={calculation} />
      {calculation.ends && calculation.working_days > 0 && calculation.plan_date !== values.plan_date && (
        <Button variant="default" mt={8} onClick={() => onPlan(calculation.plan_date)}>
          План – {formatDay(calculation.plan_date)}
        </Button>
      )}
      <Sentences all={calculation.warnings} />
      {calculation.busy.length > 0 && <BusyList busy={calculation.busy} />}
    </div>
  )
}

function CalculationFacts({ calculation }: { calculation: releases.Calculation }) {
  const { difference, working_days, plan_date, ends } = calculation
  const over = <span className={classes.late}>▲ {formatDuration(-difference)}</span>
  const rest: Fact = difference < 0 ? ['Сверх плана', over] : ['Остаётся', formatDuration(difference)]
  const ready = ends && working_days > 0 ? `${formatDay(plan_date)}, ${countOf(working_days, WORKDAYS)}` : '–'
  return (
    <Facts
      items={[
        ['По заявкам', formatDuration(calculation.planned_requests_time)],
        ['План релиза', formatDuration(calculation.planned_time)],
        rest,
        ['Работают', countOf(calculation.people, PEOPLE)],
        ['Готово к', ready],
      ]}
    />
  )
}

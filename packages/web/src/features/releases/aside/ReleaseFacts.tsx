import type { releases } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { formatDay } from '../../../ui/dates.ts'
import { formatDuration } from '../../../ui/duration.ts'
import { countOf } from '../../../ui/plural.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Sentences } from '../../../ui/Sentences.tsx'
import classes from './Aside.module.css'
import { fromBreaks } from '../texts.ts'

/** The number of names that fit into two lines. */
const NAMES_SHOWN = 4
const WORKDAYS = ['рабочий день', 'рабочих дня', 'рабочих дней'] as const

type Fact = readonly [name: string, value: ReactNode]

/** «А. Иванова, П. Громов, +2». */
function namesOf(users: releases.ReleaseRow['users']): string {
  const more = users.length - NAMES_SHOWN
  const shown = users.slice(0, NAMES_SHOWN).map(({ name }) => name)
  return [...shown, ...(more > 0 ? [`+${more}`] : [])].join(', ')
}

/** The day on which the work ends by the calendar; a day after the plan date is marked. */
function Calculated({ calculation, plan_date }: { calculation: releases.Calculation; plan_date: string }) {
  const isLate = calculation.plan_date > plan_date
  return (
    <>
      {calculation.ends && (
        <span className={isLate ? classes.late : undefined}>
          {isLate && '▲ '}
          {formatDay(calculation.plan_date)}, {countOf(calculation.working_days, WORKDAYS)}
        </span>
      )}
      <Sentences all={calculation.warnings} />
    </>
  )
}

const hoursOf = (needed: number, planned: number) => `${formatDuration(needed)} из ${formatDuration(planned)}`

/**
 * Facts that are computed: hours for those who may see them, and for staff the day on which they end, until the release
 * is published.
 */
function countedFacts(release: releases.ReleaseDetail): Fact[] {
  const { calculation, planned_time, planned_requests_time, plan_date, published_at } = release
  if (!calculation) return planned_time > 0 ? [['Часы', hoursOf(planned_requests_time, planned_time)]] : []
  const hours = hoursOf(calculation.planned_requests_time, planned_time)
  const isAhead = published_at === null && calculation.working_days > 0
  return [
    ['Часы', hours],
    ['По расчёту', isAhead ? <Calculated key="day" calculation={calculation} plan_date={plan_date} /> : null],
  ]
}

/** The facts about a release in a few lines. */
export const ReleaseFacts = ({ release }: { release: releases.ReleaseDetail }) => (
  <Facts
    items={[
      ['Начало – план', `${formatDay(release.start_date)} – ${formatDay(release.plan_date)}`],
      ['Опубликован', release.published_at && formatDay(release.published_at)],
      ...countedFacts(release),
      ['Модули', release.modules.map(({ namemod }) => namemod).join(', ')],
      ['Люди', namesOf(release.users)],
      ['Автор', release.author.name],
      ['Кратко', fromBreaks(release.short_description)],
    ]}
  />
)

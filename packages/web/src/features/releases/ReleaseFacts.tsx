import type { releases } from '@vypusk/contract'
import { formatDay } from '../../ui/dates.ts'
import { formatDuration } from '../../ui/duration.ts'
import { countOf } from '../../ui/plural.ts'
import { Facts } from '../../ui/Facts.tsx'
import { fromBreaks } from './texts.ts'

/** As many as two lines hold. */
const NAMES_SHOWN = 4
const WORKDAYS = ['рабочий день', 'рабочих дня', 'рабочих дней'] as const

/** «А. Иванова, П. Громов, +2». */
function namesOf(users: releases.ReleaseRow['users']): string {
  const more = users.length - NAMES_SHOWN
  const shown = users.slice(0, NAMES_SHOWN).map(({ name }) => name)
  return [...shown, ...(more > 0 ? [`+${more}`] : [])].join(', ')
}

/** What a release is, in a few lines. */
export function ReleaseFacts({ release }: { release: releases.ReleaseDetail }) {
  const { calculation } = release
  return (
    <Facts
      items={[
        ['Начало – план', `${formatDay(release.start_date)} – ${formatDay(release.plan_date)}`],
        ['Опубликован', release.published_at && formatDay(release.published_at)],
        calculation
          ? ['Часы', `${formatDuration(calculation.planned_requests_time)} из ${formatDuration(release.planned_time)}`]
          : ['Часы', null],
        calculation && calculation.working_days > 0 && !release.published_at
          ? ['По расчёту', `${formatDay(calculation.plan_date)}, ${countOf(calculation.working_days, WORKDAYS)}`]
          : ['По расчёту', null],
        ['Модули', release.modules.map(({ namemod }) => namemod).join(', ')],
        ['Люди', namesOf(release.users)],
        ['Автор', release.author.name],
        ['Кратко', fromBreaks(release.short_description)],
      ]}
    />
  )
}

import type { releases } from '@vypusk/contract'
import { formatDay, formatShortDay } from '../../ui/dates.ts'
import { daysCount } from './texts.ts'

/** A step in the track of a release. */
export interface TrackStep {
  id: number
  name: string
  state: 'done' | 'current' | 'ahead'
  /** «12 дней», «с 14.11, 6 дней», «план 22.12.2026». */
  note: string
}

function noteOf(
  step: releases.ReleaseStep,
  stays: releases.StepStay[],
  release: Pick<releases.ReleaseDetail, 'step' | 'plan_date'>,
) {
  const own = stays.filter((stay) => stay.step.id === step.id)
  const days = own.reduce((sum, stay) => sum + stay.days, 0)
  const since = own.at(-1)
  if (step.id === release.step.id && since)
    return [`с ${formatShortDay(since.at)}`, days > 0 ? daysCount(days) : ''].filter(Boolean).join(', ')
  if (own.length > 0) return daysCount(days)
  return step.kind === 'published' && release.step.kind !== 'closed' ? `план ${formatDay(release.plan_date)}` : ''
}

/** A release may be closed without having been published. @param place how many steps after the current one it is */
function stateOf(
  { kind }: releases.ReleaseStep,
  place: number,
  { published_at }: Pick<releases.ReleaseDetail, 'published_at'>,
): TrackStep['state'] {
  if (place === 0) return 'current'
  const isPassed = place < 0 && (kind !== 'published' || published_at !== null)
  return isPassed ? 'done' : 'ahead'
}

/** Returns every step in order, with the days the release spent on it; repeated stays are added up. */
export function trackOf(
  steps: readonly releases.ReleaseStep[],
  release: Pick<releases.ReleaseDetail, 'step' | 'plan_date' | 'published_at' | 'steps_history'>,
): TrackStep[] {
  const current = steps.findIndex(({ id }) => id === release.step.id)
  return steps.map((step, index) => ({
    id: step.id,
    name: step.name_step,
    state: stateOf(step, index - current, release),
    note: noteOf(step, release.steps_history, release),
  }))
}

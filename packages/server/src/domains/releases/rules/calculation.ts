import { DAY_MS, releases } from '@vypusk/contract'
import { schedule, type Calendar } from '../../../platform/working-days.ts'

interface Planned {
  /** planned_time of each request; null if not estimated. */
  requests: (number | null)[]
  start_date: string
  planned_time: number
  /** The number of people; none counts as one. */
  users: number
}

/** product.md, "Calculation", without the overload: both times have to fit, so the larger one decides the day. */
export function calculate({ requests, start_date, planned_time, users }: Planned, calendar: Calendar) {
  const planned_requests_time = requests.reduce<number>((sum, minutes) => sum + (minutes ?? 0), 0)
  const people = Math.max(1, users)
  const work = Math.max(planned_requests_time, planned_time)
  return {
    planned_requests_time,
    planned_time,
    difference: planned_time - planned_requests_time,
    start_date,
    people,
    ...schedule({ start_date, work, people }, calendar),
  }
}

/** What is to be known of a calculation without people who have left. */
export const withoutGone = (gone: { name: string }[]): string[] =>
  gone.length === 0
    ? []
    : [`Посчитано без тех, кто больше не работает в системе: ${gone.map(({ name }) => name).join(', ')}`]

export interface StepChange {
  id: number
  step: releases.ReleaseStep
  at: string
  user: { id: number; name: string }
  comment: string | null
}

/**
 * How long a release was on each step.
 * @param changes oldest first, the creation of the release included
 * @param now the moment up to which the current step is counted
 */
export function stays(changes: StepChange[], now: string): releases.StepStay[] {
  return changes.map((change, index) => {
    const left_at = changes[index + 1]?.at ?? null
    const days = Math.floor((Date.parse(left_at ?? now) - Date.parse(change.at)) / DAY_MS)
    return { ...change, left_at, days: Math.max(0, days) }
  })
}

/** Every release begins on «Планирование», whether or not a step change records it. */
export function fromTheBeginning(changes: StepChange[], created_at: string, user: StepChange['user']): StepChange[] {
  const [first] = changes
  if (first && (first.step.id === releases.planningStep.id || first.at <= created_at)) return changes
  return [{ id: 0, step: releases.planningStep, at: created_at, user, comment: null }, ...changes]
}

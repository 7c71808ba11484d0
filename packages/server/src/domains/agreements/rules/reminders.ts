import type { reminders } from '@vypusk/contract'
import { addDays, minutesOf, workingDayAfter, type Calendar } from '../../../platform/working-days.ts'

/** When a client that keeps silent is asked again, and who of it (docs/decisions/0024). */

export const STAGES = ['recipients', 'deputy', 'head'] as const satisfies reminders.Stage[]

/** How the history calls those who were asked. */
export const stageNames: Record<reminders.Stage, string> = {
  recipients: 'получателям',
  deputy: 'заместителю ответственного',
  head: 'руководителю',
}

/** A question that waits for the client. */
export interface Silence {
  /** The day it was asked, `YYYY-MM-DD`. */
  asked_on: string
  /** What was done about this question already, by a person or the schedule, and on which day. */
  reminded: { stage: string; on: string }[]
  has_addressee: Record<reminders.Stage, boolean>
}

/** Working days after the question, one a stage, rising. */
export type ReminderDays = readonly [number, number, number]

const onOrAfter = (day: string, calendar: Calendar) =>
  minutesOf(calendar, day) > 0 ? day : workingDayAfter(day, 1, calendar)

/**
 * The reminders still to come, in their order. One that was missed comes today, and those after it
 * keep their distance; a stage without anybody to ask is passed over on its own day.
 */
export function plannedReminders(
  { asked_on, reminded, has_addressee }: Silence,
  days: ReminderDays,
  today: string,
  calendar: Calendar,
): reminders.Planned[] {
  const last = STAGES.findLastIndex((stage) => reminded.some((one) => one.stage === stage))
  let from = asked_on
  const planned: reminders.Planned[] = []
  for (const [i, stage] of STAGES.entries()) {
    const natural = workingDayAfter(from, (days[i] ?? 0) - (days[i - 1] ?? 0), calendar)
    const sent = reminded.find((one) => one.stage === stage)
    const isMissed = natural < today && has_addressee[stage]
    const day = isMissed ? onOrAfter(today, calendar) : natural
    if (i > last) planned.push({ stage, day, has_addressee: has_addressee[stage] })
    const done = i > last ? day : (sent?.on ?? natural)
    from = done > natural ? done : natural
  }
  return planned
}

/** The stage that is due today; null when none is, and on a day off. */
export function dueStage(silence: Silence, days: ReminderDays, today: string, calendar: Calendar) {
  if (minutesOf(calendar, today) === 0) return null
  const due = plannedReminders(silence, days, today, calendar).find((one) => one.has_addressee && one.day <= today)
  return due?.stage ?? null
}

/** Days around which the calendar is asked: from the question to the last reminder, holidays included. */
export const reminderSpan = (asked_on: string, today: string, days: ReminderDays) => ({
  from: asked_on,
  to: addDays(today, days[2] * 2 + 30),
})

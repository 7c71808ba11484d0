import { hasBeen } from '../../../platform/elapsed.ts'
import type { reminders } from '@vypusk/contract'

/**
 * The steps of the reminder ladder: whom at a silent client the schedule turns to, in order (docs/decisions/0024,
 * 0091).
 */

export const STAGES = ['recipients', 'deputy', 'head', 'team'] as const satisfies reminders.Stage[]

/** What the history calls those who were reminded at each stage. */
export const stageNames: Record<reminders.Stage, string> = {
  recipients: 'получателям',
  deputy: 'заместителю ответственного',
  head: 'руководителю',
  team: 'сотрудникам релиза',
}

/** A question that waits for the client's answer. */
export interface Silence {
  /** When the question was sent, in milliseconds since 1970. The other times here use the same unit. */
  asked_at: number
  /** The reminders already sent about this question, by a person or the schedule; `ahead`: sent early. */
  reminded: { stage: string; at: number; ahead: boolean }[]
  has_addressee: Record<reminders.Stage, boolean>
}

/** How many working days of the company after the question each stage is due, in rising order. */
export type ReminderDays = readonly [number, number, number, number]

/** The company's working days and hours by its own clock, computed by `calendars`. */
export interface CompanyHours {
  dayAt: (at: number) => string
  after: (day: string, count: number) => string | null
  opens: (day: string) => number
  from: (at: number) => number | null
}

/** A step that is still to come; `at` is in milliseconds since 1970. */
interface Step {
  stage: reminders.Stage
  day: string
  at: number
  has_addressee: boolean
}

/**
 * Returns the day from which the next step is counted. A reminder sent early moves it forward only if that was
 * intended.
 */
function doneOn(
  { at, ahead }: Silence['reminded'][number],
  natural: string,
  now: number,
  { dayAt }: CompanyHours,
): string {
  if (!hasBeen(at, now)) return natural
  const day = dayAt(at)
  return ahead || day > natural ? day : natural
}

/**
 * Returns when a step is sent: when the company begins work on the step's day or, if that was missed, as soon as it is
 * at work again.
 */
function sendingAt(natural: string, now: number, { opens, from }: CompanyHours): number | null {
  const opening = opens(natural)
  return opening < now ? from(now) : opening
}

/**
 * Returns the steps still to come, in order, each at the time the company begins work on its day. A missed step comes
 * as soon as the company is at work, and the steps after it keep their distance. A stage without an addressee is
 * skipped on its own day. A step that was sent early moves those after it forward too; a reminder that a person sends
 * in addition to the schedule does not.
 * @returns an empty list when the company never works
 */
export function plannedReminders(
  { asked_at, reminded, has_addressee }: Silence,
  days: ReminderDays,
  now: number,
  hours: CompanyHours,
): Step[] {
  const last = STAGES.findLastIndex((stage) => reminded.some((one) => one.stage === stage))
  let from = hours.dayAt(asked_at)
  const planned: Step[] = []
  for (const [i, stage] of STAGES.entries()) {
    const natural = hours.after(from, (days[i] ?? 0) - (days[i - 1] ?? 0))
    if (natural === null) return planned
    const sent = reminded.find((one) => one.stage === stage)
    if (i <= last) {
      from = sent ? doneOn(sent, natural, now, hours) : natural
      continue
    }
    const at = has_addressee[stage] ? sendingAt(natural, now, hours) : hours.opens(natural)
    if (at === null) return planned
    const day = hours.dayAt(at)
    planned.push({ stage, day, at, has_addressee: has_addressee[stage] })
    from = day > natural ? day : natural
  }
  return planned
}

/** Returns the next step; undefined when nobody is left to remind. */
export const nextOf = (planned: readonly Step[]): Step | undefined => planned.find((step) => step.has_addressee)

/** Returns the stage that is due now; null when none is, or while the company is not at work. */
export function dueStage(silence: Silence, days: ReminderDays, now: number, hours: CompanyHours) {
  const next = nextOf(plannedReminders(silence, days, now, hours))
  return next && next.at <= now && hours.from(now) === now ? next.stage : null
}

/** Returns the smallest number of days between two steps: nothing is due sooner than that after a question. */
export const soonest = (days: ReminderDays): number => Math.min(...days.map((day, i) => day - (days[i - 1] ?? 0)))

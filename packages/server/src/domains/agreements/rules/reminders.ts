import type { reminders } from '@vypusk/contract'

/** When a client that keeps silent is asked again, and who of it (docs/decisions/0024, 0091). */

export const STAGES = ['recipients', 'deputy', 'head', 'team'] as const satisfies reminders.Stage[]

/** How the history calls those who were asked. */
export const stageNames: Record<reminders.Stage, string> = {
  recipients: 'получателям',
  deputy: 'заместителю ответственного',
  head: 'руководителю',
  team: 'сотрудникам релиза',
}

/** A question that waits for the client. */
export interface Silence {
  /** When it was asked, in milliseconds since 1970, as are the others. */
  asked_at: number
  /** What was done about this question already, by a person or the schedule; `ahead`: before its time. */
  reminded: { stage: string; at: number; ahead: boolean }[]
  has_addressee: Record<reminders.Stage, boolean>
}

/** Working days of the company after the question, one a stage, rising. */
export type ReminderDays = readonly [number, number, number, number]

/** The company's working days and hours by its own clock, as `calendars` knows them. */
export interface CompanyHours {
  dayAt: (at: number) => string
  after: (day: string, count: number) => string | null
  opens: (day: string) => number
  from: (at: number) => number | null
}

/** A step to come, in milliseconds since 1970. */
interface Step {
  stage: reminders.Stage
  day: string
  at: number
  has_addressee: boolean
}

/** From which day on the next step is counted: what was early hurries it only where that was meant. */
function doneOn({ at, ahead }: Silence['reminded'][number], natural: string, { dayAt }: CompanyHours): string {
  const day = dayAt(at)
  return ahead || day > natural ? day : natural
}

/** When the company begins to work on its day; what was missed, as soon as somebody is there. */
function sendingAt(natural: string, now: number, { opens, from }: CompanyHours): number | null {
  const opening = opens(natural)
  return opening < now ? from(now) : opening
}

/**
 * The steps still to come, in their order, each when the company begins to work on its day. One that was missed comes as
 * soon as somebody is there, and those after it keep their distance; a stage without anybody to ask is passed over on its
 * own day. One that was sent ahead draws those after it along; a person who reminds on top of the schedule hurries nobody.
 * @returns none where the company never works
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
      from = sent ? doneOn(sent, natural, hours) : natural
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

/** The step that comes next; undefined where nobody is left to turn to. */
export const nextOf = (planned: readonly Step[]): Step | undefined => planned.find((step) => step.has_addressee)

/** The stage that is due now; null when none is, and while nobody of the company is at work. */
export function dueStage(silence: Silence, days: ReminderDays, now: number, hours: CompanyHours) {
  const next = nextOf(plannedReminders(silence, days, now, hours))
  return next && next.at <= now && hours.from(now) === now ? next.stage : null
}

/** The fewest days that lie between two steps: nothing is due sooner after a question. */
export const soonest = (days: ReminderDays): number => Math.min(...days.map((day, i) => day - (days[i - 1] ?? 0)))

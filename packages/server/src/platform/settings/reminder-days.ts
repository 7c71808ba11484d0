import * as z from 'zod'

/**
 * The working days after which a client that has not answered is reminded: its recipients, its deputy, its head, and at
 * last the release's people are notified. Null when the schedule reminds nobody.
 */
export type ReminderDays = readonly [number, number, number, number] | null

const LATEST_REMINDER = 60

function daysOf(text: string): ReminderDays {
  const [recipients = 0, deputy = 0, head = 0, team = head + head - deputy] = text.split(',').map(Number)
  return text === 'off' ? null : [recipients, deputy, head, team]
}

const isRising = (days: readonly number[]) => days.every((day, index) => index === 0 || (days[index - 1] ?? 0) < day)

/** «2,4,6», optionally with a fourth number, or «off». */
export const reminderDays = z
  .string()
  .regex(/^(off|(\d+, *){2,3}\d+)$/)
  .default('2,4,6')
  .transform(daysOf)
  .refine((set) => set === null || isRising([0, ...set]))
  .refine((set) => set === null || set[2] <= LATEST_REMINDER)

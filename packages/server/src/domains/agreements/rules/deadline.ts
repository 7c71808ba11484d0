import { addDays } from '../../../platform/working-days.ts'
import type { CompanyHours, ReminderDays } from './reminders.ts'

interface DeadlineInput {
  /** The day, by the company's clock, on which the date was sent to it, `YYYY-MM-DD`. */
  asked_on: string
  releaseDate: string
  /** Today by the company's clock. */
  today: string
}

/**
 * Returns the day by which an answer is wanted: the last one before somebody else in the company is asked, and before
 * the installation.
 * @param days null where reminders are switched off
 */
export function answerBy(
  { asked_on, releaseDate, today }: DeadlineInput,
  days: ReminderDays | null,
  { after }: Pick<CompanyHours, 'after'>,
): string {
  const [, deputy, head] = days ?? []
  const others = [deputy, head].map((count) => (count === undefined ? null : after(asked_on, count)))
  const known = [...others, releaseDate].filter((day) => day !== null)
  const eves = known.map((day) => addDays(day, -1)).toSorted()
  return eves.find((day) => day >= today) ?? today
}

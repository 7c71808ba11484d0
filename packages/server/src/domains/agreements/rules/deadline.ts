import { addDays, daysFromTo } from '../../../platform/working-days.ts'
import type { CompanyHours, ReminderDays } from './reminders.ts'

interface DeadlineInput {
  /** The day, by the company's clock, on which the date was sent to it, `YYYY-MM-DD`. */
  asked_on: string
  releaseDate: string
  /** Today by the company's clock. */
  today: string
}

interface WorkingDays extends Pick<CompanyHours, 'after'> {
  isWorking: (day: string) => boolean
}

/**
 * Returns the day by which an answer is wanted: the company's last working day before somebody else there is asked, and
 * before the installation. Nobody is at work to answer on the days between.
 * @param days null where reminders are switched off
 */
export function answerBy(
  { asked_on, releaseDate, today }: DeadlineInput,
  days: ReminderDays | null,
  { after, isWorking }: WorkingDays,
): string {
  const [, deputy, head] = days ?? []
  const others = [deputy, head].map((count) => (count === undefined ? null : after(asked_on, count)))
  const ahead = [...others, releaseDate].filter((day) => day !== null).filter((day) => day > today)
  const [next] = ahead.toSorted()
  return (next && daysFromTo(today, addDays(next, -1)).findLast(isWorking)) ?? today
}

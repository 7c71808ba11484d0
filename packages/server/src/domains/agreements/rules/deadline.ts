import { addDays, workingDayAfter, type Calendar } from '../../../platform/working-days.ts'
import type { ReminderDays } from './reminders.ts'

interface Asked {
  /** The day the date was sent to the client, `YYYY-MM-DD`. */
  asked_on: string
  releaseDate: string
  today: string
}

/**
 * Until which day an answer is wanted: the last one before somebody else of the company is asked, and before the
 * installation.
 * @param days null where nobody is reminded
 */
export function answerBy(
  { asked_on, releaseDate, today }: Asked,
  days: ReminderDays | null,
  calendar: Calendar,
): string {
  const others = days ? days.slice(1).map((count) => workingDayAfter(asked_on, count, calendar)) : []
  const eves = [...others, releaseDate].map((day) => addDays(day, -1)).toSorted()
  return eves.find((day) => day >= today) ?? today
}

import { addDays, workingDayAfter, type Calendar } from '../../../platform/working-days.ts'
import type { ReminderDays } from './reminders.ts'

interface Asked {
  /** The day the date was sent to the client, `YYYY-MM-DD`. */
  asked_on: string
  releaseDate: string
}

/**
 * Until which day an answer is wanted: the last one before somebody else of the company is asked, and before the
 * installation.
 * @param days null where nobody is reminded
 */
export function answerBy({ asked_on, releaseDate }: Asked, days: ReminderDays | null, calendar: Calendar): string {
  const eve = addDays(releaseDate, -1)
  const patient = days ? addDays(workingDayAfter(asked_on, days[1], calendar), -1) : eve
  const wanted = patient < eve ? patient : eve
  return wanted < asked_on ? asked_on : wanted
}

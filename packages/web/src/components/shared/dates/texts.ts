import { decodeName } from '@vypusk/contract'
import type { calendar, dates } from '@vypusk/contract'
import { formatDay } from '../../../ui/dates.ts'
import { countOf } from '../../../ui/plural.ts'

/** A whole working day, in minutes. */
export const WORKING_DAY = 480

interface Checked {
  day: calendar.CalendarDay
  objections: readonly dates.Objection[]
  warnings?: readonly string[] | undefined
}

/** The number of objections shown; nobody reads more before choosing another day. */
const MOST_SHOWN = 6

/** What to know before choosing this date, a sentence each; empty when there is nothing. */
export function warningsOf({ day, objections, warnings = [] }: Checked): string[] {
  const rest = objections.length - MOST_SHOWN
  return [
    ...(day.minutes > 0 && day.minutes < WORKING_DAY ? [`${formatDay(day.day)} – сокращённый рабочий день`] : []),
    ...warnings,
    ...objections.slice(0, MOST_SHOWN).map(({ text }) => decodeName(text)),
    ...(rest > 0 ? [`и ещё ${countOf(rest, ['возражение', 'возражения', 'возражений'])}`] : []),
  ]
}

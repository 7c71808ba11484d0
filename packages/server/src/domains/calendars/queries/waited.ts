import type { Db } from '../../../platform/call.ts'
import type { Clock } from '../../../platform/clock.ts'
import { waitedBetween } from '../rules/week.ts'
import { hoursBy } from './hours.ts'

/** The fields of an agreement that decide whether and since when it waits for the company. */
interface SentQuestion {
  company_id: number
  by_rivc: boolean
  by_client: boolean
  sent_at: string | null
  offer: object | null
  open_remarks: { unanswered: number }
  not_publishing: boolean
  called_off: boolean
  /** The company has got the release. */
  published: boolean
  /** The client can no longer agree, so staff have to appoint another date. */
  date_passed: boolean
}

/** Returns when a question that waits for the company was sent; null when staff have to act, or nobody does. */
const waitingSince = ({ by_rivc, by_client, ...question }: SentQuestion): string | null => {
  const isAnswered = question.offer !== null || question.open_remarks.unanswered > 0
  const isOver = question.not_publishing || question.called_off || question.published || question.date_passed
  return by_rivc && !by_client && !isOver && !isAnswered ? question.sent_at : null
}

/**
 * Counts for how many working days of its company each question has waited. This is the only place that counts them,
 * using the only rule for a company's days (docs/decisions/0091).
 * @returns a function that gives null for a question that does not wait for the company
 */
export async function waitedDays(
  db: Db,
  clock: Clock,
  all: readonly SentQuestion[],
): Promise<(question: SentQuestion) => number | null> {
  const waiting = all.filter((question) => waitingSince(question) !== null)
  if (waiting.length === 0) return () => null
  const companies = [...new Set(waiting.map(({ company_id }) => company_id))]
  const hours = await hoursBy(db, companies)
  return (question) => {
    const at = waitingSince(question)
    return at === null ? null : waitedBetween(new Date(at), clock.now(), hours(question.company_id))
  }
}

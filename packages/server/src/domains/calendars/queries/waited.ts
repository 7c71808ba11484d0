import type { Db } from '../../../platform/call.ts'
import type { Clock } from '../../../platform/clock.ts'
import { waitedBetween } from '../rules/week.ts'
import { hoursBy } from './hours.ts'

/** A question to a company, as far as waiting for its word goes. */
interface SentQuestion {
  company_id: number
  by_rivc: boolean
  by_client: boolean
  sent_at: string | null
  offer: object | null
  not_publishing: boolean
}

/** Of a question that waits for the company, when it was asked; null where the word is staff's, or nobody waits. */
const waitingSince = ({ by_rivc, by_client, sent_at, offer, not_publishing }: SentQuestion): string | null =>
  by_rivc && !by_client && !not_publishing && offer === null ? sent_at : null

/**
 * How many working days of its company each question has waited: the only counting there is, by the only rule of a
 * company's days (docs/decisions/0091).
 * @returns null of a question that waits for nobody there
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

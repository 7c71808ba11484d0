import type { Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { PRODUCT } from '../../../platform/person.ts'
import { whyNotSent, type Stopped } from '../rules/links.ts'
import { endOfSilence } from '../rules/reminding.ts'
import { knownAgreement } from './agreements.ts'
import { linkOf } from './links.ts'
import { passing } from './passing.ts'

/** Decides whether letters that waited may still be sent. */

/**
 * Returns why a letter with a link is not sent any more; null if it may go.
 * @param letter.asks it asks for an answer to the date
 */
export async function linkedLetterEnded(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { token, target, asks }: { token: string; target: string; asks: boolean },
): Promise<Stopped | null> {
  const link = await linkOf(db, token)
  if (!link) return { reason: 'Ссылка этого письма больше не действует', isNeedless: true }
  const agreement = await knownAgreement(db, link.person, link.agreement_id)
  const state = agreement && { ...agreement, ...passing(agreement, clock.now()) }
  return whyNotSent(link, { target, asks, state, now: momentOf(clock) })
}

/**
 * Returns why a letter about a client that does not answer is not sent any more; null if it may go.
 * @param letter.written_at ISO 8601
 */
export async function silenceEnded(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { agreement_id, written_at }: { agreement_id: number; written_at: string },
): Promise<Stopped | null> {
  const agreement = await knownAgreement(db, PRODUCT, agreement_id)
  const reason = endOfSilence(agreement && { ...agreement, ...passing(agreement, clock.now()) }, written_at)
  return reason === null ? null : { reason, isNeedless: true }
}

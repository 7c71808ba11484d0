import { scopes } from '@vypusk/contract'
import type { Db, Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { PRODUCT } from '../../../platform/person.ts'
import { bodyOf } from '../../releases/port.ts'
import { whyNotSent, type Stopped } from '../rules/links.ts'
import { endOfSilence } from '../rules/reminding.ts'
import { knownAgreement } from './agreements.ts'
import { linkOf } from './links.ts'
import { passing } from './passed-dates.ts'
import { scopeKept, scopeOf, scopeShas } from './scopes.ts'

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

/**
 * Returns the scope that a letter about its change would tell of now, and how it differs from the one named; null when
 * the client may not read it, or the release no longer names the company.
 */
export async function scopeSince(db: Db, id: number, from: string) {
  const agreement = await knownAgreement(db, PRODUCT, id)
  const present = agreement && (await scopeOf(db, CLIENTS, agreement))
  if (!present) return null
  const { accepted_sha } = await scopeShas.one(db, { ids: [id] })
  const before = await scopeKept.first(db, { sha256: from })
  const difference = before ? scopes.scopeDifferenceOf(bodyOf(before.body), present) : null
  const isSame = difference !== null && scopes.isNoDifference(difference)
  return { sum: isSame ? from : present.sha256, accepted_sha, difference }
}

const CLIENTS = { isRivc: false }

import type { agreements, Change } from '@vypusk/contract'
import { BY_LETTER } from '../../../platform/plain-text.ts'

/** What of an agreement is told to staff only: extra addresses, wherever they stand. */

const named = <User extends { id: number; name: string }>(user: User): User =>
  user.id === 0 && user.name.includes('@') ? { ...user, name: BY_LETTER } : user

/** A client's agreement as its people may read it. */
export const withoutAddresses = <Row extends { recipientsExtra: string[] }>(row: Row): Row => ({
  ...row,
  recipientsExtra: [],
})

/**
 * Beside the addresses: why staff keep a date that something speaks against, that they were told of the silence, and why
 * they let it be.
 */
const STAFFS = new Set(['recipientsExtra', 'against', 'silent', 'ladder'])

export const historyForClient = (history: Change[]): Change[] =>
  history.filter(({ field }) => !STAFFS.has(field)).map((change) => ({ ...change, user: named(change.user) }))

export const offersForClient = (offers: agreements.Offer[]): agreements.Offer[] =>
  offers.map((offer) => ({ ...offer, user: named(offer.user) }))

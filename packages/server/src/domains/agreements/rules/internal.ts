import { agreements, type Change } from '@vypusk/contract'
import { BY_LETTER } from '../../../platform/plain-text.ts'

/**
 * Hides extra addresses from clients: only staff see them, wherever they occur. A user who is only an address is
 * renamed.
 */

const named = <User extends { id: number; name: string }>(user: User): User =>
  user.id === 0 && user.name.includes('@') ? { ...user, name: BY_LETTER } : user

/** Returns an agreement as people of the client company may read it. */
export const withoutAddresses = <Row extends { recipientsExtra: string[] }>(row: Row): Row => ({
  ...row,
  recipientsExtra: [],
})

export const historyForClient = (history: Change[]): Change[] =>
  history
    .filter(({ field }) => !agreements.internalFields.includes(field))
    .map((change) => ({ ...change, user: named(change.user) }))

export const offersForClient = (offers: agreements.Offer[]): agreements.Offer[] =>
  offers.map((offer) => ({ ...offer, user: named(offer.user) }))

import { agreements, type Change } from '@vypusk/contract'
import { BY_LETTER } from '../../../platform/text/plain-text.ts'

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

const isInternal = ({ field }: Change) => agreements.internalFields.includes(field)

/** Rows that were once recorded with the note of an internal field of the same change are shown without it. */
const actOf = ({ at, user, note }: Change) => JSON.stringify([at, user.id, note])

/** Leaves out what only staff may read: internal fields, the notes that stand at them, and extra addresses. */
export function historyForClient(history: Change[]): Change[] {
  const closed = new Set(history.filter((change) => isInternal(change) && change.note).map(actOf))
  return history
    .filter((change) => !isInternal(change))
    .map((change) => ({
      ...change,
      user: named(change.user),
      note: closed.has(actOf(change)) ? null : change.note,
    }))
}

export const offersForClient = (offers: agreements.Offer[]): agreements.Offer[] =>
  offers.map((offer) => ({ ...offer, user: named(offer.user) }))

import type { EventActor } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { offerNamedIn } from '../../agreements/port.ts'
import { addressees } from '../queries.ts'
import { type AgreementAround } from '../queries/agreements.ts'
import { offerBy } from '../queries/asking.ts'
import type { Addressee } from '../rules.ts'

/** Finds who signs for the staff, and who offered another date and learns what became of it. */

/** The outcome as reported to an offerer who is not asked by a letter of their own. */
export const OUTCOMES = {
  agreed: 'Ваша компания согласовала назначенную дату, и предложение больше не рассматривается.',
  accepted: 'Предложение принято. Новую дату подтверждают получатели согласования вашей компании.',
  withdrawn: 'Предложение отозвано вашей компанией.',
  published: 'Релиз опубликован для вашей компании, и предложение больше не рассматривается.',
} as const

/**
 * The member of staff who signs: the one who acts, otherwise the one who last asked, if a colleague of the client or
 * the schedule has acted.
 */
export const speaker = (agreement: AgreementAround, { id, name, email, isRivc }: EventActor['person']) => {
  const isPerson = id !== 0 && isRivc
  return isPerson ? ({ ...agreement.asker, id, name, email, isRivc } as Addressee) : agreement.asker
}

/** An agreement with the offer that the event ends, and the person who made it. */
export interface WithOffer extends AgreementAround {
  /** The offerer's addresses that letters may go to, if they get no letter anyway; empty if no offer ends. */
  offerer: { people: Addressee[]; extra: string[] }
}

/** Adds the offer that an event ends or is about. @param data of the event */
export async function withOffer(tx: Transaction, data: object, agreement: AgreementAround): Promise<WithOffer> {
  const id = offerNamedIn(data, agreement.id)
  const offer = id ? await offerBy.first(tx, { id }) : undefined
  if (!offer) return { ...agreement, offerer: { people: [], extra: [] } }
  const { user_id, address, releaseDate, releaseTime } = offer
  const people = user_id === null ? [] : await addressees.all(tx, { ids: [user_id] })
  const extra = agreement.recipientsExtra.filter((one) => one.toLowerCase() === address?.toLowerCase())
  return {
    ...agreement,
    offered: { releaseDate, releaseTime },
    offerer: { people: people.filter(({ idcomp }) => idcomp === agreement.company_id), extra },
  }
}

/** The offerer, if they are not among the recipients. */
export const offererOnly = (agreement: WithOffer) => ({
  people: agreement.offerer.people.filter(({ id }) => !agreement.recipients.some((one) => one.id === id)),
  extra: [],
})

import type { Db } from '../../../platform/call.ts'
import type { EventActor } from '../../../platform/events.ts'
import { offerNamedIn } from '../../agreements/port.ts'
import { addressees, substitutesOf, type Ids } from '../queries/letters.ts'
import { type AgreementAround } from '../queries/agreements.ts'
import { offersBy } from '../queries/asking.ts'
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

/** An agreement with the offer that the event ends, the person who made it, and who stands in for them. */
export interface WithOffer extends AgreementAround {
  /** The offerer's addresses that letters may go to, if they get no letter anyway; empty if no offer ends. */
  offerer: { people: Addressee[]; extra: string[] }
}

/** Adds the offers that events end or are about. @param all agreements, each with its event */
export async function withOffers<Told extends { agreement: AgreementAround; event: { data: object } }>(
  db: Db,
  all: Told[],
): Promise<(Told & { agreement: WithOffer })[]> {
  const named = all.map((one) => ({ one, id: offerNamedIn(one.event.data, one.agreement.id) }))
  const offers = await rowsById(
    offersBy,
    db,
    named.flatMap(({ id }) => id ?? []),
  )
  const peopleOf = await withStandIns(
    db,
    [...offers.values()].flatMap(({ user_id }) => user_id ?? []),
  )
  return named.map(({ one, id }) => {
    const offer = offers.get(id ?? 0)
    const agreement = offer ? offeredIn(one.agreement, offer, peopleOf(offer.user_id)) : withoutOffer(one.agreement)
    return { ...one, agreement }
  })
}

const withoutOffer = (agreement: AgreementAround): WithOffer => ({ ...agreement, offerer: { people: [], extra: [] } })

type Offer = Awaited<ReturnType<typeof offersBy.all>>[number]

const offeredIn = (
  agreement: AgreementAround,
  { address, releaseDate, releaseTime }: Offer,
  people: Addressee[],
): WithOffer => ({
  ...agreement,
  offered: { releaseDate, releaseTime },
  offerer: {
    people: people.filter(({ idcomp }) => idcomp === agreement.company_id),
    extra: agreement.recipientsExtra.filter((one) => one.toLowerCase() === address?.toLowerCase()),
  },
})

/** @returns a function with a person and the present substitute, as far as they are known */
async function withStandIns(db: Db, ids: number[]): Promise<(id: number | null) => Addressee[]> {
  const acting = ids.length === 0 ? [] : await substitutesOf.all(db, { ids })
  const known = await rowsById(addressees, db, [...ids, ...acting.map(({ substitute_id }) => substitute_id)])
  const standInsOf = (id: number | null) => acting.flatMap((one) => (one.user_id === id ? one.substitute_id : []))
  return (id) => [id ?? 0, ...standInsOf(id)].flatMap((each) => known.get(each) ?? [])
}

/** The rows with these ids, which are not asked for if there are none. */
async function rowsById<Row extends { id: number }>(
  rows: { all: (db: Db, ids: Ids) => Promise<Row[]> },
  db: Db,
  ids: number[],
): Promise<Map<number, Row>> {
  const found = ids.length === 0 ? [] : await rows.all(db, { ids: [...new Set(ids)] })
  return new Map(found.map((row) => [row.id, row]))
}

/** The offerer, if they are not among the recipients. */
export const offererOnly = (agreement: WithOffer) => ({
  people: agreement.offerer.people.filter(({ id }) => !agreement.recipients.some((one) => one.id === id)),
  extra: [],
})

import type { Listener } from '../../../platform/events.ts'
import { announceOwnNews } from '../../../platform/live/own-news.ts'
import { plannedInWords as when } from '../../../platform/text/plain-text.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { sendersOfEach } from '../../agreements/port.ts'
import { tellCalledOff, tellResumed } from '../../letters/port.ts'
import { factsOfEach, offerIn, remarkersOf, type Facts, type Offer } from '../queries/agreements.ts'
import { partiesOf, thingsOf, type NamedPerson } from '../queries/things.ts'
import { withText } from '../rules/sentences.ts'
import { dropNoticesOf, takeBackNotices } from '../store.ts'
import { announcement, ended, isStaff, momentsOf, namedIn, offerersOf, addresseesIn } from './agreements.ts'
import { notifyPeople, type Announcement } from './announcing.ts'

/** Notices about agreements that were withdrawn or whose release was closed without them, and of taking that back. */

interface About {
  facts: Map<number, Facts>
  offers: Map<number, Offer>
  /** The people who asked, offered another date or raised a remark, and who stands in for them, whomever the agreement concerns otherwise. */
  named: NamedPerson[]
}

/** What the notices of an act on several agreements say, and who waits for their outcome. */
async function aboutEach(tx: Transaction, ids: number[], data: object): Promise<About> {
  const offers = new Map<number, Offer>()
  for (const id of ids) {
    const offer = await offerIn(tx, data, id)
    if (offer) offers.set(id, offer)
  }
  const senders = await sendersOfEach(tx, ids)
  const remarks = await remarkersOf.all(tx, { ids })
  const named = ids.flatMap((id) => [...offerersOf(id, offers.get(id)), ...namedIn(id, [senders.get(id)])])
  const remarkers = remarks.flatMap(({ agreement_id: entity_id, author_id, stand_ins }): NamedPerson[] =>
    entity_id && author_id
      ? [{ entity_id, user_id: author_id, role: 'author' }, ...addresseesIn(entity_id, stand_ins)]
      : [],
  )
  return { facts: await factsOfEach(tx, ids), offers, named: [...named, ...remarkers] }
}

/**
 * Notifies everybody concerned by the agreements that one act has withdrawn. Those that were deleted, by themselves or
 * with their release, are announced under a different entity, because they can no longer be opened.
 */
export const onWithdrawn: Listener<'agreement.withdrawn'> = async (tx, event, actor) => {
  const { ids, said, said_to_staff = said, reason } = event.data
  const { facts, offers, named } = await aboutEach(tx, ids, event.data)
  const saying = (what: string) => withText(`Согласование снято. ${what}`, reason)
  const withdrawn = [announcement('answer', saying(said_to_staff), isStaff), announcement('answer', saying(said))]
  const ofEach = [...facts].map(([id, own]): [number, Announcement[]] => {
    const moments = momentsOf(own, {}, offers.get(id))
    const toOfferer = ended(own, offers.get(id), 'больше не рассматривается: согласование снято')
    return [id, [...toOfferer.map((each) => ({ ...each, moments })), ...withdrawn]]
  })
  const gone = new Set((await thingsOf(tx, 'withdrawn', ids)).map(({ entity_id }) => entity_id))
  const of = new Map(ofEach.filter(([id]) => !gone.has(id)))
  await notifyPeople(tx, actor, event, { entity: 'agreement', of, named })
  if (gone.size === 0) return
  const ofGone = new Map(ofEach.filter(([id]) => gone.has(id)))
  const parties = await partiesOf(tx, 'agreement', [...gone], named)
  await notifyPeople(tx, actor, event, { entity: 'withdrawn', of: ofGone, parties })
}

/**
 * Tells everybody concerned that the release of agreements was closed without them, or that it goes on. Whoever gets no
 * letter because the opposite had not been sent yet reads of neither behind the bell.
 */
const closing =
  <Kind extends 'agreement.called_off' | 'agreement.resumed'>(
    lettersOf: (...event: Parameters<Listener<Kind>>) => ReturnType<typeof tellResumed>,
    textOf: (facts: Facts) => string,
  ): Listener<Kind> =>
  async (tx, event, actor) => {
    const { ids, reason } = event.data
    const unheard = await lettersOf(tx, event, actor)
    for (const { id, events } of unheard) await announceOwnNews(tx, await dropNoticesOf(tx, id, events))
    const { facts, named } = await aboutEach(tx, ids, event.data)
    const announced = (own: Facts): Announcement => ({
      ...announcement('answer', withText(textOf(own), reason)),
      moments: momentsOf(own, {}, undefined),
    })
    const silent = new Set(unheard.map(({ id }) => id))
    const heard = [...facts].filter(([id]) => !silent.has(id))
    const of = new Map(heard.map(([id, own]) => [id, [announced(own)]]))
    await notifyPeople(tx, actor, event, { entity: 'agreement', of, named })
  }

export const onCalledOff = closing<'agreement.called_off'>(tellCalledOff, (facts) =>
  facts.releaseDate ? `Релиз закрыт, установка отменяется: ${when(facts)}` : 'Релиз закрыт, устанавливать его не будут',
)

export const onResumed = closing<'agreement.resumed'>(tellResumed, (facts) =>
  facts.releaseDate ? `Релиз снова в работе, дата установки прежняя: ${when(facts)}` : 'Релиз снова в работе',
)

/** Deletes the notices of an act that is undone; its questions wait for an answer again. */
export const onRestored: Listener<'agreement.restored'> = async (tx, { at, data: { ids, events } }) => {
  await announceOwnNews(tx, await takeBackNotices(tx, { ids, events, at }))
}

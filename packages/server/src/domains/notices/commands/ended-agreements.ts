import type { Listener } from '../../../platform/events.ts'
import { announceOwnNews } from '../../../platform/own-news.ts'
import { plannedInWords as when } from '../../../platform/plain-text.ts'
import { tellCalledOff, tellResumed } from '../../letters/port.ts'
import { partiesOf, thingsOf } from '../queries/things.ts'
import { withText } from '../rules/sentences.ts'
import { dropNoticesOf, takeBackNotices } from '../store.ts'
import { announcement, factsOfEach, momentsOf, type Facts } from './agreements.ts'
import { notifyPeople, type Announcement } from './announcing.ts'

/** Notices about agreements that were withdrawn or whose release was closed without them, and of taking that back. */

/**
 * Notifies everybody concerned by the agreements that one act has withdrawn. Those that were deleted, by themselves or
 * with their release, are announced under a different entity, because they can no longer be opened.
 */
export const onWithdrawn: Listener<'agreement.withdrawn'> = async (tx, event, actor) => {
  const { ids, said, reason } = event.data
  const announcements = [announcement('answer', withText(`Согласование снято. ${said}`, reason))]
  const of = new Map(ids.map((id) => [id, announcements]))
  const gone = await thingsOf(tx, 'withdrawn', ids)
  for (const { entity_id } of gone) of.delete(entity_id)
  await notifyPeople(tx, actor, event, { entity: 'agreement', of })
  if (gone.length === 0) return
  const ofGone = new Map(gone.map(({ entity_id }) => [entity_id, announcements]))
  const parties = await partiesOf(tx, 'agreement', [...ofGone.keys()])
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
    const facts = await factsOfEach(tx, ids)
    const announced = (own: Facts): Announcement => ({
      ...announcement('answer', withText(textOf(own), reason)),
      moments: momentsOf(own, {}, undefined),
    })
    const silent = new Set(unheard.map(({ id }) => id))
    const heard = [...facts].filter(([id]) => !silent.has(id))
    const of = new Map(heard.map(([id, own]) => [id, [announced(own)]]))
    await notifyPeople(tx, actor, event, { entity: 'agreement', of })
  }

export const onCalledOff = closing<'agreement.called_off'>(tellCalledOff, (facts) =>
  facts.releaseDate ? `Релиз закрыт, установка отменяется: ${when(facts)}` : 'Релиз закрыт, устанавливать его не будут',
)

export const onResumed = closing<'agreement.resumed'>(tellResumed, (facts) =>
  facts.releaseDate ? `Релиз снова в работе, дата установки прежняя: ${when(facts)}` : 'Релиз снова в работе',
)

/** Deletes the notices of an act that is undone; its questions wait for an answer again. */
export const onRestored: Listener<'agreement.restored'> = async (tx, { data: { ids, events, at } }) => {
  await announceOwnNews(tx, await takeBackNotices(tx, { ids, events, at }))
}

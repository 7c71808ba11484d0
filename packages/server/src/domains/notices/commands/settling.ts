import { listenerOfMany, type EventKind, type Listener, type WrittenEvent } from '../../../platform/events.ts'
import { announceOwnNews } from '../../../platform/live/own-news.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { ASKING, isAwaitedAgain, MAIL } from '../rules/asking.ts'
import {
  agreementsOf,
  agreementsPublished,
  lastHidden,
  thingsDelivered,
  thingsOfCompany,
  type Things,
} from '../queries/settling.ts'
import { reopenNotices, settleNotices } from '../store.ts'

const idsIn = (data: object): number[] =>
  'ids' in data && Array.isArray(data.ids) ? data.ids.filter((id) => typeof id === 'number') : []

/**
 * The things in an event that somebody may have been asked about: for releases that were published, their agreements
 * too, and for a company that was hidden, its requests and agreements.
 */
async function touched(tx: Transaction, event: WrittenEvent): Promise<Things[]> {
  const { kind, entity, entity_id, data } = event
  if (kind.startsWith('agreement.') && entity !== 'agreement') return [['agreement', idsIn(data)]]
  if (kind === 'mail.back') return [[MAIL.entity, [MAIL.id]]]
  // A notice of a letter that did not arrive is about the letter's thing.
  if (entity === 'delivery') return thingsDelivered(tx, [entity_id, ...idsIn(data)])
  if (kind === 'company.hidden') return thingsOfCompany(tx, entity_id)
  if (!ASKING.has(entity)) return []
  const own: Things = [entity, [entity_id, ...idsIn(data)]]
  return entity === 'publication' ? [own, ['agreement', await agreementsPublished(tx, entity_id)]] : [own]
}

/**
 * Settles notices whose matter is settled, no matter by whom or how: after every event the open matters are looked up,
 * and the bells of the people no longer asked are updated.
 */
export const onAnything = listenerOfMany<EventKind>(async (tx, events) => {
  const all = new Map<string, number[]>()
  const add = ([entity, ids]: Things) => void all.set(entity, [...(all.get(entity) ?? []), ...ids])
  for (const event of events) (await touched(tx, event)).forEach(add)
  // Whoever was asked about a date may no longer be asked because of its release.
  const releases = all.get('release') ?? []
  if (releases.length > 0) add(['agreement', await agreementsOf(tx, releases)])
  for (const [entity, ids] of all) {
    if (ids.length > 0) await announceOwnNews(tx, await settleNotices(tx, entity, ids, events[0]?.at ?? ''))
  }
})

/** What was settled when a company was hidden is asked again when it is shown, as far as it is still open. */
export const onCompanyShown: Listener<'company.shown'> = async (tx, { entity_id, at }) => {
  const hidden = await lastHidden.first(tx, { company: entity_id })
  if (!hidden) return
  for (const [entity, ids] of await thingsOfCompany(tx, entity_id, hidden.at)) {
    await announceOwnNews(tx, await reopenNotices(tx, entity, ids, at))
  }
}

/**
 * What was settled because nobody waited for a company any more, since its release was closed or deleted or the company
 * was taken off it, is asked again once it is waited for.
 */
export const onReleaseAwaited = listenerOfMany<'release.changed'>(async (tx, events) => {
  const releases = events.filter(({ data }) => isAwaitedAgain(data)).map(({ entity_id }) => entity_id)
  if (releases.length === 0) return
  const ids = await agreementsOf(tx, releases)
  if (ids.length > 0) await announceOwnNews(tx, await reopenNotices(tx, 'agreement', ids, events[0]?.at ?? ''))
})

/** The same once an agreement that was deleted is there again. */
export const onAgreementReturned: Listener<'agreement.returned'> = async (tx, { entity_id, at }) =>
  announceOwnNews(tx, await reopenNotices(tx, 'agreement', [entity_id], at))

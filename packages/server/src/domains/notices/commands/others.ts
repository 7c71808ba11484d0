import type { Listener } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { withdrawalReaders } from '../../letters/port.ts'
import { momentInWords } from '../../../platform/text/plain-text.ts'
import { administratorIds, commentBy, failedDelivery, releasedBy } from '../queries/others.ts'
import { MAIL } from '../rules/asking.ts'
import { quoted, withText } from '../rules/sentences.ts'
import { newsOf, notifyPeople, type Announcement } from './announcing.ts'

/** Notices about comments, publications, failed deliveries and backups. */

export const onCommented: Listener<'registry.commented'> = async (tx, event, actor) => {
  const { comment_id, mentions } = event.data
  const { comment } = await commentBy.one(tx, { id: comment_id })
  const text = withText('Комментарий', comment)
  const others: Announcement = { kind: 'comment', text, to: ({ id }) => !mentions.includes(id) }
  await notifyPeople(tx, actor, event, newsOf('registry_entry', event.entity_id, [others]))
}

export const onMentioned: Listener<'registry.mentioned'> = async (tx, event, actor) => {
  const { entity_id, data } = event
  const { comment } = await commentBy.one(tx, { id: data.comment_id })
  const named = data.users.map((user_id) => ({ entity_id, user_id, role: 'mentioned' as const }))
  const text = withText('Вас упомянули', comment)
  const mention: Announcement = { kind: 'mention', text, isDirect: true, to: ({ id }) => data.users.includes(id) }
  await notifyPeople(tx, actor, event, newsOf('registry_entry', entity_id, [mention], named))
}

const titles = (all: string[]) => `${all.length > 1 ? 'Опубликованы релизы' : 'Опубликован релиз'}: ${all.join(', ')}`

type Released = Awaited<ReturnType<typeof releasedBy.all>>

/** What each company's people are told of the releases that it gets. */
const toCompanies = (released: Released, textOf: (titles: string[]) => string): Announcement[] =>
  [...Map.groupBy(released, ({ idcomp }) => idcomp)].map(([idcomp, items]) => ({
    kind: 'publication',
    text: textOf(items.map(({ title }) => title)),
    to: (party) => idcomp !== null && party.idcomp === idcomp,
    isDirect: true,
  }))

/** The notices of a publication: staff are notified of all of its releases, each company of those it gets. */
async function announcedBy(tx: Transaction, publication_id: number, textOf: (titles: string[]) => string) {
  const released = await releasedBy.all(tx, { publication_id })
  const all = [...new Map(released.map(({ id, title }) => [id, title])).values()]
  const toStaff: Announcement = { kind: 'publication', text: textOf(all), to: ({ isRivc }) => isRivc, isDirect: true }
  return newsOf('publication', publication_id, [...toCompanies(released, textOf), toStaff])
}

export const onPublished: Listener<'publication.published'> = async (tx, event, actor) =>
  notifyPeople(tx, actor, event, await announcedBy(tx, event.data.publication_id, titles))

/** Notifies companies of what was hidden when it was published. */
export const onShown: Listener<'publication.shown'> = async (tx, event, actor) => {
  const { entity_id, data } = event
  const released = await releasedBy.all(tx, { publication_id: entity_id })
  const shown = released.filter(({ id }) => data.release_ids.includes(id))
  await notifyPeople(tx, actor, event, newsOf('publication', entity_id, toCompanies(shown, titles)))
}

/** Notifies the same people, and whoever is written to besides, that the files must not be installed. */
export const onPublicationWithdrawn: Listener<'publication.withdrawn'> = async (tx, event, actor) => {
  const { publication_id: entity_id, reason } = event.data
  const textOf = (all: string[]) => withText(`Публикация отозвана: ${all.join(', ')}`, reason)
  const readers = await withdrawalReaders(tx, entity_id, actor.person.id)
  const named = readers.map((user_id) => ({ entity_id, user_id, role: 'recipient' as const }))
  await notifyPeople(tx, actor, event, { ...(await announcedBy(tx, entity_id, textOf)), named })
}

/**
 * Notifies the sender of a delivery that failed; if the schedule, a client or somebody who has left caused it, the author
 * of the thing. Of letters about accounts only administrators are notified, who can do something about them.
 */
export const onDeliveryFailed: Listener<'delivery.failed'> = async (tx, event, actor) => {
  const failed = await failedDelivery.one(tx, { id: event.entity_id })
  const { entity, entity_id, user_id, is_present } = failed
  const isTold = is_present && (entity === 'user' ? failed.isAdmin : failed.isRivc)
  const named = user_id && isTold ? [{ entity_id, user_id, role: 'doer' as const }] : []
  const role = named.length > 0 ? 'doer' : 'author'
  const what = failed.kind === 'mail' ? `Письмо не дошло до ${failed.target}` : `Файл не скопирован в ${failed.target}`
  const announcement: Announcement = {
    kind: 'delivery',
    text: withText(what, failed.last_error ?? ''),
    matter: `delivery ${event.entity_id}`,
    to: ({ isRivc, roles }) => isRivc && roles.includes(role),
    isDirect: true,
  }
  await notifyPeople(tx, actor, event, newsOf(entity, entity_id, [announcement], named))
}

/** Everybody who runs the installation. */
const administrators = async (tx: Transaction, entity_id: number) =>
  (await administratorIds.all(tx, {})).map(({ id }) => ({ entity_id, user_id: id, role: 'responsible' as const }))

/** Notifies all administrators that no letter leaves. A letter about that would come when it is no longer so. */
export const onMailDown: Listener<'mail.down'> = async (tx, event, actor) => {
  const { since, reason, count } = event.data
  const announcement: Announcement = {
    kind: 'delivery',
    text: `Почта не уходит с ${momentInWords(since)}: ${reason}. Писем ждёт: ${count}`,
    matter: MAIL.entity,
    isDirect: true,
    isNoLetter: true,
    to: () => true,
  }
  await notifyPeople(tx, actor, event, newsOf(MAIL.entity, MAIL.id, [announcement], await administrators(tx, MAIL.id)))
}

/** Notifies all administrators of trouble with backups. */
export const onBackupTrouble: Listener<'backup.trouble'> = async (tx, event, actor) => {
  const { entity_id, data } = event
  const named = await administrators(tx, entity_id)
  const announcement: Announcement = { kind: 'system', text: quoted(data.sentence), isDirect: true, to: () => true }
  await notifyPeople(tx, actor, event, newsOf('backup', entity_id, [announcement], named))
}

import type { Listener, WrittenEvent } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { entryOf } from '../queries/threads.ts'
import { withText } from '../rules/sentences.ts'
import { beginWatching } from '../store.ts'
import { newsOf, notifyPeople, type Announcement } from './announcing.ts'

/** Notices about the conversation of a request, for its author, its followers and the people mentioned. */

/** People who write or are mentioned follow the request from now on, unless they opted out. */
const follow = (tx: Transaction, { entity_id, at }: WrittenEvent, people: (number | null)[]) =>
  beginWatching(
    tx,
    people.filter((id) => id !== null).map((user_id) => ({ entity: 'request', entity_id, user_id, watches: true, at })),
  )

const readersOf = (internal: boolean): Announcement['to'] => (internal ? ({ isRivc }) => isRivc : () => true)

const namedBy = (entity_id: number, mentions: number[]) =>
  mentions.map((user_id) => ({ entity_id, user_id, role: 'mentioned' as const }))

/** What the people whom an entry mentions get, even if they opted out. */
const mention = (text: string, internal: boolean, mentions: number[]): Announcement => ({
  kind: 'mention',
  text: withText('Вас упомянули', text),
  to: (party) => readersOf(internal)(party) && mentions.includes(party.id),
  isDirect: true,
})

export const onTalked: Listener<'thread.said'> = async (tx, event, actor) => {
  const { entity_id, data } = event
  const { text, author_id, owner_id } = await entryOf.one(tx, { id: data.entry_id })
  const { mentions, internal, asks, thread_id } = data
  const mayRead = readersOf(internal)
  const matter = asks ? { matter: `thread ${thread_id} open` } : {}
  const title = internal ? 'Запись для своих' : asks ? 'Вопрос по заявке' : 'В переписке'
  const named = [
    ...namedBy(entity_id, mentions),
    ...(owner_id === null ? [] : [{ entity_id, user_id: owner_id, role: 'responsible' as const }]),
  ]
  const announcements: Announcement[] = [
    mention(text, internal, mentions),
    { kind: 'talk', text: withText(title, text), to: mayRead, ...matter },
  ]
  await notifyPeople(tx, actor, event, newsOf('request', entity_id, announcements, named))
  await follow(tx, event, [author_id, ...mentions])
}

/** Notifies the people whom an entry mentions only since it was edited, and nobody else of the edit. */
export const onMentionAdded: Listener<'thread.changed'> = async (tx, event, actor) => {
  const { entity_id, data } = event
  const { entry_id, mentions = [] } = data
  if (entry_id === undefined || mentions.length === 0) return
  const { text, internal } = await entryOf.one(tx, { id: entry_id })
  const news = newsOf('request', entity_id, [mention(text, internal, mentions)], namedBy(entity_id, mentions))
  await notifyPeople(tx, actor, event, news)
  await follow(tx, event, mentions)
}

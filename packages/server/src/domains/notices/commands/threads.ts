import type { Listener, WrittenEvent } from '../../../platform/events.ts'
import { announceOwnNews } from '../../../platform/live/own-news.ts'
import { dayInWords, WITHDRAWN } from '../../../platform/text/plain-text.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import type { NamedPerson, Party } from '../queries/things.ts'
import { entryOf, spokeIn, threadOf } from '../queries/threads.ts'
import { withText } from '../rules/sentences.ts'
import { eraseWords } from '../store.ts'
import { newsOf, notifyPeople, type Announcement } from './announcing.ts'

/** Notices about remarks, for the owner, the people who have written in them and those who work on the thing. */

/** The thread, with its owner as responsible and the people who have written in it, who wait for what follows. */
async function concerned(tx: Transaction, { entity_id, data }: WrittenEvent & { data: { thread_id: number } }) {
  const thread = await threadOf.one(tx, { id: data.thread_id })
  const named: NamedPerson[] = (await spokeIn.all(tx, { thread_id: data.thread_id })).map(({ user_id }) => ({
    entity_id,
    user_id,
    role: 'author',
  }))
  if (thread.owner_id !== null) named.push({ entity_id, user_id: thread.owner_id, role: 'responsible' })
  return { thread, named }
}

const isStaff = ({ isRivc }: Party) => isRivc
const anyone = () => true
const remark = (
  text: string,
  to: Announcement['to'],
  options: Pick<Announcement, 'matter' | 'isDirect'> = {},
): Announcement => ({
  kind: 'remark',
  text,
  to,
  ...options,
})

/**
 * The matter of a notice: the person who gets it waits for the other side, or has to answer, until the remark changes
 * its state.
 */
const matterOf = ({ id, state }: { id: number; state: string }) => ({ matter: `thread ${id} ${state}` })

/** Notifies people of an entry of either side; an internal one is announced to staff only. */
export const onSaid: Listener<'thread.raised' | 'thread.answered'> = async (tx, event, actor) => {
  const { data, entity, entity_id } = event
  const { text } = await entryOf.one(tx, { id: data.entry_id })
  const { thread, named } = await concerned(tx, event)
  const isInternal = 'internal' in data && data.internal
  const whose = data.side === 'client' ? 'клиента' : 'поставщика'
  const title =
    event.kind === 'thread.raised'
      ? `Замечание ${whose}`
      : isInternal
        ? 'Запись для своих'
        : `Ответ ${whose} на замечание`
  const to = isInternal ? isStaff : anyone
  await notifyPeople(
    tx,
    actor,
    event,
    newsOf(entity, entity_id, [remark(withText(title, text), to, isInternal ? {} : matterOf(thread))], named),
  )
}

export const onThreadClosed: Listener<'thread.closed'> = async (tx, event, actor) => {
  const { data, entity, entity_id } = event
  const { thread, named } = await concerned(tx, event)
  const text = withText(thread.kind === 'talk' ? 'Ответ больше не нужен' : 'Замечание закрыто', data.reason)
  await notifyPeople(tx, actor, event, newsOf(entity, entity_id, [remark(text, anyone)], named))
}

/** Notifies people that a remark waits for an answer again, as of an answer that opens it. */
export const onReopened: Listener<'thread.changed'> = async (tx, event, actor) => {
  const { data, entity, entity_id } = event
  if (!data.reopened) return
  const { thread, named } = await concerned(tx, event)
  const again = remark(withText('Замечание открыто снова', thread.text), anyone, matterOf(thread))
  await notifyPeople(tx, actor, event, newsOf(entity, entity_id, [again], named))
}

/** Withdrawn words are no longer read in notices either, nor sent by a daily letter. */
export const onEntryWithdrawn: Listener<'thread.changed' | 'thread.closed'> = async (tx, event) => {
  const { entity, entity_id, data } = event
  if (data.withdrawn === undefined) return
  const words = { entity, entity_id, thread_id: data.thread_id, entry_id: data.withdrawn }
  await announceOwnNews(tx, await eraseWords(tx, words, WITHDRAWN))
}

/** Notifies the person who has been given the thread, even if they opted out. */
export const onHandedOver: Listener<'thread.changed'> = async (tx, event, actor) => {
  const { data, entity, entity_id } = event
  if (data.owner_id === undefined) return
  const { thread, named } = await concerned(tx, event)
  const day = thread.due === null ? '' : `, ответить нужно до ${dayInWords(thread.due)}`
  const text =
    thread.kind === 'talk' ? 'Вы отвечаете за переписку' : withText(`Вы отвечаете за замечание${day}`, thread.text)
  const isMeant = ({ id }: Party) => id === data.owner_id
  const options = { ...matterOf(thread), isDirect: true }
  await notifyPeople(tx, actor, event, newsOf(entity, entity_id, [remark(text, isMeant, options)], named))
}

/** Notifies those who have to answer, even if they opted out. */
export const onThreadDue: Listener<'thread.due'> = async (tx, event, actor) => {
  const { data, entity, entity_id } = event
  const { thread, named } = await concerned(tx, event)
  const isMeant = ({ id, isRivc }: Party) => isRivc && (data.stage === 'people' || id === thread.owner_id)
  const day = thread.due === null ? '' : ` до ${dayInWords(thread.due)}`
  const text = withText(`Замечание ждёт ответа${day}`, thread.text)
  await notifyPeople(
    tx,
    actor,
    event,
    newsOf(entity, entity_id, [remark(text, isMeant, { ...matterOf(thread), isDirect: true })], named),
  )
}

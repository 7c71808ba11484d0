import type { EventActor, Listener } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { knowing } from '../../access/port.ts'
import { newLink, type LinkAddressee } from '../../agreements/port.ts'
import { addressees, withSubstitutes } from '../queries/letters.ts'
import { agreementAround, type AgreementAround } from '../queries/agreements.ts'
import { anySent, sharedEntries, spokeIn, threadAround } from '../queries/threads.ts'
import { reachable } from '../rules.ts'
import type { Around } from '../templates/agreement-letters.ts'
import {
  closedForAuthor,
  dueForStaff,
  threadLetterToClient,
  threadLetterToStaff,
  type ThreadFacts,
} from '../templates/thread-letters.ts'
import type { LetterContent } from '../templates/register.ts'
import { letOrHold } from './holding/collecting.ts'
import { aroundOf, write, type Cause, type Due } from './write.ts'

/** Letters about remarks, to the other side; internal entries cause no letters here. */

/** Letters about each side's entries are collected separately. */
export const TOPICS = { client: 'thread.client', staff: 'thread.staff' } as const

type ForClient = (agreement: AgreementAround, around: Around, token: string | null) => LetterContent

interface ClientLetter {
  agreement: AgreementAround
  around: Around
  content: ForClient
  entry_ids?: number[]
}

/** The people and the addresses without an account that a letter is written to. */
interface Readers {
  people: { id: number; email: string }[]
  addresses: string[]
}

/** One letter for each address: people who are still recipients of the agreement answer by a link, others sign in. */
function dueOfClient(
  { agreement, around, content, entry_ids = [] }: ClientLetter,
  { people, addresses }: Readers,
): Due[] {
  const isRecipient = (id: number) => agreement.recipients.some((one) => one.id === id)
  const due = (target: string, addressee: LinkAddressee | null): Due => {
    const link = addressee && newLink(agreement, addressee, { asked_by: null, at: around.at })
    const written = () => content(agreement, around, link && link.token)
    return { content: written, ...(link ? { link } : {}), ics: null, targets: [target], entry_ids }
  }
  return [
    ...people.map(({ id, email }) => due(email, isRecipient(id) ? { user_id: id, sent_to: email } : null)),
    ...addresses.map((address) => due(address, { address })),
  ]
}

type Rows = Awaited<ReturnType<typeof sharedEntries.all>>

const firstOf = (rows: Rows, remark: string): ThreadFacts => ({
  remark,
  text: rows.map(({ text }) => text).join('\n\n'),
})

/** A letter to the client with words of staff about a remark. */
export const withWordsOfStaff = (rows: Rows, remark: string): ForClient =>
  threadLetterToClient(
    firstOf(rows, remark),
    rows.every(({ id, first_id }) => id === first_id),
  )

/** A letter to staff with words of the client about a remark. */
export function withWordsOfClient(rows: Rows, remark: string, agreement: AgreementAround, around: Around) {
  const isRemark = rows.every(({ id, first_id }) => id === first_id)
  const isForClient = isRemark && rows.every(({ by_staff }) => by_staff)
  const told = isForClient ? { ...around, actor: `${around.actor} за клиента` } : around
  return threadLetterToStaff(agreement, firstOf(rows, remark), told, isRemark)
}

/** The entries of a letter; «opened again» quotes none. */
const idsOf = (rows: Rows) => rows.flatMap(({ id }) => id || [])

/** Nothing is written to a company about what it cannot see, such as an unsent date in a hidden release. */
const mayWriteToClient = async (tx: Transaction, { id, not_publishing }: AgreementAround) =>
  !not_publishing && (await knowing(tx, 'agreement', id)).length > 0

/** The people of an agreement's company by id, and addresses without an account. */
interface Side {
  ids: number[]
  addresses: string[]
}

/** Those that can be written to, with the substitutes of the people. */
async function reachableOf(
  tx: Transaction,
  { company_id, recipientsExtra }: AgreementAround,
  { ids, addresses }: Side,
) {
  const people = await addressees.all(tx, { ids: await withSubstitutes(tx, [...new Set(ids)]) })
  const extra = new Set(recipientsExtra.map((address) => address.toLowerCase()))
  return {
    // Who has moved to another company reads no more of it, and an address that was taken off gets no more letters.
    people: reachable(
      people.filter(({ idcomp }) => idcomp === company_id),
      0,
    ),
    addresses: addresses.filter((one) => extra.has(one.toLowerCase())),
  }
}

const recipientsOf = ({ recipients, recipientsExtra }: AgreementAround): Side => ({
  ids: recipients.map(({ id }) => id),
  addresses: recipientsExtra,
})

/** Who is told of staff's words; once all of them have left, the company learns of it through its recipients. */
async function readersOf(tx: Transaction, agreement: AgreementAround, side: Side): Promise<Readers> {
  const told = await reachableOf(tx, agreement, side)
  const isAnybody = side.ids.length > 0 || side.addresses.length > 0
  const haveLeft = isAnybody && told.people.length === 0 && told.addresses.length === 0
  return haveLeft ? reachableOf(tx, agreement, recipientsOf(agreement)) : told
}

/** The people and addresses that are asked for the date; undefined before anybody was. */
const recipientsOnceSent = async (tx: Transaction, agreement: AgreementAround) =>
  (await anySent.first(tx, { id: agreement.id })) === undefined ? undefined : recipientsOf(agreement)

async function dueOfStaffsWords(
  tx: Transaction,
  agreement: AgreementAround,
  around: Around,
  rows: Rows,
): Promise<Due[]> {
  if (!(await mayWriteToClient(tx, agreement))) return []
  const { text } = await threadAround.one(tx, { id: rows[0]?.thread_id ?? 0 })
  const content = withWordsOfStaff(rows, text)
  const spoken = await spokeIn(tx, [...new Set(rows.map(({ thread_id }) => thread_id))])
  // What staff began, also for the client, goes to everybody who is asked for the date, an answer to those who have written.
  const asked = rows.some(({ by_staff }) => by_staff) ? await recipientsOnceSent(tx, agreement) : undefined
  const side = { ids: [...spoken.ids, ...(asked?.ids ?? [])], addresses: asked?.addresses ?? spoken.addresses }
  const letter = { agreement, around, content, entry_ids: idsOf(rows) }
  return dueOfClient(letter, await readersOf(tx, agreement, side))
}

async function dueOfClientsWords(
  tx: Transaction,
  actor: EventActor,
  agreement: AgreementAround,
  around: Around,
  rows: Rows,
): Promise<Due[]> {
  const { text } = await threadAround.one(tx, { id: rows[0]?.thread_id ?? 0 })
  const owners = await addressees.all(tx, { ids: rows.flatMap(({ owner_id }) => owner_id ?? []) })
  const targets = reachable([...owners, ...agreement.team], actor.person.id).map(({ email }) => email)
  const content = async () => withWordsOfClient(rows, text, agreement, around)
  return [{ content, ics: null, targets: [...new Set(targets)], entry_ids: idsOf(rows) }]
}

/** Writes the letters about entries to the other side. @returns the addresses they go to */
export async function writeEntries(
  tx: Transaction,
  actor: EventActor,
  cause: Cause,
  { topic, entry_ids }: { topic: string; entry_ids: number[] },
): Promise<string[]> {
  const rows = await sharedEntries.all(tx, { ids: entry_ids })
  if (rows.length === 0) return []
  const agreement = await agreementAround(tx, cause.entity_id)
  const around = aroundOf(actor, cause)
  const due = await (topic === TOPICS.staff
    ? dueOfStaffsWords(tx, agreement, around, rows)
    : dueOfClientsWords(tx, actor, agreement, around, rows))
  await write(tx, actor, cause, due)
  return due.flatMap(({ targets }) => targets)
}

type Written = 'thread.raised' | 'thread.answered'

/** Sends a side's first entry at once, and those that follow closely together. */
export const onEntry: Listener<Written> = async (tx, event, actor) => {
  const { data, entity } = event
  if (entity !== 'agreement' || ('internal' in data && data.internal)) return
  const topic = TOPICS[data.side]
  await letOrHold(tx, event, topic, async () => {
    await writeEntries(tx, actor, event, { topic, entry_ids: [data.entry_id] })
  })
}

/**
 * Notifies the author of a client's remark that staff have closed it, and why; if staff raised it for the client,
 * everybody who is asked for the date.
 */
export const onThreadClosed: Listener<'thread.closed'> = async (tx, event, actor) => {
  const { data, entity } = event
  const thread = await threadAround.one(tx, { id: data.thread_id })
  if (entity !== 'agreement' || data.by !== 'staff' || thread.side !== 'client') return
  const agreement = await agreementAround(tx, event.entity_id)
  if (!(await mayWriteToClient(tx, agreement))) return
  const author = {
    ids: thread.author_id === null ? [] : [thread.author_id],
    addresses: thread.address === null ? [] : [thread.address],
  }
  const side = (thread.by_staff ? await recipientsOnceSent(tx, agreement) : undefined) ?? author
  const content = closedForAuthor(thread.text, data.reason)
  const around = aroundOf(actor, event)
  await write(tx, actor, event, dueOfClient({ agreement, around, content }, await readersOf(tx, agreement, side)))
}

const AGAIN = 'Замечание открыто снова'

/** Writes to the other side that a remark was opened again, as an answer that opens it is written to it. */
export const onReopened: Listener<'thread.changed'> = async (tx, event, actor) => {
  const { data, entity } = event
  if (entity !== 'agreement' || !data.reopened) return
  const { id: thread_id, by_staff, owner_id } = await threadAround.one(tx, { id: data.thread_id })
  const agreement = await agreementAround(tx, event.entity_id)
  const around = aroundOf(actor, event)
  // Not the words that the remark began with, but words about it.
  const rows = [{ id: 0, first_id: data.entry_id ?? -1, text: AGAIN, thread_id, by_staff, owner_id }]
  const due = await (actor.person.isRivc
    ? dueOfStaffsWords(tx, agreement, around, rows)
    : dueOfClientsWords(tx, actor, agreement, around, rows))
  await write(tx, actor, event, due)
}

/** Reminds owners of remarks; at the last stage also the people of the release. */
export const onThreadDue: Listener<'thread.due'> = async (tx, event, actor) => {
  const { data, entity, entity_id } = event
  const { text, due, owner_id } = await threadAround.one(tx, { id: data.thread_id })
  if (entity !== 'agreement' || due === null) return
  const agreement = await agreementAround(tx, entity_id)
  const known = await addressees.all(tx, { ids: owner_id === null ? [] : [owner_id] })
  const owners = known.filter(({ is_blocked }) => !is_blocked)
  const people = data.stage === 'people' ? [...owners, ...agreement.team] : owners
  const owner = owners[0]?.name ?? 'никто не назначен, выберите ответственного в согласовании'
  const targets = [...new Set(reachable(people, 0).map(({ email }) => email))]
  const around = aroundOf(actor, event)
  await write(tx, actor, event, [
    { content: () => dueForStaff(agreement, { remark: text, due, owner }, around), ics: null, targets },
  ])
}

import { threads, type linkedThreads } from '@vypusk/contract'
import { abilityOf } from '../../../platform/ability.ts'
import type { Actor, Call, Db } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { secretHash } from '../../../platform/credentials/secret.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { serve, takeIn } from '../../files/port.ts'
import { answerInside, cleanWords, raiseInside, threadsOf, turnInside } from '../../threads/port.ts'
import { entryFile, linkFilesOf } from '../queries/link-use.ts'
import { knownAgreement } from '../queries/agreements.ts'
import type { Link } from '../queries/links.ts'
import { tokenIn, unknownLink } from '../rules/links.ts'
import { lockAgreement } from '../store/agreements.ts'
import { insertLinkFiles } from '../store/links.ts'
import { followed } from './valid-link.ts'
import { mayWrite, mustBeAbleToSend, mustBeAbleToWrite } from './link-limits.ts'

/** Remarks written through a letter's link, which they do not use up (docs/decisions/0067). */

const aboutOf = ({ agreement_id }: Link) => ({ entity: 'agreement' as const, entity_id: agreement_id })

type Reading = Pick<Call<typeof linkedThreads.read>, 'deps' | 'params' | 'query' | 'address' | 'idempotency'>

/** Checks that the agreement is visible to the link's company. @throws 404 when it no longer is */
async function mustKnow(db: Db, { person, agreement_id }: Link) {
  if (!(await knownAgreement(db, person, agreement_id))) throw refuseWith(unknownLink)
}

async function shownTo(db: Db, { deps, query: { last } }: Reading, link: Link): Promise<linkedThreads.Linked> {
  await mustKnow(db, link)
  return {
    threads: await threadsOf(db, link.person, aboutOf(link), last),
    can_write: abilityOf(await mayWrite(db, deps, link)),
  }
}

/** Returns the threads that the link's addressee may read. */
export const readLinkedThreads = async (call: Call<typeof linkedThreads.read>) =>
  shownTo(call.deps.db, call, await followed(call))

/**
 * Does something in the addressee's name. Calls for the same agreement run one after another; the reply is read before
 * the end, because it is what a repeated call is answered with.
 */
async function inName(call: Reading, work: (tx: Transaction, actor: Actor, link: Link) => Promise<unknown>) {
  const { deps, idempotency } = call
  const link = await followed(call)
  const actor = { deps, person: link.person, idempotency }
  return inTransaction(actor, async (tx) => {
    await lockAgreement(tx, link.agreement_id)
    await mustKnow(tx, link)
    await mustBeAbleToWrite(tx, deps, link)
    await work(tx, actor, link)
    return { message: 'Success', ...(await shownTo(tx, call, link)) }
  })
}

/** Cleans the text and its files: the addressee may attach what was uploaded through their own links. */
const wordsBy = async (tx: Transaction, actor: Actor, link: Link, { html, files }: { html: string; files: number[] }) =>
  cleanWords(tx, actor, { html, files, linked: await linkFilesOf(tx, link) })

/**
 * Raises a remark in the name of the addressee. @throws 404 or 410 for a link that may not be opened, 429 over the
 * daily number of entries
 */
export const raiseByLink = (call: Call<typeof linkedThreads.raise>) =>
  inName(call, async (tx, actor, link) => {
    const { blocks } = call.body
    const words = await wordsBy(tx, actor, link, call.body)
    return raiseInside(tx, actor, { about: aboutOf(link), words, blocks, via: 'letter' })
  })

/** Checks that the thread belongs to the link's agreement. @throws 404 when it does not */
async function mustBeOf(tx: Transaction, link: Link, id: number) {
  const all = await threadsOf(tx, link.person, aboutOf(link), 1)
  if (!all.some((thread) => thread.id === id)) throw refuse('not_found')
}

/**
 * Answers in a thread of the agreement. @throws 404 for another thread, 404 or 410 for the link, 422 in a closed one,
 * 429 over the daily number of entries
 */
export const answerByLink = (call: Call<typeof linkedThreads.answer>) =>
  inName(call, async (tx, actor, link) => {
    const { html, files } = call.body
    const thread_id = call.params.id
    await mustBeOf(tx, link, thread_id)
    const linked = await linkFilesOf(tx, link)
    return answerInside(tx, actor, { thread_id, words: { html, files, linked }, internal: false, via: 'letter' })
  })

/**
 * Closes a thread of the agreement or opens it again. @throws 404 for another thread, 403 for one of the other side,
 * 409 if it changed meanwhile, 429 over the daily number
 */
export const turnByLink = (call: Call<typeof linkedThreads.turn>) =>
  inName(call, async (tx, actor, link) => {
    await mustBeOf(tx, link, call.params.id)
    return turnInside(tx, actor, { thread_id: call.params.id, to: call.body, via: 'letter' })
  })

const LIMITS = { fileSize: threads.LINK.fileBytes, files: 1 }

/** Accepts one file, to be attached to the next entry. */
export async function uploadByLink(call: Call<typeof linkedThreads.upload>) {
  const { deps, request } = call
  const link = await followed(call)
  const { person, agreement_id } = link
  const token_hash = secretHash(tokenIn(call.params.token) ?? '')
  const { files } = await takeIn({
    request,
    deps,
    person,
    limits: LIMITS,
    admit: async (tx, more) => {
      await lockAgreement(tx, agreement_id)
      await mustBeAbleToSend(tx, deps, link, more)
    },
    inOne: (work) => inTransaction({ deps, person }, work),
    keep: (tx, kept) =>
      insertLinkFiles(
        tx,
        kept.map(({ id }) => ({ file_id: id, token_hash, at: momentOf(deps.clock) })),
      ),
  })
  const [file] = files
  if (!file) throw refuse('invalid')
  return { message: 'Success', file }
}

/** Returns a file that is attached to an entry, and no other file. */
export async function fileByLink(call: Call<typeof linkedThreads.getFile>) {
  const link = await followed(call)
  const { id } = call.params
  if (!(await entryFile.first(call.deps.db, { agreement_id: link.agreement_id, file_id: id })))
    throw refuse('not_found')
  return serve({ deps: call.deps, person: link.person }, call, id)
}

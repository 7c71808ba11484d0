import type { Db, Deps } from '../../../../platform/call.ts'
import { reachedBy } from '../../queries/accounts.ts'
import { agreementAround } from '../../queries/agreements.ts'
import { requestAround, wordsOf } from '../../queries/talks.ts'
import { authorsOf, sharedEntries, threadAround, withdrawnSince } from '../../queries/threads.ts'
import { talkContent } from '../../templates/talk-letters.ts'
import { isTalk, readersOf } from '../talks.ts'
import { TOPICS, withWordsOfClient, withWordsOfStaff } from '../threads.ts'
import { ANSWER_LINK, aroundThen, needless, UNWANTED, writtenAgain, type Outcome, type Waiting } from './letters.ts'

/** Letters that quote words say no more of what was withdrawn while they waited (docs/decisions/0077). */

/** What the event of a letter about words names. */
interface Named {
  thread_id?: number
  entry_id?: number
  side?: string
}
const namedBy = ({ data }: Waiting) => data as Named

const WITHDRAWN = 'Сообщение отозвали до того, как письмо ушло'

/** Letters of the release before name only the entry of their last event. */
const quotedIn = (waiting: Waiting): number[] => waiting.entry_ids ?? [namedBy(waiting).entry_id ?? []].flat()

async function isWithdrawn(db: Db, ids: number[], { created_at: at }: Waiting): Promise<boolean> {
  return (await withdrawnSince.first(db, { ids, at })) !== undefined
}

/** A letter about entries of remarks, which also quotes the words that the remark began with. */
async function remarkLetter(db: Db, deps: Deps, waiting: Waiting): Promise<Outcome> {
  const ids = quotedIn(waiting)
  const rows = await sharedEntries.all(db, { ids })
  const [first] = rows
  if (!first) return needless(WITHDRAWN)
  const isSame = rows.length === ids.length && !(await isWithdrawn(db, [first.first_id], waiting))
  if (isSame) return waiting
  const [agreement, { text: remark }, author] = await Promise.all([
    agreementAround(db, waiting.entity_id),
    threadAround.one(db, { id: first.thread_id }),
    authorsOf(
      db,
      rows.map(({ id }) => id),
    ),
  ])
  const around = aroundThen(deps, waiting, author)
  const [, token = null] = ANSWER_LINK.exec(waiting.text) ?? []
  const content =
    namedBy(waiting).side === 'staff'
      ? withWordsOfStaff(rows, remark)(agreement, around, token)
      : withWordsOfClient(rows, remark, agreement, around)
  return writtenAgain(db, deps, content)
}

/** A letter about the conversation of a request. */
async function talkLetter(db: Db, deps: Deps, waiting: Waiting): Promise<Outcome> {
  const ids = quotedIn(waiting)
  const [words, request] = await Promise.all([wordsOf.all(db, { ids }), requestAround(db, waiting.entity_id)])
  if (words.length === 0 || !request) return needless(WITHDRAWN)
  const readers = await readersOf(db, request, ids)
  if (!readers.some(({ email }) => email.toLowerCase() === waiting.target.toLowerCase())) return needless(UNWANTED)
  if (words.length === ids.length) return waiting
  const reached = await reachedBy(db, waiting)
  const isRivc = reached?.accounts.some((account) => account.isRivc && !account.is_gone) ?? false
  return writtenAgain(db, deps, talkContent(request, words, isRivc, aroundThen(deps, waiting, '')))
}

/** The entries that a notice quotes: that of its event, or that which the remark began with. */
async function quotedInNotice(db: Db, waiting: Waiting): Promise<number[]> {
  const { entry_id, thread_id } = namedBy(waiting)
  if (entry_id !== undefined) return [entry_id]
  if (thread_id === undefined || waiting.kind === 'thread.closed') return []
  const thread = await threadAround.first(db, { id: thread_id })
  return thread ? [thread.first_id] : []
}

/** Letters that quote whole entries, by kind; once they are all withdrawn, nothing is left to send. */
const QUOTING = new Set<string>(['thread.raised', 'thread.answered', ...Object.values(TOPICS)])

/** The letter without the words that were withdrawn meanwhile; not sent if nothing else is left. */
export async function withWordsLeft(db: Db, deps: Deps, waiting: Waiting): Promise<Outcome> {
  const { entity, kind } = waiting
  if (entity === 'request' && (kind === 'thread.said' || isTalk(kind))) return talkLetter(db, deps, waiting)
  if (entity === 'agreement' && QUOTING.has(kind)) return remarkLetter(db, deps, waiting)
  // A remark whose first words were withdrawn is closed: neither is it open again, nor has anybody to answer.
  const quotes = kind.startsWith('thread.') && (entity === 'notice' || kind === 'thread.changed')
  const isGone = quotes && (await isWithdrawn(db, await quotedInNotice(db, waiting), waiting))
  return isGone ? needless(WITHDRAWN) : waiting
}

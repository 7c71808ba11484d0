import { isDeepStrictEqual } from 'node:util'
import { ask } from '../../../platform/ability.ts'
import type { Actor } from '../../../platform/call.ts'
import type { EventActor } from '../../../platform/events.ts'
import { emitMany } from '../../../platform/events-together.ts'
import { recordMany } from '../../../platform/history.ts'
import { namedApart } from '../../../platform/named-apart.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { companiesKnowing } from '../../access/port.ts'
import { releasePolicy, type ReleaseAction } from '../policy.ts'
import { releaseDetail } from '../queries/detail.ts'
import { factsOf, type ReleaseFacts } from '../queries/facts.ts'
import { RELEASE_TITLES } from '../rules/texts.ts'
import { historyRow, historyRows, type HistoryRow } from '../store/recorded.ts'
import { lockRows, patchRow } from '../store/releases.ts'
import type { ListedCompany } from '../events.ts'

/** Locks a release. @throws 404 if there is none */
export async function lockRelease(tx: Transaction, id: number): Promise<ReleaseFacts> {
  const facts = (await lockReleases(tx, [id])).get(id)
  if (!facts) throw refuse('not_found')
  return facts
}

/** Locks several releases; ids without a release are left out. */
export async function lockReleases(tx: Transaction, ids: number[]): Promise<Map<number, ReleaseFacts>> {
  const locked = await lockRows(tx, ids)
  const facts = await factsOf(
    tx,
    locked.map(({ id }) => id),
  )
  return new Map(facts.map((each) => [each.id, each]))
}

/** What is told of a change, besides what differs. */
interface ChangeNotes {
  note?: string | undefined
  /** The reason, in words that companies may read. */
  reason?: string | undefined
  /** The rows that left the not-publishing list. */
  unlisted?: ListedCompany[] | undefined
}

/** The result of a change, as it is recorded in the history and announced. */
interface Done extends ChangeNotes {
  /** The new version of the release. */
  version: number
}

/** A release before a change; `facts` are missing for one that was deleted. */
interface Before {
  row: HistoryRow | undefined
  facts?: ReleaseFacts
}

/** A release that was changed; `before` is null for a new one. */
export interface Changed {
  id: number
  before: Before | null
  done: Done
}

/**
 * Records the differences of releases in the history and announces the changes to those who may see them; forty releases
 * take as many statements as one.
 * @param after the releases as they are now, if they have been read
 */
export async function emitChanges(
  tx: Transaction,
  actor: EventActor,
  all: Changed[],
  after?: Map<number, HistoryRow>,
): Promise<void> {
  const ids = all.map(({ id }) => id)
  const rows = after ?? (await historyRows(tx, ids))
  await recordMany(
    tx,
    actor,
    all.map(({ id, before, done: { note } }) => ({
      entity: 'release' as const,
      entity_id: id,
      titles: RELEASE_TITLES,
      ...inWords(before?.row, rows.get(id)),
      ...(note ? { note } : {}),
    })),
  )
  const known = all.filter(({ before }) => before !== null).map(({ id }) => id)
  const now = new Map((known.length > 0 ? await factsOf(tx, known) : []).map((facts) => [facts.id, facts]))
  const events = all.map(({ id, before, done: { version, reason = '', unlisted = [] } }) => {
    const knew = before?.facts ? companiesKnowing(before.facts) : []
    const change = before ? changeOfState(before.facts, now.get(id)) : null
    return {
      about: { entity: 'release' as const, entity_id: id, version, companies: null, knew },
      data: change ? { ...change, reason, unlisted } : null,
    }
  })
  await emitMany(
    tx,
    actor,
    events.flatMap(({ about, data }) => (data ? { ...about, kind: 'release.changed' as const, data } : [])),
  )
  await emitMany(
    tx,
    actor,
    events.flatMap(({ about, data }) => (data ? [] : { ...about, kind: 'changed' as const, data: {} })),
  )
}

/** The same for one release. */
export const emitChange = (
  tx: Transaction,
  actor: EventActor,
  id: number,
  before: Before | null,
  done: Done,
): Promise<void> => emitChanges(tx, actor, [{ id, before, done }])

/** What the history writes as words of a list. */
const LISTS = ['modules', 'companies', 'users', 'notPublishingList', 'files'] as const

/** The release before and after a change in the words of the history; things of a list may have the same name. */
function inWords(before: HistoryRow | undefined, after: HistoryRow | undefined) {
  const lists = LISTS.map((list) => [list, namedApart(before?.[list] ?? [], after?.[list] ?? [])] as const)
  const wordsOf = (row: HistoryRow | undefined, which: 0 | 1) => ({
    ...row,
    ...Object.fromEntries(lists.map(([list, words]) => [list, words[which]])),
  })
  return { before: before ? wordsOf(before, 0) : null, after: wordsOf(after, 1) }
}

const releaseStateOf = ({ companies, notPublishingList, ...release }: ReleaseFacts) => ({
  companies: companies.toSorted((a, b) => a - b),
  notPublishingList: notPublishingList.toSorted((a, b) => a - b),
  is_visible_for_client: release.is_visible_for_client,
  plan_date: release.plan_date,
  is_closed: release.is_closed,
})

/** The state that matters to companies, before and after; null if it has not changed. */
function changeOfState(facts: ReleaseFacts | undefined, now: ReleaseFacts | undefined) {
  const [before, after] = [facts ? releaseStateOf(facts) : null, now ? releaseStateOf(now) : null]
  return JSON.stringify(before) === JSON.stringify(after) ? null : { before, after }
}

/** A change of an existing release. */
interface Changing {
  id: number
  /** The action, as the policy names it. */
  action: ReleaseAction
  /** The version that the caller has seen; left out if they did not send one. */
  version?: number | null | undefined
}

/**
 * Changes an existing release: locks it, checks the policy, refuses a stale version with the current release, runs the
 * change, raises the version and records it. A change after which the release is what it was leaves the version, the
 * history and everybody's screens as they are.
 * @throws 404, the refusals of the policy, 409 if the version is stale
 */
export function changeRelease<Result>(
  actor: Actor,
  changing: Changing,
  change: (tx: Transaction, release: ReleaseFacts) => Promise<ChangeNotes>,
  answer: (tx: Transaction, version: number) => Promise<Result>,
): Promise<Result> {
  return inTransaction(actor, async (tx) => answer(tx, await changeInside(tx, actor, changing, change)))
}

/**
 * Checks that a locked release may be changed as it was seen.
 * @throws the refusals of the policy, 409 if the version is stale
 */
export async function checkChange(
  tx: Transaction,
  actor: Actor,
  facts: ReleaseFacts,
  { id, action, version }: Changing,
): Promise<void> {
  ask(releasePolicy, action, actor.person, facts)
  if (typeof version === 'number' && version !== facts.version) {
    throw refuse('stale', { current: await releaseDetail(actor, id, tx) })
  }
}

/** The same as part of a transaction. @returns the release's version afterwards */
export async function changeInside(
  tx: Transaction,
  actor: Actor,
  changing: Changing,
  change: (tx: Transaction, release: ReleaseFacts) => Promise<ChangeNotes>,
): Promise<number> {
  const { id } = changing
  const facts = await lockRelease(tx, id)
  await checkChange(tx, actor, facts, changing)
  const row = await historyRow(tx, id)
  const notes = await change(tx, facts)
  const after = await historyRow(tx, id)
  if (isDeepStrictEqual(row, after)) return facts.version
  const version = await patchRow(tx, actor, id, {})
  const changed = { id, before: { row, facts }, done: { ...notes, version } }
  await emitChanges(tx, actor, [changed], new Map([[id, after]]))
  return version
}

import { ask } from '../../../platform/ability.ts'
import type { Actor } from '../../../platform/call.ts'
import { emit, type EventActor } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { companiesKnowing } from '../../access/port.ts'
import { releasePolicy, type ReleaseAction } from '../policy.ts'
import { releaseDetail } from '../queries/detail.ts'
import { factsOf, type ReleaseFacts } from '../queries/facts.ts'
import { RELEASE_TITLES } from '../rules/texts.ts'
import { historyRow, lockRows, type HistoryRow } from '../store.ts'
import '../events.ts'

/** @throws 404 when there is no such release */
export async function lockRelease(tx: Transaction, id: number): Promise<ReleaseFacts> {
  const facts = (await lockReleases(tx, [id])).get(id)
  if (!facts) throw refuse('not_found')
  return facts
}

/** Several at once; those that are not there are missing. */
export async function lockReleases(tx: Transaction, ids: number[]): Promise<Map<number, ReleaseFacts>> {
  const locked = await lockRows(tx, ids)
  const facts = await factsOf(
    tx,
    locked.map(({ id }) => id),
  )
  return new Map(facts.map((each) => [each.id, each]))
}

/** What a change did: how it is explained in the history, and what it answers. */
interface Done {
  /** The release's version now. */
  version: number
  note?: string | undefined
  /** Why, in the words that companies may read. */
  reason?: string | undefined
}

/** What a release was before a change; `facts` are missing for one that was deleted. */
interface Before {
  row: HistoryRow
  facts?: ReleaseFacts
}

/** Writes what differs into the history and tells those who may know; `before` is null for a new release. */
export async function emitChange(
  tx: Transaction,
  actor: EventActor,
  id: number,
  before: Before | null,
  { version, note, reason = '' }: Done,
): Promise<void> {
  await recordChanges(tx, actor, {
    entity: 'release',
    entity_id: id,
    titles: RELEASE_TITLES,
    before: before?.row ?? null,
    after: await historyRow(tx, id),
    ...(note ? { note } : {}),
  })
  const knew = before?.facts ? companiesKnowing(before.facts) : []
  const about = { entity: 'release' as const, entity_id: id, version, companies: null, knew }
  const change = before ? await changeOfState(tx, id, before.facts) : null
  await (change
    ? emit(tx, actor, { ...about, kind: 'release.changed', data: { ...change, reason } })
    : emit(tx, actor, { ...about, kind: 'changed', data: {} }))
}

const releaseStateOf = ({ companies, notPublishingList, is_visible_for_client, plan_date }: ReleaseFacts) => ({
  companies: companies.toSorted((a, b) => a - b),
  notPublishingList: notPublishingList.toSorted((a, b) => a - b),
  is_visible_for_client,
  plan_date,
})

/** What the release was to its companies and what it is now; null when that is the same. */
async function changeOfState(tx: Transaction, id: number, facts: ReleaseFacts | undefined) {
  const [now] = await factsOf(tx, [id])
  const [before, after] = [facts ? releaseStateOf(facts) : null, now ? releaseStateOf(now) : null]
  return JSON.stringify(before) === JSON.stringify(after) ? null : { before, after }
}

/** A change of a release that exists. */
interface Changing {
  id: number
  /** What is done, as the policy knows it. */
  action: ReleaseAction
  /** What the caller saw; left out where they do not say. */
  version?: number | null | undefined
}

/**
 * Changes a release that exists: locks it, asks the policy, refuses a stale version with what is there now,
 * runs the change and records it.
 * @throws 404, what the policy refuses, 409 stale
 */
export function changeRelease<Result>(
  actor: Actor,
  changing: Changing,
  change: (tx: Transaction, release: ReleaseFacts) => Promise<Done>,
  answer: (tx: Transaction, version: number) => Promise<Result>,
): Promise<Result> {
  return inTransaction(actor, async (tx) => answer(tx, await changeInside(tx, actor, changing, change)))
}

/** The same as a part of a transaction; returns the release's version now. */
export async function changeInside(
  tx: Transaction,
  actor: Actor,
  { id, action, version }: Changing,
  change: (tx: Transaction, release: ReleaseFacts) => Promise<Done>,
): Promise<number> {
  const facts = await lockRelease(tx, id)
  ask(releasePolicy, action, actor.person, facts)
  if (version && version !== facts.version) throw refuse('stale', { current: await releaseDetail(actor, id, tx) })
  const row = await historyRow(tx, id)
  const done = await change(tx, facts)
  await emitChange(tx, actor, id, { row, facts }, done)
  return done.version
}

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
import { historyRow, lockRows, type HistoryRow } from '../store/releases.ts'
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

/** The result of a change, as it is recorded in the history and announced. */
interface Done {
  /** The new version of the release. */
  version: number
  note?: string | undefined
  /** The reason, in words that companies may read. */
  reason?: string | undefined
  /** The rows that left the not-publishing list. */
  unlisted?: ListedCompany[] | undefined
}

/** A release before a change; `facts` are missing for one that was deleted. */
interface Before {
  row: HistoryRow
  facts?: ReleaseFacts
}

/**
 * Records the differences in the history and announces the change to those who may see it; `before` is null for a new
 * release.
 */
export async function emitChange(
  tx: Transaction,
  actor: EventActor,
  id: number,
  before: Before | null,
  { version, note, reason = '', unlisted = [] }: Done,
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
    ? emit(tx, actor, { ...about, kind: 'release.changed', data: { ...change, reason, unlisted } })
    : emit(tx, actor, { ...about, kind: 'changed', data: {} }))
}

const releaseStateOf = ({ companies, notPublishingList, ...release }: ReleaseFacts) => ({
  companies: companies.toSorted((a, b) => a - b),
  notPublishingList: notPublishingList.toSorted((a, b) => a - b),
  is_visible_for_client: release.is_visible_for_client,
  plan_date: release.plan_date,
  is_closed: release.is_closed,
})

/** The state that matters to companies, before and after; null if it has not changed. */
async function changeOfState(tx: Transaction, id: number, facts: ReleaseFacts | undefined) {
  const [now] = await factsOf(tx, [id])
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
 * change and records it.
 * @throws 404, the refusals of the policy, 409 if the version is stale
 */
export function changeRelease<Result>(
  actor: Actor,
  changing: Changing,
  change: (tx: Transaction, release: ReleaseFacts) => Promise<Done>,
  answer: (tx: Transaction, version: number) => Promise<Result>,
): Promise<Result> {
  return inTransaction(actor, async (tx) => answer(tx, await changeInside(tx, actor, changing, change)))
}

/** The same as part of a transaction. @returns the release's new version */
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

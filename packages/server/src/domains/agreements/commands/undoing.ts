import type { consequences } from '@vypusk/contract'
import type { Actor, Call, Db, Person } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit, type EventKinds } from '../../../platform/events.ts'
import { recordChanges, recordMany } from '../../../platform/history.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { lockCompany, patchCompany, presentCompanies } from '../../catalog/port.ts'
import { lockReleases, restoreRelease, returnCompanies, type ReleaseFacts } from '../../releases/port.ts'
import { reasons } from '../policy.ts'
import { placesTaken } from '../queries/agreements.ts'
import { actOf, actsOf, changesSince, endedSince, hiddenAmong, type ActRow } from '../queries/withdrawals.ts'
import { HELD_SECONDS, CHANGE_NAMES, isSameFor, isUndoable, without, type Change } from '../rules/consequences.ts'
import { decisionWords, lifeTitles, titles } from '../rules/titles.ts'
import { lockAgreements, markScopes } from '../store/agreements.ts'
import { markUndone, restoreEnded, type Restored } from '../store/withdrawals.ts'
import '../events.ts'

/** An act that withdrew agreements can be undone for a minute, together with its letters. */

const ago = (now: string, seconds: number) => new Date(Date.parse(now) - seconds * 1000).toISOString()
const untilOf = (at: string) => new Date(Date.parse(at) + HELD_SECONDS * 1000).toISOString()

/** Returns the acts that the person can undo now, the latest first. */
export async function withdrawalsOf({ deps, person }: { deps: Actor['deps']; person: Person }) {
  const now = momentOf(deps.clock)
  const rows = await actsOf(deps.db, person.id, ago(now, HELD_SECONDS))
  const undoable = rows.filter(({ at }) => isUndoable(at, now))
  const acts = [...Map.groupBy(undoable, ({ act_id }) => act_id)].map(([act_id, of]) => ({
    act_id,
    said: CHANGE_NAMES[(of[0]?.change ?? 'withdrawn_by_hand') as Change],
    until: untilOf(of[0]?.at ?? ''),
    agreements: of.map(({ agreement_id, company, release }) => ({ id: agreement_id, company, release })),
  }))
  return { acts }
}

/** Returns until when the act that ended the agreement can be undone; null if none can be. */
export async function undoableUntil(db: Db, id: number, now: string): Promise<string | null> {
  const ended = await endedSince.first(db, { id, since: ago(now, HELD_SECONDS) })
  return ended && isUndoable(ended.at, now) ? untilOf(ended.at) : null
}

/** Undoes an act. @throws 404, 409 once it is too late */
export const undoWithdrawal = (call: Call<typeof consequences.undo>) =>
  inTransaction(call, async (tx) => ({
    message: 'Success',
    agreements: await undoInside(tx, call, call.body.act_id),
  }))

async function undoInside(tx: Transaction, actor: Actor, act_id: number): Promise<number[]> {
  const now = momentOf(actor.deps.clock)
  const rows = await actOf.all(tx, { act_id, user_id: actor.person.id })
  const [first] = rows
  if (!first) throw refuse('not_found')
  // The time limit also applies when nobody was notified of the act.
  if (!isUndoable(first.at, now)) throw refuseWith(reasons.undoLate)
  if ((await markUndone(tx, act_id, now)) === 0) throw refuseWith(reasons.undoneAlready)
  await putBack(tx, actor, first.change as Change, rows)
  const ended = await restoreAll(tx, rows, now)
  await record(tx, actor, rows)
  await announceUndone(tx, actor, first.at, ended)
  return ended.map(({ id }) => id)
}

/**
 * Reverts what the act did to the company or the releases, unless a later change would be undone with it; companies,
 * releases and their agreements are locked one after the other, each in the order of their ids.
 */
async function putBack(tx: Transaction, actor: Actor, change: Change, rows: ActRow[]): Promise<void> {
  const [hidden] = change === 'company_hidden' ? rows : []
  if (hidden) await showCompany(tx, actor, hidden.company_id)
  await presentCompanies(
    tx,
    rows.map(({ company_id }) => company_id),
  )
  const byRelease = Map.groupBy(rows, ({ release_id }) => release_id)
  const [deleted] = change === 'release_deleted' ? rows : []
  if (deleted) await restoreRelease(tx, actor, deleted.release_id)
  await lockEach(tx, byRelease)
  await putReleasesBack(tx, actor, byRelease)
}

type ByRelease = Map<number, ActRow[]>

/** Locks the releases. @throws 404 if one of them was deleted since */
async function lockEach(tx: Transaction, byRelease: ByRelease): Promise<Map<number, ReleaseFacts>> {
  const locked = await lockReleases(tx, [...byRelease.keys()])
  if (locked.size < byRelease.size) throw refuse('not_found')
  return locked
}

/** Restores the companies that the act took from its own release, and checks that nothing else has changed since. */
async function putReleasesBack(tx: Transaction, actor: Actor, byRelease: ByRelease): Promise<void> {
  const all = [...byRelease.values()].flat()
  const [{ act_id } = { act_id: 0 }] = all
  const first = await changesSince.all(tx, { releases: [...byRelease.keys()], act_id })
  // An act is one event, and thus changes one release at most.
  const changed = first.find(({ id }) => id === act_id)
  const own = changed && returnedBy(changed.data)
  if (own) await returnCompanies(tx, actor, changed.entity_id, own)
  const companies = [...all.map(({ company_id }) => company_id), ...(own?.removed ?? [])]
  if (await hiddenAmong.first(tx, { companies })) throw refuseWith(reasons.undoChanged)
  const now = await lockEach(tx, byRelease)
  const isSame = first.every(({ entity_id, data }) =>
    isAsBefore(byRelease.get(entity_id) ?? [], data, now.get(entity_id)),
  )
  if (!isSame) throw refuseWith(reasons.undoChanged)
}

/** Whether a release is for those that were asked what it was before its first change since the act. */
function isAsBefore(rows: ActRow[], data: EventKinds['release.changed'], now: ReleaseFacts | undefined): boolean {
  const before = data.before ?? data.after
  return !before || !now || rows.every(({ company_id }) => isSameFor(company_id, before, now))
}

/** Returns what a change did to the companies of a release; null if it created or deleted the release. */
const returnedBy = ({ before, after, unlisted = [] }: EventKinds['release.changed']) =>
  before &&
  after && {
    removed: without(before.companies, after.companies),
    listed: without(after.notPublishingList, before.notPublishingList),
    unlisted,
  }

async function showCompany(tx: Transaction, actor: Actor, id: number): Promise<void> {
  if (!(await lockCompany(tx, id))) throw refuse('not_found')
  const version = await patchCompany(tx, id, { deleted_at: null })
  await recordChanges(tx, actor, {
    entity: 'company',
    entity_id: id,
    titles: { is_hidden: 'Скрыта' },
    before: { is_hidden: true },
    after: { is_hidden: false },
    note: decisionWords.returned,
  })
  await emit(tx, actor, { kind: 'company.shown', entity: 'company', entity_id: id, version, companies: [id], data: {} })
}

async function restoreAll(tx: Transaction, rows: ActRow[], now: string): Promise<Restored[]> {
  const ids = rows.map(({ agreement_id }) => agreement_id)
  const versions = new Map((await lockAgreements(tx, ids)).map(({ id, version }) => [id, version]))
  const taken = new Map((await placesTaken.all(tx, { ids })).map(({ agreement_id, id }) => [agreement_id, { id }]))
  for (const { agreement_id, version } of rows) {
    const other = taken.get(agreement_id)
    if (other) throw refuseWith(reasons.placeTaken, other)
    if (versions.get(agreement_id) !== version) throw refuseWith(reasons.undoChanged)
  }
  const ended = await restoreEnded(tx, rows, now)
  // Nobody compared the scopes of these agreements while they were withdrawn.
  await markScopes(tx, [...new Set(rows.map(({ release_id }) => release_id))])
  return ended
}

/** Records in the history the fields that were restored. */
const record = (tx: Transaction, actor: Actor, rows: ActRow[]) =>
  recordMany(
    tx,
    actor,
    rows.map(({ agreement_id, was }) => ({
      entity: 'agreement' as const,
      entity_id: agreement_id,
      titles: { by_rivc: titles.by_rivc, by_client: titles.by_client, live: lifeTitles.live },
      before: { by_rivc: false, by_client: false, live: 'снято' },
      after: { by_rivc: was.by_rivc, by_client: was.by_client, live: 'возвращено' },
      note: 'Снятие отменено, письма о нём не ушли',
    })),
  )

async function announceUndone(tx: Transaction, actor: Actor, at: string, ended: Restored[]): Promise<void> {
  const [only] = ended.length === 1 ? ended : []
  await emit(tx, actor, {
    kind: 'agreement.restored',
    entity: only ? 'agreement' : 'all',
    entity_id: only?.id ?? 0,
    version: only?.version ?? 0,
    companies: [],
    knew: [...new Set(ended.map(({ company_id }) => company_id))],
    data: {
      ids: ended.map(({ id }) => id),
      events: [...new Set(ended.flatMap(({ event_id }) => event_id ?? []))],
      at,
    },
  })
}

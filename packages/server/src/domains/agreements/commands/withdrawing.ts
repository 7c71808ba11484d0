import { momentOf } from '../../../platform/clock.ts'
import { emit, type EventActor } from '../../../platform/events.ts'
import { emitMany } from '../../../platform/events-together.ts'
import { recordMany } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import {
  consequenceOf,
  heardOf,
  isWithdrawal,
  CHANGE_NAMES,
  saidToCompany,
  type Change,
  type Consequence,
} from '../rules/consequences.ts'
import type { OfferOf } from '../rules/offers.ts'
import { lifeTitles, titles } from '../rules/titles.ts'
import { endOffer, lockLiveAgreements, updateAgreements, type LockedAgreement } from '../store/agreements.ts'
import { insertWithdrawals } from '../store/withdrawals.ts'
import { revokeTokens } from '../store/links.ts'
import { announceClosing } from './calling-off.ts'
import '../events.ts'

/** A change, as far as it has consequences for agreements. */
export interface Cause {
  change: Change
  /** Why it was made, worded for the company. */
  reason: string
  /** The event of the change; everything that one act causes is undone together. */
  act_id: number
}

/** The columns that are written when a question ends. */
type EndedFields = Parameters<typeof updateAgreements>[2]

interface Ended {
  row: LockedAgreement
  version: number
}

/**
 * Applies the consequences of a change to these agreements and locks their rows in the order of their ids. The caller
 * must have locked the release before.
 * @returns the id of the event that notifies those whose agreements were withdrawn; null where there are none
 */
export async function carryOut(
  tx: Transaction,
  actor: EventActor,
  ids: number[],
  cause: Cause,
): Promise<number | null> {
  const rows = await lockLiveAgreements(tx, ids)
  const of = rows.map((row) => ({ row, consequence: consequenceFor(row, cause.change) }))
  const withdrawn = of.filter(({ row, consequence }) => isWithdrawal(consequence, heardOf(row)))
  await announceClosing(tx, actor, of, cause)
  const gone = of.filter(({ consequence }) => consequence === 'gone' && cause.change !== 'release_deleted')
  await removeQuietly(
    tx,
    actor,
    gone.map(({ row }) => row),
    cause,
  )
  return withdrawAll(
    tx,
    actor,
    withdrawn.map(({ row }) => row),
    cause,
  )
}

const consequenceFor = (row: LockedAgreement, change: Change): Consequence =>
  consequenceOf(change, heardOf(row), row.published)

/** Deletes agreements that nobody outside was ever notified of. */
async function removeQuietly(tx: Transaction, actor: EventActor, rows: LockedAgreement[], cause: Cause): Promise<void> {
  if (rows.length === 0) return
  const at = momentOf(actor.deps.clock)
  const ended = await endAll(tx, rows, { deleted_at: at }, actor)
  await record(tx, actor, rows, cause, { withdrawn: false })
  await insertWithdrawals(tx, actor, { ...cause, at }, null, ended)
  if (cause.change === 'agreement_deleted') return
  await emitMany(
    tx,
    actor,
    ended.map(({ row: { id: entity_id }, version }) => ({
      kind: 'changed' as const,
      entity: 'agreement' as const,
      entity_id,
      version,
      companies: [],
      data: {},
    })),
  )
}

async function endAll(
  tx: Transaction,
  rows: LockedAgreement[],
  set: EndedFields,
  { deps }: EventActor,
): Promise<Ended[]> {
  const ids = rows.map(({ id }) => id)
  const versions = await updateAgreements(tx, ids, { ...set, updated_at: momentOf(deps.clock) })
  return rows.map((row) => ({ row, version: versions.get(row.id) ?? row.version }))
}

/** Withdraws agreements: approvals, offer and links end, while row, id and history stay. */
async function withdrawAll(
  tx: Transaction,
  actor: EventActor,
  rows: LockedAgreement[],
  cause: Cause,
): Promise<number | null> {
  if (rows.length === 0) return null
  const now = momentOf(actor.deps.clock)
  const ids = rows.map(({ id }) => id)
  await revokeTokens(tx, ids, now)
  const offers = await endOffer(tx, ids, { state: 'lapsed', answered_by: actor.person.id || null, answered_at: now })
  const set = {
    by_rivc: false,
    by_client: false,
    sent_at: null,
    heard_at: null,
    withdrawn_at: now,
    // If the company is asked again, it is asked about the scope at that time.
    agreed_sha: null,
    accepted_sha: null,
    told_sha: null,
    seen_sha: null,
    scope_changed_at: null,
  }
  const isDeleted = cause.change === 'agreement_deleted'
  const ended = await endAll(tx, rows, isDeleted ? { ...set, deleted_at: now } : set, actor)
  await record(tx, actor, rows, cause, { withdrawn: true })
  const event_id = await emitWithdrawn(tx, actor, { ended, offers }, cause)
  await insertWithdrawals(tx, actor, { ...cause, at: now }, event_id, ended)
  return event_id
}

/** Emits one event for the act, however many agreements it affects. */
function emitWithdrawn(
  tx: Transaction,
  actor: EventActor,
  { ended, offers }: { ended: Ended[]; offers: OfferOf[] },
  { change, reason }: Cause,
): Promise<number> {
  const [only] = ended.length === 1 ? ended : []
  return emit(tx, actor, {
    kind: 'agreement.withdrawn',
    entity: only ? 'agreement' : 'all',
    entity_id: only?.row.id ?? 0,
    version: only?.version ?? 0,
    companies: [],
    // Everybody who was asked is notified, even if the release no longer exists.
    knew: [...new Set(ended.map(({ row }) => row.company_id))],
    data: {
      ids: ended.map(({ row }) => row.id),
      offers,
      change,
      said: saidToCompany(change),
      said_to_staff: CHANGE_NAMES[change],
      reason,
    },
  })
}

const noteOf = ({ change, reason }: Cause) => (reason ? `${CHANGE_NAMES[change]}: ${reason}` : CHANGE_NAMES[change])

const liveBefore = ({ by_rivc, by_client }: LockedAgreement) => {
  if (by_client) return 'согласовано'
  return by_rivc ? 'ждёт ответа клиента' : 'создано'
}

/** Records the act in the history of each agreement; approvals are recorded as fields like in any other change. */
const record = (
  tx: Transaction,
  actor: EventActor,
  rows: LockedAgreement[],
  cause: Cause,
  { withdrawn }: { withdrawn: boolean },
) => {
  const live = !withdrawn || cause.change === 'agreement_deleted' ? 'удалено' : 'снято'
  const recorded = rows.map((row) => ({
    entity: 'agreement' as const,
    entity_id: row.id,
    titles: { by_rivc: titles.by_rivc, by_client: titles.by_client, live: lifeTitles.live },
    before: { by_rivc: row.by_rivc, by_client: row.by_client, live: liveBefore(row) },
    after: { by_rivc: false, by_client: false, live },
    note: noteOf(cause),
  }))
  return recordMany(tx, actor, recorded)
}

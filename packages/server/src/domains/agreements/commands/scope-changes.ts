import type { Actor, Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { EventActor } from '../../../platform/events.ts'
import { emitMany } from '../../../platform/events-together.ts'
import { recordMany } from '../../../platform/history.ts'
import { PRODUCT } from '../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { releasesToCheck } from '../queries/scopes.ts'
import { writeDecisions } from '../store/agreements.ts'
import { lockSent, lockUntold, storeScopes, takeMarks, type ChangedScope } from '../store/scopes.ts'
import { decisionToRecord } from './settling.ts'
import '../events.ts'

/** Detects scopes that have changed. Replies show such changes anyway; letters and decisions depend on this job. */

const RELEASES_AT_ONCE = 200

const announce = (tx: Transaction, actor: EventActor, all: Pick<ChangedScope, 'id' | 'company_id' | 'version'>[]) =>
  emitMany(
    tx,
    actor,
    all.map(({ id, company_id, version }) => ({
      kind: 'agreement.scope_changed',
      entity: 'agreement',
      entity_id: id,
      version,
      companies: [company_id],
      data: { agreement_id: id },
    })),
  )

/** Stores that the scopes are again those that were agreed. */
async function recordReturned(tx: Transaction, actor: Actor, returned: ChangedScope[], at: string): Promise<void> {
  if (returned.length === 0) return
  const decision = 'returned'
  const rows = returned.map(({ id, accepted_sha, sum }) => ({ agreement_id: id, from: accepted_sha, to: sum }))
  await writeDecisions(
    tx,
    rows.map((row) => ({ ...row, kind: decision, reason: '', by: null, at })),
  )
  const records = returned.map((one) => decisionToRecord(one, { decision, reason: '' }))
  await recordMany(tx, actor, records)
}

/**
 * Announces once more the scopes that changed while the release was hidden or closed, since no letter about them was
 * written then; those that staff have to decide about are left to them.
 */
export async function noticeAgain(tx: Transaction, actor: EventActor, release_id: number): Promise<void> {
  await announce(tx, actor, await lockUntold(tx, release_id))
}

async function checkScopes(tx: Transaction, actor: Actor, release_id: number): Promise<void> {
  if (!(await takeMarks(tx, release_id))) return
  const companies = (await lockSent(tx, release_id)).map(({ company_id }) => company_id)
  if (companies.length === 0) return
  const at = momentOf(actor.deps.clock)
  const changed = await storeScopes(tx, release_id, companies, at)
  const returned = changed.filter(({ has_returned }) => has_returned)
  await recordReturned(tx, actor, returned, at)
  await announce(
    tx,
    actor,
    changed.filter(({ is_as_seen }) => !is_as_seen),
  )
}

/** Checks the scopes of the marked releases, each in a transaction of its own. */
export async function lookAtScopes(deps: Deps): Promise<void> {
  const marked = await releasesToCheck.all(deps.db, { limit: RELEASES_AT_ONCE })
  const actor = { deps, person: PRODUCT }
  for (const { release_id } of marked) {
    await inTransaction(actor, (tx) => checkScopes(tx, actor, release_id)).catch((error: unknown) =>
      // A failing release must not hold up the others; its marks stay for the next minute.
      deps.log.error({ err: error, release_id }, 'changed scopes were not checked'),
    )
  }
}

import { sql } from 'kysely'
import type { Actor, Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { EventActor } from '../../../platform/events.ts'
import { emitMany } from '../../../platform/events-together.ts'
import { recordMany } from '../../../platform/history.ts'
import { PRODUCT } from '../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { writeDecisions } from '../store/agreements.ts'
import { decisionToRecord } from './settling.ts'
import '../events.ts'

/** Detects scopes that have changed. Replies show such changes anyway; letters and decisions depend on this job. */

const RELEASES_AT_ONCE = 200

interface Changed {
  id: number
  company_id: number
  version: number
  by_client: boolean
  /** The scope is again the one that was agreed, after staff had settled a different one. */
  has_returned: boolean
  accepted_sha: string | null
  sum: string
}

/** Deletes the marks of a release, so that a change made in the meantime leaves a new one. */
const takeMarks = async (tx: Transaction, release_id: number) => {
  const { numAffectedRows } = await sql`
    delete from scope_checks where id in (
      select id from scope_checks where release_id = ${release_id} for update skip locked)`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

const lockSent = (tx: Transaction, release_id: number) =>
  tx
    .selectFrom('agreements')
    .select('company_id')
    .where('release_id', '=', release_id)
    .where('by_rivc', '=', true)
    .where('deleted_at', 'is', null)
    .where('frozen_sha', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Stores the present scopes that differ from those seen last, in one statement for all companies. */
async function notice(tx: Transaction, release_id: number, companies: number[], at: string): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    with present as materialized (
      select scope.idcomp, scope.format, scope.body, sha256_of(scope.body) as sum
      from scopes_of(${release_id}::int, ${companies}::int[]) as scope
    ), changed as materialized (
      select a.id, a.accepted_sha, a.told_sha, present.*,
        a.by_client and present.sum = a.agreed_sha and present.sum is distinct from a.accepted_sha as has_returned
      from agreements as a join present on present.idcomp = a.company_id
      where a.release_id = ${release_id} and a.by_rivc and a.deleted_at is null and a.frozen_sha is null
        and a.seen_sha is distinct from present.sum
    ), kept as (
      insert into scopes (sha256, format, body) select distinct changed.sum, changed.format, changed.body from changed
      on conflict do nothing
    )
    update agreements as a
    set seen_sha = changed.sum, told_sha = coalesce(a.told_sha, changed.sum),
      accepted_sha = case when changed.has_returned then changed.sum else a.accepted_sha end,
      scope_changed_at = case
        when a.agreed_sha is null or changed.sum in (a.agreed_sha, a.accepted_sha) then null
        else coalesce(a.scope_changed_at, ${at}::timestamptz) end
    from changed where a.id = changed.id
    returning a.id, a.company_id, a.version, a.by_client, changed.has_returned, changed.accepted_sha, changed.sum`.execute(
    tx,
  )
  return rows.toSorted((a, b) => a.id - b.id)
}

const announce = (tx: Transaction, actor: EventActor, all: Pick<Changed, 'id' | 'company_id' | 'version'>[]) =>
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
async function recordReturned(tx: Transaction, actor: Actor, returned: Changed[], at: string): Promise<void> {
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
  const untold = await tx
    .selectFrom('agreements')
    .select(['id', 'company_id', 'version'])
    .where('release_id', '=', release_id)
    .where('by_rivc', '=', true)
    .where('deleted_at', 'is', null)
    .where('frozen_sha', 'is', null)
    .whereRef('seen_sha', '<>', 'told_sha')
    .where((eb) => eb.or([eb('by_client', '=', false), eb('seen_sha', '=', eb.ref('agreed_sha'))]))
    .orderBy('id')
    .forUpdate()
    .execute()
  await announce(tx, actor, untold)
}

async function checkScopes(tx: Transaction, actor: Actor, release_id: number): Promise<void> {
  if (!(await takeMarks(tx, release_id))) return
  const companies = (await lockSent(tx, release_id)).map(({ company_id }) => company_id)
  if (companies.length === 0) return
  const at = momentOf(actor.deps.clock)
  const changed = await notice(tx, release_id, companies, at)
  const returned = changed.filter(({ has_returned }) => has_returned)
  await recordReturned(tx, actor, returned, at)
  await announce(tx, actor, changed)
}

/** Checks the scopes of the marked releases, each in a transaction of its own. */
export async function lookAtScopes(deps: Deps): Promise<void> {
  const marked = await deps.db
    .selectFrom('scope_checks')
    .select('release_id')
    .distinct()
    .limit(RELEASES_AT_ONCE)
    .execute()
  const actor = { deps, person: PRODUCT }
  for (const { release_id } of marked) {
    await inTransaction(actor, (tx) => checkScopes(tx, actor, release_id)).catch((error: unknown) =>
      // A failing release must not hold up the others; its marks stay for the next minute.
      deps.log.error({ err: error, release_id }, 'changed scopes were not checked'),
    )
  }
}

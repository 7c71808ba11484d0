import { sql } from 'kysely'
import type { scopes } from '@vypusk/contract'
import type { Transaction } from '../../../platform/transaction.ts'

/** Notes the scope that the client's side was last notified of, by its SHA-256. */
export const writeNotifiedScope = (tx: Transaction, id: number, sum: string) =>
  sql`update agreements set told_sha = ${sum} where id = ${id}`.execute(tx)

/** The columns that a decision changes, beside the scope that was seen last. */
const settledBy = (at: string) => ({
  anew: sql`told_sha = settled.sum, by_client = false, sent_at = ${at}`,
  tell: sql`told_sha = settled.sum, accepted_sha = settled.sum, scope_changed_at = null`,
  ignore: sql`accepted_sha = settled.sum, scope_changed_at = null`,
})

/** Stores what was decided about changed scopes. @returns the new version of each agreement */
export async function writeSettled(
  tx: Transaction,
  sums: { id: number; sum: string }[],
  { decision, at }: { decision: scopes.Decision; at: string },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; version: number }>`
    update agreements as a set seen_sha = settled.sum, ${settledBy(at)[decision]}, updated_at = ${at},
      version = a.version + 1
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as settled(id int, sum text)
    where a.id = settled.id
    returning a.id, a.version`.execute(tx)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Freezes the scopes of the companies that the releases of a publication were handed over to. */
export const freezeScopesOf = (tx: Transaction, publication_id: number) =>
  sql`
    update agreements as a set frozen_sha = keep_scope(a.release_id, a.company_id)
    from handed_over as item
    join handed_to as handed on handed.release_id = item.release_id
    where item.publication_id = ${publication_id} and a.release_id = item.release_id and a.company_id = handed.idcomp
      and a.deleted_at is null and a.frozen_sha is null`.execute(tx)

/** What makes a scope: all of it but the names of modules, which may change without what was agreed to. */
const contentOf = (alias: string) => {
  const body = sql`${sql.ref(`${alias}.body`)}::jsonb`
  return sql`jsonb_set(${body}, '{modules}', jsonb_path_query_array(${body}, '$.modules[*].idmod'))`
}

/** Whether the present scope is one of those kept, whatever its modules are called. */
const isAs = (alias: string) => sql`coalesce(${contentOf('present')} = ${contentOf(alias)}, false)`

/** An agreement whose scope differs from the one seen last. */
export interface ChangedScope {
  id: number
  company_id: number
  version: number
  by_client: boolean
  /** Only modules are called otherwise. */
  is_as_seen: boolean
  /** The scope is again the one that was agreed, after staff had settled a different one. */
  has_returned: boolean
  accepted_sha: string | null
  sum: string
}

/** Deletes the marks of a release, so that a change made in the meantime leaves a new one. */
export const takeMarks = async (tx: Transaction, release_id: number) => {
  const { numAffectedRows } = await sql`
    delete from scope_checks where id in (
      select id from scope_checks where release_id = ${release_id} for update skip locked)`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Locks the sent agreements of a release whose scopes may still change, and returns their companies. */
export const lockSent = (tx: Transaction, release_id: number) =>
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

/**
 * Stores the present scopes that differ from those seen last, in one statement for all companies. Where only modules are
 * called otherwise, what was settled and told stays so.
 */
export async function storeScopes(
  tx: Transaction,
  release_id: number,
  companies: number[],
  at: string,
): Promise<ChangedScope[]> {
  const { rows } = await sql<ChangedScope>`
    with present as materialized (
      select scope.idcomp, scope.format, scope.body, sha256_of(scope.body) as sum
      from scopes_of(${release_id}::int, ${companies}::int[]) as scope
    ), changed as materialized (
      select a.id, a.accepted_sha, a.told_sha, present.*, ${isAs('seen')} as is_as_seen, ${isAs('told')} as is_as_told,
        ${isAs('accepted')} as is_as_accepted,
        a.by_client and ${isAs('agreed')} and not ${isAs('accepted')} as has_returned
      from agreements as a join present on present.idcomp = a.company_id
      left join scopes as seen on seen.sha256 = a.seen_sha
      left join scopes as told on told.sha256 = a.told_sha
      left join scopes as agreed on agreed.sha256 = a.agreed_sha
      left join scopes as accepted on accepted.sha256 = a.accepted_sha
      where a.release_id = ${release_id} and a.by_rivc and a.deleted_at is null and a.frozen_sha is null
        and a.seen_sha is distinct from present.sum
    ), kept as (
      insert into scopes (sha256, format, body) select distinct changed.sum, changed.format, changed.body from changed
      on conflict do nothing
    )
    update agreements as a
    set seen_sha = changed.sum,
      told_sha = case when a.told_sha is null or changed.is_as_told then changed.sum else a.told_sha end,
      accepted_sha = case when changed.has_returned or changed.is_as_accepted then changed.sum else a.accepted_sha end,
      scope_changed_at = case
        when a.agreed_sha is null or changed.sum = a.agreed_sha or changed.has_returned or changed.is_as_accepted then null
        else coalesce(a.scope_changed_at, ${at}::timestamptz) end
    from changed where a.id = changed.id
    returning a.id, a.company_id, a.version, a.by_client, changed.is_as_seen, changed.has_returned, changed.accepted_sha,
      changed.sum`.execute(tx)
  return rows.toSorted((a, b) => a.id - b.id)
}

/**
 * Locks the agreements whose changed scope the client has not been told of, except where staff have to decide about the
 * change first.
 */
export const lockUntold = (tx: Transaction, release_id: number) =>
  tx
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

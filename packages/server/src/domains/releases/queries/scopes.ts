import { sql } from 'kysely'
import { scopes } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'

/** A change with all its words; lists are given what `briefly` leaves. */
export type Changed = scopes.ScopeDifference & { agreement_id: number; company_id: number }

interface Row {
  agreement_id: number
  company_id: number
  since: string
  scope_sha: string
  body: string
  agreed: string
}

/** What is kept and what is read of the database is the canonical text of this shape alone. */
export const bodyOf = (text: string): scopes.ScopeBody => scopes.scopeBody.parse(JSON.parse(text))

const differing = ({ body, agreed, ...row }: Row): Changed => ({
  ...row,
  ...scopes.scopeDifferenceOf(bodyOf(agreed), bodyOf(body)),
})

const inDoubt = statement((db, { release_id }: { release_id: number }) =>
  db.selectFrom('scopes_in_doubt').select('company_id').where('release_id', '=', release_id),
)

const changesOfRelease = statement(
  (_, { release_id, companies }: { release_id: number; companies: number[] }) => sql<Row>`
    select changed.agreement_id, changed.company_id, changed.since, changed.scope_sha, changed.body, agreed.body as agreed
    from scope_changes_of(${release_id}::int, ${companies}::int[]) as changed
    join scopes_for_releases as agreed on agreed.sha256 = changed.agreed_sha`,
)

/** The scopes of a release that are not as they were agreed, nor settled since. One statement for all companies. */
export async function scopeChangesOf(db: Db, release_id: number): Promise<Changed[]> {
  const companies = (await inDoubt.all(db, { release_id })).flatMap(({ company_id }) => company_id ?? [])
  // Most releases are as they were agreed, which is known at once.
  if (companies.length === 0) return []
  return (await changesOfRelease.all(db, { release_id, companies })).map(differing)
}

const changesOfSome = statement(
  (_, { ids }: { ids: number[] }) => sql<Row>`
    select changed.agreement_id, changed.company_id, changed.since, changed.scope_sha, changed.body, agreed.body as agreed
    from scopes_in_doubt as doubt
    cross join lateral scope_changes_of(doubt.release_id, array[doubt.company_id]) as changed
    join scopes_for_releases as agreed on agreed.sha256 = changed.agreed_sha
    where doubt.id = any(${ids}::int[])`,
)

/** The same of agreements of any releases, by id. */
export async function scopeChangesBy(db: Db, ids: number[]): Promise<Map<number, Changed>> {
  if (ids.length === 0) return new Map()
  return new Map((await changesOfSome.all(db, { ids })).map((row) => [row.agreement_id, differing(row)]))
}

const parts = (all: scopes.ScopePart[]) => all.map(({ kind, id, title }) => ({ kind, id, title }))

/** Without the texts; of a release closed to clients a client is told nothing. */
export const briefly = (changed: Changed | undefined, isOpen = true): scopes.ScopeChange | null =>
  changed && isOpen
    ? {
        since: changed.since,
        scope_sha: changed.scope_sha,
        added: parts(changed.added),
        removed: parts(changed.removed),
        changed: parts(changed.changed),
      }
    : null

const changedPairs = statement(
  (_, { ids }: { ids: number[] }) => sql<{ release_id: number; company_id: number }>`
    select doubt.release_id, changed.company_id
    from (select distinct release_id from scopes_in_doubt where release_id = any(${ids}::int[])) as doubt
    cross join lateral scope_changes_of(doubt.release_id, null) as changed`,
)

/** The companies of releases whose agreed scope has changed and is not settled, as «release company». */
export async function changedCompanies(db: Db, release_ids: number[]): Promise<Set<string>> {
  const pairs = await changedPairs.all(db, { ids: release_ids })
  return new Set(pairs.map(({ release_id, company_id }) => `${release_id} ${company_id}`))
}

import { sql } from 'kysely'
import { scopes } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { bodyOf, scopeChangesBy } from '../../releases/port.ts'

interface Kept {
  sha256: string
  format: number
  body: string
}

/** Selects the present scope, or the frozen one after the release was published to the company. */
const present = statement(
  (_, { id }: { id: number }) => sql<Kept>`
    select kept.sha256, kept.format, kept.body from agreements as a join scopes as kept on kept.sha256 = a.frozen_sha
    where a.id = ${id}::int
    union all
    select sha256_of(scope.body), scope.format, scope.body
    from agreements as a cross join lateral scopes_of(a.release_id, array[a.company_id]) as scope
    where a.id = ${id}::int and a.frozen_sha is null`,
)

/** The agreement, and whether its release is visible to clients. */
interface Shown {
  id: number
  is_visible_for_client: boolean
}

/** Checks that the person may read the scope: clients see nothing of a hidden release. */
export const mayReadScope = ({ isRivc }: Pick<Person, 'isRivc'>, { is_visible_for_client }: Shown): boolean =>
  isRivc || is_visible_for_client

/**
 * Returns the scope that the company agrees to; null when the release does not name it or is hidden from the person.
 */
export async function scopeOf(db: Db, person: Pick<Person, 'isRivc'>, shown: Shown): Promise<scopes.Scope | null> {
  if (!mayReadScope(person, shown)) return null
  const kept = await present.first(db, { id: shown.id })
  return kept ? { ...bodyOf(kept.body), sha256: kept.sha256, format: kept.format } : null
}

/** Returns the unsettled difference from the agreed scope; null when there is none. */
export async function scopeChangeOf(db: Db, person: Pick<Person, 'isRivc'>, shown: Shown) {
  if (!mayReadScope(person, shown)) return null
  return (await scopeChangesBy(db, [shown.id])).get(shown.id) ?? null
}

const decisions = statement((db, { agreement_id }: { agreement_id: number }) =>
  db
    .selectFrom('scope_decisions as d')
    .leftJoin('shared_users as u', 'u.id', 'd.by')
    .select(['d.id', 'd.kind', 'd.reason', 'd.at', 'd.by as user_id', 'u.name'])
    .where('d.agreement_id', '=', agreement_id)
    .orderBy('d.id', 'desc')
    .limit(200),
)

/** Returns the decisions about changed scopes, newest first; at most 200. */
export const decisionsOf = async (db: Db, agreement_id: number): Promise<scopes.ScopeDecision[]> =>
  (await decisions.all(db, { agreement_id })).map(({ user_id, name, kind, ...row }) => ({
    ...row,
    kind: scopes.scopeDecision.shape.kind.parse(kind),
    by: user_id === null ? null : { id: user_id, name: name ?? '' },
  }))

/** Returns the SHA-256 of each scope that agreements refer to. */
export const scopeShas = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('agreements')
    .select(['id', 'release_id', 'company_id', 'agreed_sha', 'accepted_sha', 'told_sha', 'seen_sha', 'frozen_sha'])
    .select(['scope_changed_at'])
    .where('id', '=', oneOf(ids)),
)

const bodies = statement((db, { sums }: { sums: string[] }) =>
  db
    .selectFrom('scopes')
    .select(['sha256', 'body'])
    .where('sha256', '=', sql<string>`any(${sums}::text[])`),
)

/** Returns a stored scope. */
export const scopeKept = statement((db, { sha256 }: { sha256: string }) =>
  db.selectFrom('scopes').select('body').where('sha256', '=', sha256),
)

/** Two scopes, by their SHA-256. */
interface Pair {
  from: string
  to: string
}

/** Reads stored scopes. @returns a function that tells how two of them differ; null when one is not stored */
export async function differencesBetween(db: Db, pairs: Pair[]) {
  const sums = [...new Set(pairs.flatMap(({ from, to }) => [from, to]))]
  const kept = new Map((await bodies.all(db, { sums })).map(({ sha256, body }) => [sha256, bodyOf(body)]))
  return ({ from, to }: Pair) => {
    const [before, after] = [kept.get(from), kept.get(to)]
    return before && after ? scopes.scopeDifferenceOf(before, after) : null
  }
}

/** Returns the difference between two stored scopes; null when one is not stored. */
export const differenceBetween = async (db: Db, from: string, to: string) =>
  (await differencesBetween(db, [{ from, to }]))({ from, to })

/** Whether two stored scopes are the same, whatever their modules are called. */
export async function isSameScope(db: Db, one: string | null, other: string | null): Promise<boolean> {
  if (one === null || other === null || one === other) return one === other
  const difference = await differenceBetween(db, one, other)
  return difference !== null && scopes.isNoDifference(difference)
}

/** The releases with marks that their scopes may have changed. */
export const releasesToCheck = statement((db, { limit }: { limit: number }) =>
  db.selectFrom('scope_checks').select('release_id').distinct().limit(limit),
)

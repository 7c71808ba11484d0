import { sql } from 'kysely'
import { scopes } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
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

/** Returns the SHA-256 of each scope that the agreement refers to. */
export const scopeShas = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('agreements')
    .select(['release_id', 'company_id', 'agreed_sha', 'accepted_sha', 'told_sha', 'seen_sha', 'frozen_sha'])
    .select(['scope_changed_at'])
    .where('id', '=', id),
)

const bodies = statement((db, { from, to }: { from: string; to: string }) =>
  db.selectFrom('scopes').select(['sha256', 'body']).where('sha256', 'in', [from, to]),
)

/** Returns a stored scope. */
export const scopeKept = statement((db, { sha256 }: { sha256: string }) =>
  db.selectFrom('scopes').select('body').where('sha256', '=', sha256),
)

/** Returns the difference between two stored scopes, given by their SHA-256; null when one is not stored. */
export async function differenceBetween(db: Db, from: string, to: string) {
  const rows = await bodies.all(db, { from, to })
  const [before, after] = [from, to].map((sum) => rows.find(({ sha256 }) => sha256 === sum))
  return before && after ? scopes.scopeDifferenceOf(bodyOf(before.body), bodyOf(after.body)) : null
}

/** The releases with marks that their scopes may have changed. */
export const releasesToCheck = statement((db, { limit }: { limit: number }) =>
  db.selectFrom('scope_checks').select('release_id').distinct().limit(limit),
)

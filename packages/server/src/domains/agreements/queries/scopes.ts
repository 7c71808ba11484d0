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

/** What it is now; what it was, once the release was published to the company. */
const present = statement(
  (_, { id }: { id: number }) => sql<Kept>`
    select kept.sha256, kept.format, kept.body from agreements as a join scopes as kept on kept.sha256 = a.frozen_sha
    where a.id = ${id}::int
    union all
    select sha256_of(scope.body), scope.format, scope.body
    from agreements as a cross join lateral scopes_of(a.release_id, array[a.company_id]) as scope
    where a.id = ${id}::int and a.frozen_sha is null`,
)

/** Whose agreement it is, and whether the release is shown to clients. */
interface Shown {
  id: number
  is_visible_for_client: boolean
}

/** Of a release closed to clients they are told nothing. */
export const mayReadScope = ({ isRivc }: Pick<Person, 'isRivc'>, { is_visible_for_client }: Shown): boolean =>
  isRivc || is_visible_for_client

/** What the company agrees to; null where the release does not name it, or is closed to who asks. */
export async function scopeOf(db: Db, person: Pick<Person, 'isRivc'>, shown: Shown): Promise<scopes.Scope | null> {
  if (!mayReadScope(person, shown)) return null
  const kept = await present.first(db, { id: shown.id })
  return kept ? { ...bodyOf(kept.body), sha256: kept.sha256, format: kept.format } : null
}

/** What of it is not as it was agreed, and is not settled. */
export async function scopeChangeOf(db: Db, person: Pick<Person, 'isRivc'>, shown: Shown) {
  if (!mayReadScope(person, shown)) return null
  return (await scopeChangesBy(db, [shown.id])).get(shown.id) ?? null
}

/** What became of changed scopes, newest first. */
export async function decisionsOf(db: Db, agreement_id: number): Promise<scopes.ScopeDecision[]> {
  const rows = await db
    .selectFrom('scope_decisions as d')
    .leftJoin('shared_users as u', 'u.id', 'd.by')
    .select(['d.id', 'd.kind', 'd.reason', 'd.at', 'd.by as user_id', 'u.name'])
    .where('d.agreement_id', '=', agreement_id)
    .orderBy('d.id', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ user_id, name, kind, ...row }) => ({
    ...row,
    kind: scopes.scopeDecision.shape.kind.parse(kind),
    by: user_id === null ? null : { id: user_id, name: name ?? '' },
  }))
}

/** What an agreement points at. */
export const scopeShas = (db: Db, id: number) =>
  db
    .selectFrom('agreements')
    .select(['release_id', 'company_id', 'agreed_sha', 'accepted_sha', 'told_sha', 'seen_sha', 'frozen_sha'])
    .select(['scope_changed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** What one scope, kept by its sum, says against another. */
export async function differenceBetween(db: Db, from: string, to: string) {
  const rows = await db.selectFrom('scopes').select(['sha256', 'body']).where('sha256', 'in', [from, to]).execute()
  const [before, after] = [from, to].map((sum) => rows.find(({ sha256 }) => sha256 === sum))
  return before && after ? scopes.scopeDifferenceOf(bodyOf(before.body), bodyOf(after.body)) : null
}

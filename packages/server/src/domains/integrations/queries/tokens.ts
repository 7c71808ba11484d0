import type { tokens } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { isTokenValid } from '../rules.ts'

const livingTokens = statement((db, { user_id }: { user_id: number }) =>
  db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc'),
)

/** The person's tokens that were not revoked, newest first. @param now ISO 8601 */
export async function tokensOf(db: Db, { id }: Pick<Person, 'id'>, now: string): Promise<tokens.ApiToken[]> {
  const rows = await livingTokens.all(db, { user_id: id })
  // A check constraint of the column allows these values only; no person has a directory token.
  return rows.map((row) => ({ ...row, scope: row.scope as tokens.TokenScope, is_expired: !isTokenValid(row, now) }))
}

import { msSince } from '../../platform/elapsed.ts'
import type { Db, Person } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { writeIfPossible } from '../../platform/database/away.ts'
import { secretHash } from '../../platform/credentials/secret.ts'
import { administers, isTokenValid } from './rules.ts'
import { tokenBy } from './queries/valid-tokens.ts'
import { writeLastUse } from './store/tokens.ts'

/** `endAllTokens`: a listener that revokes every token of a person whose access ends. */
export { endAllTokens } from './commands/tokens.ts'
/** `sweepTokens(deps)`: ends the tokens and services of a clock that was ahead. */
export { sweepTokens } from './commands/sweeping.ts'
/** `tokensThatStay(db, clock, tokens)`: whose those of them are that are still valid; not a use. */
export { tokensThatStay } from './queries/valid-tokens.ts'

/** The last use is written at most this often. */
const USED_EVERY_MS = 5 * 60_000

/**
 * The person that a valid API token belongs to; undefined if it has expired or was revoked, or if the person is blocked
 * or deleted. Without the scope `admin` a token never makes anybody an administrator.
 */
export async function whoseToken(db: Db, clock: Clock, token: string): Promise<Person | undefined> {
  const now = clock.now()
  const token_hash = secretHash(token)
  const hash = token_hash.toString('base64')
  const living = (await tokenBy(db, [hash])).get(hash)
  if (!living || !isTokenValid(living, now.toISOString())) return undefined
  if (living.last_used_at === null || msSince(living.last_used_at, now.getTime()) > USED_EVERY_MS) {
    const last = { last_used_at: now.toISOString() }
    // The remembered token gets the moment that is being written.
    Object.assign(living, last)
    await writeIfPossible(() => writeLastUse(db, token_hash, last))
  }
  const { person, scope } = living
  return { ...person, scope, isAdmin: administers({ isAdmin: person.isAdmin, scope }) }
}

import { hash, verify } from '@node-rs/argon2'
import { atMost } from '../http/at-most.ts'
import { refuse } from '../refusal.ts'

/** Argon2id with OWASP's minimum: 19 MiB, two passes, one lane; about 6 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let lookedAt = 0

/** Number of passwords that this process has hashed or verified. */
export const passwordsLookedAt = () => lookedAt

/**
 * Node has four threads for files, names and hashes. A flood of passwords uses at most half of them; the rest are
 * queued.
 */
const line = atMost({ running: 2, waiting: 200, full: () => refuse('too_many', {}, { 'Retry-After': '5' }) })

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return line(() => {
    lookedAt += 1
    return work()
  })
}

/** @throws 429 when too many passwords are waiting */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST))

/** A dummy hash, verified for unknown logins so that they take as long as known ones. */
let dummy: Promise<string> | undefined

/**
 * Whether the password matches.
 * @param stored undefined or null when there is no such login or it has no password
 * @throws 429 when too many passwords are waiting
 */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  if (stored) return inTurn(() => verify(stored, password).catch(() => false))
  dummy ??= hash('nobody has this password', COST)
  const nothing = await dummy
  await inTurn(() => verify(nothing, password))
  return false
}

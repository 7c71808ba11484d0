import { hash, verify } from '@node-rs/argon2'
import { atMost } from './at-most.ts'
import { refuse } from './refusal.ts'

/** Argon2id with OWASP's least memory: 19 MiB, two passes, one lane; about 6 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let lookedAt = 0

/** How many passwords this process has spent time on. */
export const passwordsLookedAt = () => lookedAt

/** Node has four threads for files, names and hashes: a flood of passwords takes half of them and waits in a line. */
const line = atMost({ running: 2, waiting: 200, full: () => refuse('too_many', {}, { 'Retry-After': '5' }) })

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return line(() => {
    lookedAt += 1
    return work()
  })
}

/** @throws 429 where too many passwords wait to be looked at */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST))

/** A hash of nothing, verified for unknown logins so that they take as long as known ones. */
let dummy: Promise<string> | undefined

/**
 * @param stored undefined or null where there is no such login or it has no password
 * @throws 429 where too many passwords wait to be looked at
 */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  if (stored) return inTurn(() => verify(stored, password).catch(() => false))
  dummy ??= hash('nobody has this password', COST)
  const nothing = await dummy
  await inTurn(() => verify(nothing, password))
  return false
}

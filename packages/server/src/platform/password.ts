import { hash, verify } from '@node-rs/argon2'

/** Argon2id with OWASP's least memory: 19 MiB, two passes, one lane; about 6 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** A hash of nothing, verified for unknown logins so that they take as long as known ones. */
let dummy: Promise<string> | undefined

/** @param stored undefined or null where there is no such login or it has no password */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  if (stored) return verify(stored, password).catch(() => false)
  dummy ??= hashPassword('nobody has this password')
  await verify(await dummy, password)
  return false
}

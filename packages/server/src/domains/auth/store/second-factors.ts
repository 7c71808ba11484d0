import { secondFactor } from '@vypusk/contract'
import { insertRows } from '../../../platform/inserting.ts'
import { cameIn, lastsTill } from '../../../platform/sql.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Returns a person's second factors with the data that a sign-in checks. */
export const secondFactors = (tx: Transaction, user_id: number) =>
  tx
    .selectFrom('second_factors')
    .select([
      'id',
      'kind',
      'name',
      'secret',
      'last_step',
      'credential_id',
      'public_key',
      'counter',
      'transports',
      'host',
    ])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
export type SecondFactor = Awaited<ReturnType<typeof secondFactors>>[number]

interface NewTotp {
  kind: 'totp'
  secret: string
  last_step: number
}
interface NewPasskey {
  kind: 'passkey'
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  host: string
}

/** Stores a second factor. @returns false for a passkey that was already added */
export async function writeFactor(
  tx: Transaction,
  user_id: number,
  factor: (NewTotp | NewPasskey) & { name: string; created_at: string },
): Promise<boolean> {
  const made = await tx
    .insertInto('second_factors')
    .values({ user_id, ...factor })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Records that a code or an answer of the factor was accepted. */
export const writeUse = (
  tx: Transaction,
  id: number,
  use: { last_used_at: string; last_step?: number; secret?: string; counter?: number },
) => tx.updateTable('second_factors').set(use).where('id', '=', id).execute()

/** Removes one factor. @returns its kind and name; undefined when the person has no such factor */
export const removeFactor = (tx: Transaction, user_id: number, id: number) =>
  tx
    .deleteFrom('second_factors')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(['kind', 'name'])
    .executeTakeFirst()

/** Removes all factors, open challenges and recovery codes. @returns the names of the factors */
export async function removeFactors(tx: Transaction, user_id: number): Promise<string[]> {
  const gone = await tx.deleteFrom('second_factors').where('user_id', '=', user_id).returning('name').execute()
  await tx.deleteFrom('factor_challenges').where('user_id', '=', user_id).execute()
  await writeRecovery(tx, user_id, [])
  return gone.map(({ name }) => name)
}

/** Stores recovery codes, which replace the earlier ones. */
export async function writeRecovery(tx: Transaction, user_id: number, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  if (hashes.length === 0) return
  const rows = hashes.map((code_hash) => ({ user_id, code_hash }))
  await insertRows(tx, 'recovery_codes', rows).execute()
}

/** Uses a recovery code up. @returns whether the person had it */
export async function takeRecovery(tx: Transaction, user_id: number, code_hash: Buffer): Promise<boolean> {
  const used = tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).where('code_hash', '=', code_hash)
  return (await used.executeTakeFirst()).numDeletedRows > 0n
}

export type Purpose = 'sign_in' | 'passkey' | 'totp'

const CHALLENGE_MS = secondFactor.ANSWER_MINUTES * 60_000
/** The greatest number of unanswered challenges kept per person. */
const MOST_CHALLENGES = 20

interface Challenge {
  challenge_hash: Buffer
  user_id: number
  purpose: Purpose
  secret?: string
  expires_at: string
}

/** Stores a challenge. Expired ones are removed, and the oldest too when there are very many. */
export async function writeChallenge(tx: Transaction, challenge: Challenge, now: string): Promise<void> {
  const own = tx.deleteFrom('factor_challenges').where('user_id', '=', challenge.user_id)
  await own.where(cameIn('expires_at', now, CHALLENGE_MS)).execute()
  await own
    .where('challenge_hash', 'in', (eb) =>
      eb
        .selectFrom('factor_challenges')
        .select('challenge_hash')
        .where('user_id', '=', challenge.user_id)
        .orderBy('expires_at', 'desc')
        .offset(MOST_CHALLENGES - 1),
    )
    .execute()
  await tx.insertInto('factor_challenges').values(challenge).execute()
}

/**
 * Removes and returns a challenge, so that it is answered only once. @returns undefined when this person was not sent
 * it, or it has expired
 */
export const takeChallenge = (
  tx: Transaction,
  { challenge_hash, user_id, purpose }: Pick<Challenge, 'challenge_hash' | 'user_id' | 'purpose'>,
  now: string,
) =>
  tx
    .deleteFrom('factor_challenges')
    .where('challenge_hash', '=', challenge_hash)
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where(lastsTill('expires_at', now, CHALLENGE_MS))
    .returning('secret')
    .executeTakeFirst()

/** Records whether a session was opened without a second factor. */
export const markSession = (tx: Transaction, token_hash: Buffer, password_only: boolean) =>
  tx.updateTable('sessions').set({ password_only }).where('token_hash', '=', token_hash).execute()

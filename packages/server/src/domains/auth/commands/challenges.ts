import { secondFactor } from '@vypusk/contract'
import type { Actor } from '../../../platform/call.ts'
import type { PasskeySite } from '../../../platform/credentials/passkeys.ts'
import { secretHash } from '../../../platform/credentials/secret.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { writeChallenge, type Purpose, type SecondFactor } from '../store/second-factors.ts'

interface ChallengeInput {
  /** The value that the answer contains: a passkey's challenge, or the key of a setup. */
  secret: string
  user_id: number
  purpose: Purpose
  /** The encrypted secret of an authenticator that is being set up. */
  sealed?: string
}

/** Stores a challenge for ten minutes. */
export function keepChallenge(tx: Transaction, { deps }: Pick<Actor, 'deps'>, input: ChallengeInput): Promise<void> {
  const { secret, sealed, ...rest } = input
  const now = deps.clock.now()
  const expires_at = new Date(now.getTime() + secondFactor.ANSWER_MINUTES * 60_000).toISOString()
  const challenge = { ...rest, challenge_hash: secretHash(secret), expires_at, ...(sealed ? { secret: sealed } : {}) }
  return writeChallenge(tx, challenge, now.toISOString())
}

/** Returns those of a person's passkeys that were created for the present address. */
export const keysAt = ({ host }: PasskeySite, factors: SecondFactor[]) =>
  factors.flatMap(({ credential_id, transports, ...factor }) =>
    credential_id !== null && factor.host === host ? [{ id: credential_id, transports: transports ?? [] }] : [],
  )

import type { tokens } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { Listener } from '../../../platform/events.ts'
import { API_TOKEN } from '../../../platform/person.ts'
import { refuseField, refuseWith } from '../../../platform/refusal.ts'
import { newSecret, secretHash } from '../../../platform/secret.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { mustBeSignedIn } from '../../auth/port.ts'
import { MOST_TOKENS, mayHaveScope, reasons } from '../policy.ts'
import { daysLater } from '../rules.ts'
import { countTokens, revokeAll, revokeToken, writeToken } from '../store/tokens.ts'

/** Creates a token of the caller. The token is returned in this answer only. */
export async function createToken(call: Call<typeof tokens.create>) {
  const { name, scope, days } = call.body
  const answer = mayHaveScope(call.person, scope)
  if (answer !== true) throw refuseField('scope', answer)
  const created_at = momentOf(call.deps.clock)
  const expires_at = daysLater(created_at, days)
  const access_token = `${API_TOKEN}${newSecret()}`
  const { id } = await inTransaction(call, async (tx) => {
    await mustBeSignedIn(tx, call)
    if ((await countTokens(tx, call.person.id, created_at)) >= MOST_TOKENS) throw refuseWith(reasons.manyTokens)
    const row = { user_id: call.person.id, name, scope, token_hash: secretHash(access_token), created_at, expires_at }
    return writeToken(tx, row)
  })
  const token = { id, name, scope, created_at, expires_at, last_used_at: null, is_expired: false }
  return { message: 'Success', access_token, token }
}

/** Revokes a token, which stops working on every node at once. */
export async function endToken(call: Call<typeof tokens.revoke>) {
  const { params, person, deps } = call
  const isEnded = await inTransaction(call, (tx) => revokeToken(tx, person.id, params.id, momentOf(deps.clock)))
  if (!isEnded) throw refuseWith(reasons.noToken)
  return { message: 'Success' }
}

/** Revokes all tokens of a person whose access ends. */
export const endAllTokens: Listener<'user.shut_out'> = (tx, { entity_id, at }) => revokeAll(tx, entity_id, at)

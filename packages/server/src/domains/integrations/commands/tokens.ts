import type { tokens } from '@vypusk/contract'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { Listener } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { announceOwnAccount } from '../../../platform/live/own-news.ts'
import { API_TOKEN } from '../../../platform/person.ts'
import { refuseField, refuseWith } from '../../../platform/refusal.ts'
import { newSecret, secretHash } from '../../../platform/credentials/secret.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { mustBeSignedIn } from '../../auth/port.ts'
import { MOST_TOKENS, mayHaveScope, reasons } from '../policy.ts'
import { daysLater, SCOPE_NAMES } from '../rules.ts'
import { tokenName } from '../store/services.ts'
import { countTokens, revokeAll, revokeToken, writeToken } from '../store/tokens.ts'

/** A token opens the product for up to a year, whatever becomes of the session that made it. */
const record = (tx: Transaction, actor: Actor, token: string) =>
  recordChanges(tx, actor, {
    entity: 'user',
    entity_id: actor.person.id,
    titles: { token: 'Токен API' },
    before: null,
    after: { token },
  })

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
    await record(tx, call, `сделан: ${name}, ${SCOPE_NAMES[scope]}`)
    await announceOwnAccount(tx, call.person)
    return writeToken(tx, row)
  })
  const token = { id, name, scope, created_at, expires_at, last_used_at: null, is_expired: false }
  return { message: 'Success', access_token, token }
}

/** Revokes a token, which stops working on every node at once. */
export async function endToken(call: Call<typeof tokens.revoke>) {
  const { params, person, deps } = call
  await inTransaction(call, async (tx) => {
    if (!(await revokeToken(tx, person.id, params.id, momentOf(deps.clock)))) throw refuseWith(reasons.noToken)
    await record(tx, call, `отозван: ${await tokenName(tx, person.id, params.id)}`)
    await announceOwnAccount(tx, person)
  })
  return { message: 'Success' }
}

/** Revokes all tokens of a person whose access ends. */
export const endAllTokens: Listener<'user.shut_out'> = (tx, { entity_id, at }) => revokeAll(tx, entity_id, at)

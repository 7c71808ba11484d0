import type { auth } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { hashPassword } from '../../../platform/credentials/password.ts'
import { NOBODY } from '../../../platform/person.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { newSecret, secretHash } from '../../../platform/credentials/secret.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { DEAD_LINK, PASSWORD_LINK_MS } from '../policy.ts'
import { ownerOfLink } from '../queries/account.ts'
import { takePasswordLink, writePassword, writePasswordLink } from '../store/passwords.ts'
import { refuseWeak } from './account.ts'
import { endAllAccess } from './ending.ts'

/**
 * Creates the link of a password letter, which replaces the person's earlier link.
 * @param now ISO 8601; the link is valid for three days from then
 * @returns the token; only the letter contains it
 */
export async function issuePasswordLink(tx: Transaction, user_id: number, now: string): Promise<string> {
  const token = newSecret()
  const expires_at = new Date(Date.parse(now) + PASSWORD_LINK_MS).toISOString()
  await writePasswordLink(tx, user_id, { token_hash: secretHash(token), created_at: now, expires_at })
  return token
}

/**
 * Sets a password by the link of a letter. The link works once, and everything open in the person's name ends. Nothing
 * is hashed for a link that does not exist.
 */
export async function setPassword(call: Call<typeof auth.setPassword>) {
  const { id } = await ownerOfLink(call.deps, call.params.token)
  await refuseWeak(call.deps.db, id, call.body.password)
  const password_hash = await hashPassword(call.body.password)
  return inTransaction(call, async (tx) => {
    const now = momentOf(call.deps.clock)
    const owner = await takePasswordLink(tx, secretHash(call.params.token), now, PASSWORD_LINK_MS)
    if (!owner) throw refuseWith(DEAD_LINK)
    const { version } = await writePassword(tx, owner.id, password_hash)
    const actor: Actor = { deps: call.deps, person: { ...NOBODY, ...owner } }
    await endAllAccess(tx, actor, owner.id, { reason: 'password', via: 'letter' })
    await recordChanges(tx, actor, {
      entity: 'user',
      entity_id: owner.id,
      titles: { password: 'Пароль' },
      before: null,
      after: { password: 'задан по ссылке из письма' },
      via: 'letter',
    })
    const companies = owner.idcomp === null ? [] : [owner.idcomp]
    await emit(tx, actor, { kind: 'changed', entity: 'user', entity_id: owner.id, version, companies, data: {} })
    return { message: 'Success', login: owner.login }
  })
}

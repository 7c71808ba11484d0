import type { Db } from '../../../../platform/call.ts'
import { accountsAt } from '../../queries/accounts.ts'
import { agreementAround } from '../../queries/agreements.ts'
import { reachable } from '../../rules.ts'
import type { Waiting } from './letters.ts'

type Replied = Pick<Waiting, 'reply_to' | 'entity' | 'entity_id' | 'target'>

const at = (db: Db, address: string) => accountsAt.all(db, { lowered: address.toLowerCase() })

/**
 * Where replies to a letter go by now: it may be repeated long after it was written. If the person who was to get them
 * has left, a client writes to who asks about the agreement since; all others to nobody.
 */
export async function replyToNow(db: Db, { reply_to, entity, entity_id, target }: Replied): Promise<string | null> {
  if (reply_to === null) return null
  const accounts = await at(db, reply_to)
  // An address without an account is that of somebody whom a letter was sent to by it alone.
  if (accounts.length === 0 || accounts.some(({ is_gone }) => !is_gone)) return reply_to
  const isForStaff = (await at(db, target)).some(({ isRivc }) => isRivc)
  if (entity !== 'agreement' || isForStaff) return null
  const { asker } = await agreementAround(db, entity_id)
  return reachable(asker ? [asker] : [], 0)[0]?.email ?? null
}

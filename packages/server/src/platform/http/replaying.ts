import { setTimeout as pause } from 'node:timers/promises'
import type { AnyEndpoint } from '@vypusk/contract'
import type { Deps } from '../call.ts'
import { refuse } from '../refusal.ts'
import { statement } from '../statement.ts'
import type { Replay } from '../transaction.ts'
import { readKept } from './idempotency.ts'

const LOOK_EVERY_MS = 50
/** What a call does after its letters have been waited for: it reads what it answers with. */
const FOR_READING_MS = 1000

const keptFor = statement((db, { user_id, key }: Replay['of']) =>
  db.selectFrom('idempotency_keys').select('reply').where('user_id', '=', user_id).where('key', '=', key),
)

/**
 * The first reply for a key. A call that is made again while the first is still being answered, because its connection
 * broke, waits for the whole reply, so that both are told the same. If the process died or the database became
 * unavailable before the whole reply was stored, what was stored by the transaction may not be a valid reply; then only
 * the thing itself shows what was done.
 */
export async function replayed(
  { reply: schema }: AnyEndpoint,
  { db, outcomeWaitMs }: Pick<Deps, 'db' | 'outcomeWaitMs'>,
  { reply: first, of }: Replay,
): Promise<unknown> {
  const isReply = (reply: unknown) => !schema || schema.safeParse(reply).success
  const deadline = performance.now() + outcomeWaitMs + FOR_READING_MS
  let kept = readKept(first)
  while ((kept.isEarly || !isReply(kept.reply)) && performance.now() < deadline) {
    await pause(LOOK_EVERY_MS)
    kept = readKept((await keptFor.first(db, of))?.reply)
  }
  if (!isReply(kept.reply)) throw refuse('conflict')
  return kept.reply
}

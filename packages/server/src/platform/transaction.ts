import { sealChains } from './chain.ts'
import { momentOf, type Clock } from './clock.ts'
import type { Db } from './database.ts'
import type { IdempotencyKey } from './idempotency.ts'
import type { Person } from './person.ts'
import { refuse } from './refusal.ts'

declare const brand: unique symbol
/**
 * Only `inTransaction` gives one, so a store function cannot be called outside a transaction. It is a `Db` and more,
 * where Kysely's own type only looks like one: comparing the two member by member was a tenth of checking the types.
 */
export type Transaction = Db & { readonly [brand]: true; readonly transaction: never }

/** Whoever writes: a call, a job or a script (call.ts, Actor). */
interface Writer {
  deps: { db: Db; clock: Clock }
  person: Person
  idempotency?: IdempotencyKey | undefined
}

/** Thrown when the idempotency key was used already; mount answers with the first reply. */
export class Replay extends Error {
  readonly reply: unknown

  constructor(reply: unknown) {
    super('replay')
    this.reply = reply
  }
}

const KEY_LIFE_MS = 24 * 3600 * 1000

/**
 * Runs one change. With an idempotency key the result is kept in the same transaction, so the
 * same key can never do the work twice, not even at once: the second waits for the first to end. What it wrote of a
 * release and a company is sealed at its end (chain.ts).
 */
export function inTransaction<Result>(actor: Writer, run: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return actor.deps.db.transaction().execute(async (plain) => {
    const tx = plain as unknown as Transaction
    const { idempotency } = actor
    if (idempotency) await takeKey(tx, actor, idempotency)
    const result = await run(tx)
    await sealChains(tx)
    await keepReply(tx, actor, result)
    return result
  })
}

async function takeKey(tx: Transaction, actor: Writer, { key, endpoint, request_hash }: IdempotencyKey) {
  const oldest = new Date(actor.deps.clock.now().getTime() - KEY_LIFE_MS).toISOString()
  await tx.deleteFrom('idempotency_keys').where('created_at', '<', oldest).execute()
  const taken = await tx
    .insertInto('idempotency_keys')
    .values({
      user_id: actor.person.id,
      key,
      endpoint,
      request_hash: request_hash ?? null,
      reply: '{}',
      created_at: momentOf(actor.deps.clock),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (taken) return
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['endpoint', 'request_hash', 'reply'])
    .where('user_id', '=', actor.person.id)
    .where('key', '=', key)
    .executeTakeFirst()
  const isOther = first?.request_hash && request_hash && first.request_hash !== request_hash
  if (first?.endpoint !== endpoint || isOther) throw refuse('key_reused')
  throw new Replay(first.reply)
}

/** Keeps what the key's call answered; called again once the whole reply is known. */
export async function keepReply(db: Db, { person, idempotency }: Writer, reply: unknown): Promise<void> {
  if (!idempotency) return
  await db
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply ?? {}) })
    .where('user_id', '=', person.id)
    .where('key', '=', idempotency.key)
    .execute()
}

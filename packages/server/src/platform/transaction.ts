import { sql } from 'kysely'
import { sealChains } from './chain.ts'
import { momentOf, type Clock } from './clock.ts'
import type { Db } from './database.ts'
import { furthest } from './elapsed.ts'
import { withCommit } from './database/ending-transaction.ts'
import { keptForm, type IdempotencyKey } from './http/idempotency.ts'
import type { Person } from './person.ts'
import { refuse } from './refusal.ts'
import { statement } from './statement.ts'

declare const brand: unique symbol
/**
 * Created only by `inTransaction`, so that a store function cannot be called outside a transaction. It extends `Db`,
 * whereas Kysely's own type only looks like one: comparing the two member by member took a tenth of type checking.
 */
export type Transaction = Db & { readonly [brand]: true; readonly transaction: never }

/** Who writes: a call, a job or a script (call.ts, Actor). */
interface Writer {
  deps: { db: Db; clock: Clock }
  person: Person
  idempotency?: IdempotencyKey | undefined
}

/** Thrown when the idempotency key was used before; `mount` then answers with the first reply (http/replaying.ts). */
export class Replay extends Error {
  readonly reply: unknown
  /** Whose key it is. */
  readonly of: { user_id: number; key: string }

  constructor(reply: unknown, of: Replay['of']) {
    super('replay')
    this.reply = reply
    this.of = of
  }
}

const KEY_LIFE_MS = 24 * 3600 * 1000

/**
 * Makes a change in a transaction. The result is stored with the idempotency key in the same transaction, so that a key
 * can never do the work twice, not even concurrently: the second call waits for the first. History records about a
 * release and a company are sealed at the end (chain.ts).
 */
export function inTransaction<Result>(actor: Writer, run: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return actor.deps.db.transaction().execute(async (plain) => {
    const tx = plain as unknown as Transaction
    const result = await changed(tx, actor, run)
    if (actor.idempotency) await withCommit(() => keepReply(tx, actor, result))
    return result
  })
}

/**
 * The same if the reply is read at the end by a single statement, which is sent with the commit: if it fails, nothing
 * is changed.
 * @param read must only read; gets the result of `run`
 */
export function inTransactionThen<Result, Reply>(
  actor: Writer,
  run: (tx: Transaction) => Promise<Result>,
  read: (tx: Transaction, result: Result) => Promise<Reply>,
): Promise<Reply> {
  if (actor.idempotency) return inTransaction(actor, async (tx) => read(tx, await run(tx)))
  return actor.deps.db.transaction().execute(async (plain) => {
    const tx = plain as unknown as Transaction
    const result = await changed(tx, actor, run)
    return withCommit(() => read(tx, result))
  })
}

async function changed<Result>(tx: Transaction, actor: Writer, run: (tx: Transaction) => Promise<Result>) {
  if (actor.idempotency) await takeKey(tx, actor, actor.idempotency)
  const result = await run(tx)
  await sealChains(tx)
  return result
}

interface TakenKey {
  user_id: number
  key: string
  endpoint: string
  request_hash: string | null
  at: string
  oldest: string
  latest: string
}

/** Expired keys deleted with each key that is taken: more than one, so that they do not pile up. */
const FORGOTTEN_AT_ONCE = 100

/**
 * Takes the key if it is free or expired, deletes other expired keys, and makes those that were taken while a clock was
 * ahead as old as this one: they would last until the clock gets there once more. They are not free at once, because
 * another process may have taken them a moment ago by its own clock. Those that another transaction is writing are left
 * to it: it may stay open for long, and nobody has to wait for that.
 */
const taking = statement(
  (_, { user_id, key, endpoint, request_hash, at, oldest, latest }: TakenKey) => sql<{ key: string }>`
    with forgotten as (
      delete from idempotency_keys where ctid = any(array(
        select ctid from idempotency_keys
        where created_at < ${oldest} and (user_id, key) <> (${user_id}, ${key})
        order by created_at limit ${sql.lit(FORGOTTEN_AT_ONCE)} for update skip locked))),
    corrected as (
      update idempotency_keys set created_at = ${at} where ctid = any(array(
        select ctid from idempotency_keys
        where created_at > ${latest} and (user_id, key) <> (${user_id}, ${key})
        order by created_at desc limit ${sql.lit(FORGOTTEN_AT_ONCE)} for update skip locked)))
    insert into idempotency_keys as known (user_id, key, endpoint, request_hash, reply, created_at)
    values (${user_id}, ${key}, ${endpoint}, ${request_hash}, '{}', ${at})
    on conflict (user_id, key) do update
      set endpoint = excluded.endpoint, request_hash = excluded.request_hash, reply = '{}', created_at = excluded.created_at
      where known.created_at < ${oldest}
    returning key`,
)

async function takeKey(tx: Transaction, actor: Writer, { key, endpoint, request_hash }: IdempotencyKey) {
  const { id: user_id } = actor.person
  const at = momentOf(actor.deps.clock)
  const oldest = new Date(actor.deps.clock.now().getTime() - KEY_LIFE_MS).toISOString()
  const moments = { at, oldest, latest: furthest(at, 0) }
  const taken = await taking.first(tx, { user_id, key, endpoint, request_hash: request_hash ?? null, ...moments })
  if (taken) return
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['endpoint', 'request_hash', 'reply'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirst()
  const isOther = first?.request_hash && request_hash && first.request_hash !== request_hash
  if (first?.endpoint !== endpoint || isOther) throw refuse('key_reused')
  throw new Replay(first.reply, { user_id, key })
}

interface KeptReply {
  user_id: number
  key: string
  reply: string
}

const keeping = statement((db, { user_id, key, reply }: KeptReply) =>
  db.updateTable('idempotency_keys').set({ reply }).where('user_id', '=', user_id).where('key', '=', key),
)

/** Stores the reply for the key. Called again once the complete reply is known; does nothing if it is the same. */
export async function keepReply(db: Db, { person, idempotency }: Writer, reply: unknown): Promise<void> {
  if (!idempotency || (idempotency.kept && idempotency.kept.reply === reply)) return
  await keeping.all(db, { user_id: person.id, key: idempotency.key, reply: JSON.stringify(keptForm(reply)) })
  idempotency.kept = { reply }
}

import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { pendingJobs } from '../../../platform/jobs/pending.ts'
import { insertRows } from '../../../platform/inserting.ts'
import type { Transaction } from '../../../platform/transaction.ts'

type Fields = Pick<Insertable<DB['webhooks']>, 'url' | 'kinds'>
type About = Pick<Insertable<DB['webhooks']>, 'format' | 'release_id' | 'company_id'>

export const writeWebhook = (tx: Transaction, webhook: Fields & About & { secret: string; created_at: string }) =>
  tx.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow()

/** Locks a webhook until the transaction ends. @returns whether there is such a webhook */
export const lockWebhook = async (tx: Transaction, id: number): Promise<boolean> =>
  (await tx.selectFrom('webhooks').select('id').where('id', '=', id).forUpdate().executeTakeFirst()) !== undefined

/**
 * Changes a webhook. Switched on again, or with another address, it starts afresh: earlier failures do not count.
 * @returns its new version
 */
export async function changeWebhook(tx: Transaction, id: number, fields: Fields & { is_active: boolean }) {
  const { version } = await tx
    .updateTable('webhooks')
    .set((eb) => ({
      ...fields,
      version: eb('version', '+', 1),
      failing_since: eb
        .case()
        .when(eb.and([eb('is_active', '=', fields.is_active), eb('url', '=', fields.url)]))
        .then(eb.ref('failing_since'))
        .else(null)
        .end(),
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export const writeSecret = (tx: Transaction, id: number, secret: string) =>
  tx.updateTable('webhooks').set({ secret }).where('id', '=', id).execute()

export const removeWebhook = (tx: Transaction, id: number) => tx.deleteFrom('webhooks').where('id', '=', id).execute()

/** The active webhooks that want this kind of event. */
export const listenersOf = (tx: Transaction, kind: string) =>
  tx
    .selectFrom('webhooks')
    .select(['id', 'url', 'format', 'kinds', 'release_id', 'company_id'])
    .where('is_active', '=', true)
    .where(sql<boolean>`${kind} = any(kinds)`)
    .execute()

/** Writes one delivery for each. @returns their ids with those of their webhooks */
export async function writeDeliveries(
  tx: Transaction,
  kind: string,
  bodies: { webhook_id: number; body: string; told?: object; created_at: string }[],
): Promise<{ id: number; webhook_id: number }[]> {
  if (bodies.length === 0) return []
  const rows = bodies.map((one) => ({ ...one, kind }))
  return insertRows(tx, 'webhook_deliveries', rows).returning(['id', 'webhook_id']).execute()
}

/** Writes a delivery for one webhook only, whatever kinds it wants. */
export const writeTest = (tx: Transaction, webhook_id: number, body: string, created_at: string) =>
  tx
    .insertInto('webhook_deliveries')
    .values({ webhook_id, kind: 'test', body, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Whether a webhook `w` is to be sent what is of this kind. */
const isWanted = (kind: RawBuilder<unknown>) =>
  sql<boolean>`(w.is_active and (${kind} = 'test' or ${kind} = any(w.kinds)))`

/** A delivery with its destination and the number of automatic attempts; undefined if it is gone. */
export const deliveryBy = (db: Db, id: number) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.webhook_id', 'd.kind', 'd.body', 'd.state', 'w.url', 'w.secret'])
    .select(['d.told', 'w.release_id', 'w.company_id', isWanted(sql.ref('d.kind')).as('is_wanted')])
    .select((eb) =>
      eb
        .selectFrom('webhook_tries as t')
        .select((one) => one.fn.countAll<number>().as('tries'))
        .whereRef('t.delivery_id', '=', 'd.id')
        .where('t.is_by_hand', '=', false)
        .as('tries'),
    )
    .where('d.id', '=', id)
    .executeTakeFirst()

interface MessageSubject {
  entity: string
  ids: number[]
  kinds: string[]
  thread?: number | undefined
}

/**
 * The things of a message, or of its remark, that its channel has been told of in these kinds since: the later message
 * has arrived, or still may.
 */
export async function thingsSince(
  db: Db,
  { id, webhook_id }: { id: number; webhook_id: number },
  { entity, ids, kinds, thread }: MessageSubject,
): Promise<number[]> {
  if (kinds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select distinct named.id::int as id
    from webhook_deliveries as later, jsonb_array_elements(later.told -> 'ids') as named (id)
    where later.webhook_id = ${webhook_id} and later.id > ${id} and later.state <> 'failed'
      and later.kind = any(${kinds}::text[]) and later.told ->> 'entity' = ${entity} and named.id::int = any(${ids}::int[])
      and later.told -> 'thread' is not distinct from ${thread ?? null}::jsonb`.execute(db)
  return rows.map((row) => row.id)
}

/** Locks a delivery until the transaction ends. */
export const lockDelivery = (tx: Transaction, id: number) =>
  tx.selectFrom('webhook_deliveries').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export const writeTry = (tx: Transaction, attempt: Insertable<DB['webhook_tries']>) =>
  tx.insertInto('webhook_tries').values(attempt).returning('id').executeTakeFirstOrThrow()

export const writeState = (tx: Transaction, id: number, state: string) =>
  tx.updateTable('webhook_deliveries').set({ state }).where('id', '=', id).execute()

/** A delivery has arrived: the days without a success are counted from the start. */
export const noteArrival = (tx: Transaction, id: number) =>
  tx
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .execute()

/** @returns since when nothing has arrived, whether the webhook is still on, and whether it still wants such deliveries */
export async function noteFailure(
  tx: Transaction,
  { webhook_id, kind }: { webhook_id: number; kind: string },
  now: string,
) {
  const { failing_since, ...webhook } = await tx
    .updateTable('webhooks as w')
    .set({ failing_since: sql`least(failing_since, ${now}::timestamptz)` })
    .where('id', '=', webhook_id)
    .returning(['failing_since', 'is_active', isWanted(sql`${kind}::text`).as('is_wanted')])
    .executeTakeFirstOrThrow()
  return { since: failing_since ?? now, ...webhook }
}

/**
 * Ends what still waits for a webhook that is off, or that wants no such kind any more. A delivery that is being
 * concluded meanwhile is left out: whoever concludes it waits for this transaction and ends it then.
 */
export const endUnwanted = (tx: Transaction, webhook_id: number) =>
  sql`
    update webhook_deliveries set state = 'failed'
    where id in (
      select d.id from webhook_deliveries as d join webhooks as w on w.id = d.webhook_id
      where d.webhook_id = ${webhook_id} and d.state = 'queued' and not ${isWanted(sql`d.kind`)}
      order by d.id for update of d skip locked)`.execute(tx)

/** @returns whether this call switched it off */
export async function switchOff(tx: Transaction, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set((eb) => ({ is_active: false, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks queued deliveries that have no job to handle them. @returns their ids and addresses */
export async function lockWithoutJob(tx: Transaction): Promise<{ id: number; url: string }[]> {
  const { rows } = await sql<{ id: number; url: string }>`
    select d.id, w.url from webhook_deliveries as d join webhooks as w on w.id = d.webhook_id
    where d.state = 'queued'
      and not exists (select from ${pendingJobs(['webhook'], 'delivery_id')} as job where job.delivery_id = d.id)
    order by d.id for update of d skip locked`.execute(tx)
  return rows
}

/** @param before ISO 8601 */
export const sweepDeliveries = (tx: Transaction, before: string) =>
  tx.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute()

import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from '@vypusk/contract'
import { sql } from 'kysely'
import type { Db, Deps } from './call.ts'

/** The longest a reply waits for the first attempts (product.md, "Letters, files, FTP"). */
export const OUTCOME_WAIT_MS = 3000
const LOOK_EVERY_MS = 50

type Looking = Pick<Deps, 'db' | 'log' | 'outcomeWaitMs'>
type States = () => Promise<{ state: string; attempts: number }[]>

/**
 * What became of an event's deliveries: waits at most `outcomeWaitMs` for the first attempt of each, so that the
 * reply can say honestly whether it failed.
 * A first attempt that failed says `failed` although retries go on.
 */
export async function outcomeOf(
  looking: Looking,
  event_id: number | null,
  kind: 'mail' | 'ftp' = 'mail',
): Promise<Outcome> {
  return event_id === null ? 'none' : outcomeOfAll(looking, [event_id], kind)
}

/** The same of several events: failed when anything of them failed. */
export async function outcomeOfAll(
  { db, log, outcomeWaitMs }: Looking,
  event_ids: number[],
  kind: 'mail' | 'ftp' = 'mail',
): Promise<Outcome> {
  if (event_ids.length === 0) return 'none'
  const due = db
    .selectFrom('deliveries')
    .select(['state', 'attempts'])
    .where('event_id', 'in', event_ids)
    .where('kind', '=', kind)
    // Whoever only follows the thing is told beside the work: how that letter fares is not the doer's to wait for.
    .where('entity', '<>', 'notice')
  const outcome = await settled({ log, outcomeWaitMs }, () => due.execute(), { event_ids })
  return outcome === 'none' && (await isHeld(db, event_ids)) ? 'queued' : outcome
}

/** The letter of it waits for what may follow. */
async function isHeld(db: Db, event_ids: number[]): Promise<boolean> {
  const held = db
    .selectFrom('held_letters')
    .select('topic')
    .where('event_ids', '&&', sql<number[]>`${event_ids}::int[]`)
  return (await held.executeTakeFirst()) !== undefined
}

/** The same of one delivery that a person has repeated. */
export const outcomeOfDelivery = ({ db, ...given }: Looking, delivery_id: number): Promise<Outcome> =>
  settled(
    given,
    () => db.selectFrom('deliveries').select(['state', 'attempts']).where('id', '=', delivery_id).execute(),
    {
      delivery_id,
    },
  )

async function settled({ log, outcomeWaitMs }: Omit<Looking, 'db'>, states: States, what: object): Promise<Outcome> {
  const deadline = performance.now() + outcomeWaitMs
  for (;;) {
    const rows = await states()
    if (rows.length === 0) return 'none'
    const waiting = rows.some((row) => row.state === 'queued' && row.attempts === 0)
    if (!waiting || performance.now() > deadline) {
      if (rows.some((row) => row.state === 'failed' || (row.state === 'queued' && row.attempts > 0))) return 'failed'
      if (!waiting) return 'sent'
      log.warn(what, 'deliveries not attempted in time')
      return 'queued'
    }
    await pause(LOOK_EVERY_MS)
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Delivery, Outcome } from '@vypusk/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Deps } from '../../platform/call.ts'
import { pendingJobs } from '../../platform/jobs/pending.ts'
import type { Gauge } from '../../platform/room.ts'
import { statement } from '../../platform/statement.ts'
import { JOB_OF } from './rules.ts'

const LOOK_EVERY_MS = 50

type Looking = Pick<Deps, 'db' | 'log' | 'outcomeWaitMs'>
/** Each state that there is, once, and whether there was an attempt. */
type States = () => Promise<{ state: string; isTried: boolean }[]>

const isTried = sql<boolean>`attempts > 0`.as('isTried')

/**
 * Returns the outcome of an event's deliveries. Waits at most `outcomeWaitMs` for the first attempt of each, so that
 * the reply can say truthfully whether it failed. A failed first attempt counts as `failed` although retries follow.
 */
export async function outcomeOf(
  looking: Looking,
  event_id: number | null,
  kind: 'mail' | 'ftp' = 'mail',
): Promise<Outcome> {
  return event_id === null ? 'none' : outcomeOfAll(looking, [event_id], kind)
}

const statesOf = statement((db, { event_ids, kind }: { event_ids: number[]; kind: 'mail' | 'ftp' }) =>
  db
    .selectFrom('deliveries')
    // A publication may have tens of thousands of copies.
    .distinct()
    .select('state')
    .select(isTried)
    .where('event_id', '=', sql<number>`any(${event_ids}::bigint[])`)
    .where('kind', '=', kind)
    // Notices to people who only follow the thing are left out: the actor need not wait for those letters.
    .where('entity', '<>', 'notice'),
)

/**
 * Up to this many events the caller waits for the letters; with more events, some letters are always still on their
 * way.
 */
const FEW = 10

/**
 * Returns the outcome of several events: failed when any delivery of them failed. For many events it waits a tenth of
 * the time: somebody who asks forty companies learns of a mail server that refuses at once, but does not wait for a
 * hundred letters.
 */
export async function outcomeOfAll(
  { db, log, outcomeWaitMs }: Looking,
  event_ids: number[],
  kind: 'mail' | 'ftp' = 'mail',
): Promise<Outcome> {
  if (event_ids.length === 0) return 'none'
  const waits = event_ids.length > FEW ? outcomeWaitMs / 10 : outcomeWaitMs
  const states = () => statesOf.all(db, { event_ids, kind })
  const outcome = await settled({ log, outcomeWaitMs: waits }, states, { event_ids })
  return outcome === 'none' && (await held.first(db, { event_ids })) ? 'queued' : outcome
}

/** Letters of the events that are held back because more may follow. */
const held = statement((db, { event_ids }: { event_ids: number[] }) =>
  db
    .selectFrom('held_letters_for_deliveries')
    .select('topic')
    .where('event_ids', '&&', sql<number[]>`${event_ids}::int[]`),
)

const stateOf = statement((db, { id }: { id: number }) =>
  db.selectFrom('deliveries').select('state').select(isTried).where('id', '=', id),
)

/** Returns the outcome of one delivery that a person has repeated. */
export const outcomeOfDelivery = ({ db, ...deps }: Looking, delivery_id: number): Promise<Outcome> =>
  settled(deps, () => stateOf.all(db, { id: delivery_id }), { delivery_id })

async function settled({ log, outcomeWaitMs }: Omit<Looking, 'db'>, states: States, what: object): Promise<Outcome> {
  const deadline = performance.now() + outcomeWaitMs
  for (;;) {
    const began = performance.now()
    const rows = await states()
    if (rows.length === 0) return 'none'
    const waiting = rows.some((row) => row.state === 'queued' && !row.isTried)
    if (!waiting || performance.now() > deadline) {
      if (rows.some((row) => row.state === 'failed' || (row.state === 'queued' && row.isTried))) return 'failed'
      if (!waiting) return 'sent'
      log.warn(what, 'deliveries not attempted in time')
      return 'queued'
    }
    // Looking at very many takes longer: most of the time is left to whatever sends them.
    await pause(Math.max(LOOK_EVERY_MS, 4 * (performance.now() - began)))
  }
}

interface ProvedDelivery {
  entity: 'agreement' | 'publication'
  entity_id: number
  /** The letter's subject, or the path of the copy. */
  name: string
  target: string
  /** The releases and companies it was about. */
  chains: { release_id: number; company_id: number }[]
}

const proved = statement(
  (_, { id }: { id: number }) => sql<ProvedDelivery>`
    select d.entity, d.entity_id, d.target, coalesce(l.subject, f.file_name) as name, coalesce(whose.chains, '[]') as chains
    from deliveries as d
    left join letters_for_deliveries as l on l.id = d.letter_id
    left join files_for_deliveries as f on f.id = d.file_id
    left join lateral (
      select json_agg(json_build_object('release_id', c.release_id, 'company_id', c.company_id)
        order by c.release_id, c.company_id) as chains
      from chains_for_deliveries as c where c.delivery_id = d.id) as whose on true
    where d.id = ${id} and d.entity in ('agreement', 'publication')`,
)

/** Returns a delivery whose outcome is evidence for releases and companies; undefined for any other. */
export const provedDelivery = (db: Db, id: number) => proved.first(db, { id })

const letters = statement((db, { entity, entity_id }: { entity: string; entity_id: number }) =>
  db
    .selectFrom('deliveries as d')
    .innerJoin('letters_for_deliveries as l', 'l.id', 'd.letter_id')
    .select(['d.id', 'd.target', 'd.attempts', 'd.last_error', 'd.at', 'l.subject', 'd.event_id'])
    .select([sql<'mail'>`d.kind`.as('kind'), sql<Delivery['state']>`d.state`.as('state')])
    .where('d.entity', '=', entity)
    .where('d.entity_id', '=', entity_id)
    .orderBy('d.id', 'desc')
    .limit(1000),
)

/** Returns the letters about a thing, newest first; at most 1000. */
export const lettersAbout = (db: Db, entity: string, entity_id: number) => letters.all(db, { entity, entity_id })

/**
 * SQL that checks whether a letter was read at a company: whether one of its people had the address when the letter was
 * written.
 * @param readers the column of the delivery
 */
export const isReadAt = (readers: RawBuilder<unknown>, idcomp: number) =>
  sql<boolean>`${readers} @> jsonb_build_array(jsonb_build_object('idcomp', ${idcomp}::int))`

/** SQL that checks whether a person had the address of a letter when it was written. @param readers as above */
export const isReadBy = (readers: RawBuilder<unknown>, user_id: number) =>
  sql<boolean>`${readers} @> jsonb_build_array(jsonb_build_object('id', ${user_id}::int))`

const tries = statement(
  (_, { ids }: { ids: number[] }) => sql<{ delivery_id: number; next_at: string | null }>`
    select job.delivery_id, min(job.start_after) filter (where job.state <> 'active') as next_at
    from ${pendingJobs(Object.values(JOB_OF), 'delivery_id')} as job
    join deliveries as d on d.id = job.delivery_id and d.generation = job.generation
    where job.delivery_id = any(${ids}::int[]) group by job.delivery_id`,
)

/**
 * Returns when each delivery is tried next, ISO 8601; null while it is being tried.
 * @returns only deliveries that have a job
 */
export async function nextTries(db: Db, ids: number[]): Promise<Map<number, string | null>> {
  const rows = await tries.all(db, { ids })
  return new Map(rows.map(({ delivery_id, next_at }) => [delivery_id, next_at]))
}

interface InVain {
  /** When the first of them was queued, ISO 8601; null if there are none. */
  since: string | null
  reason: string | null
  count: number
}

/** The letters that have been tried in vain for one of these reasons while none has left since they were queued. */
export const inVain = statement(
  (_, { reasons }: { reasons: readonly string[] }) => sql<InVain>`
    select min(coalesce(d.queued_at, d.at)) as since, (array_agg(d.last_error order by d.at desc))[1] as reason,
      count(*)::int as count
    from deliveries as d
    where d.kind = 'mail' and d.state in ('queued', 'failed') and not d.needless and d.attempts > 0
      and d.last_error = any(${reasons}::text[])
      and coalesce(d.queued_at, d.at) > coalesce(
        (select max(sent.at) from deliveries as sent where sent.kind = 'mail' and sent.state = 'sent'), '-infinity')`,
)

/** What failed is as old as its last attempt; what waits, as the moment it was queued, however often it was tried. */
const counts = statement(
  () => sql<{ name: string; state: string; count: number; since: string }>`
    select kind as name, state, count(*)::int as count, min(at) as since
    from deliveries where state = 'failed' and not needless group by kind, state
    union all
    select kind, state, count(*)::int, min(coalesce(queued_at, at))
    from deliveries where state = 'queued' group by kind, state`,
)

/** Deliveries that have arrived or are no longer needed are not counted: nobody has to act on them. */
export const undelivered: Gauge = {
  name: 'vypusk_deliveries',
  help: 'Letters and copies that have not arrived, by state.',
  label: 'kind',
  read: (db) => counts.all(db, {}),
}

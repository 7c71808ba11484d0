import type { ClientBase } from 'pg'
import { RESTORE_SCHEMA as BESIDE } from '../platform/database/state.ts'

/**
 * How far numbers are moved on for what was written after the copy and is lost: calendar entries, addresses and files
 * with those numbers have left the system. More than a day of what people make, and little enough for numbers that
 * people read.
 */
const NUMBERS_LOST = 1000

/** The same for what the system makes many of: letters, messages of webhooks, and the events that both name. */
const MANY_LOST = 100_000
const MANY: ReadonlySet<string> = new Set(['deliveries_id_seq', 'webhook_deliveries_id_seq', 'events_id_seq'])

/** The same for how often what calendars show of one agreement has changed. */
const CHANGES_LOST = 1000

/**
 * Every sequence of the prepared tables, with the number that the former system had reached. One that has given out no
 * number has none (`last_value` is null), and neither has a system that is not there.
 */
const REACHED = `select own.sequencename as sequence, format('%I.%I', own.schemaname, own.sequencename) as name,
    own.max_value::text as most,
    coalesce(own.last_value, own.start_value - own.increment_by)::text as copied, former.last_value::text as former
  from pg_sequences own
  left join pg_sequences former on former.schemaname = 'public' and former.sequencename = own.sequencename
  where own.schemaname = '${BESIDE}'`

interface Reached {
  sequence: string
  name: string
  most: string
  copied: string
  former: string | null
}

const greatest = (first: bigint, second: bigint) => (first > second ? first : second)

async function passNumbers(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Reached>(REACHED)
  for (const { sequence, name, most, copied, former } of rows) {
    const lost = BigInt(MANY.has(sequence) ? MANY_LOST : NUMBERS_LOST)
    const passed = greatest(BigInt(copied) + lost, BigInt(former ?? 0))
    if (passed < BigInt(most)) await client.query('select setval($1, $2)', [name, passed.toString()])
  }
}

/** No trigger counts this as a change, because none is on this column. */
const PASS_CHANGES = `update ${BESIDE}.agreements set calendar_sequence = coalesce(calendar_sequence, version) + ${CHANGES_LOST}`

/** The former system may be of a release without this column. */
const PASS_FORMER = `update ${BESIDE}.agreements own set calendar_sequence = former.sequence + 1
  from (select id, coalesce((to_jsonb(a) ->> 'calendar_sequence')::int, version) as sequence from public.agreements a) former
  where former.id = own.id and former.sequence >= own.calendar_sequence`

const LENIENT = `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
  where conrelid = '${BESIDE}.agreements'::regclass and contype = 'c' and not convalidated`

async function passChanges(client: ClientBase): Promise<void> {
  // Agreements of earlier versions may have days with which no change of their rows is accepted (migration 0054).
  const { rows } = await client.query<{ name: string; definition: string }>(LENIENT)
  for (const { name } of rows) await client.query(`alter table ${BESIDE}.agreements drop constraint ${name}`)
  await client.query(PASS_CHANGES)
  const { rows: found } = await client.query(`select to_regclass('public.agreements') is not null as known`)
  if (found[0]?.known === true) await client.query(PASS_FORMER)
  for (const { name, definition } of rows) {
    await client.query(`alter table ${BESIDE}.agreements add constraint ${name} ${definition}`)
  }
}

/**
 * Makes the prepared tables continue after all numbers that may have left the system since the copy was made. Their
 * receivers would take what comes under such a number again for a duplicate, and drop it.
 */
export async function advanceNumbers(client: ClientBase): Promise<void> {
  await passNumbers(client)
  await passChanges(client)
}

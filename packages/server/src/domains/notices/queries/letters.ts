import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'

const written = statement((db, { events }: { events: number[] }) =>
  db
    .selectFrom('shared_deliveries as deliveries')
    .select(sql<string>`event_id || ' ' || lower(target)`.as('target'))
    .where('event_id', '=', sql<number>`any(${events}::bigint[])`)
    .where('kind', '=', 'mail'),
)

/** The addresses that get a letter about each event anyway: the event's id, a space and the address in small letters. */
export const writtenTo = async (db: Db, events: number[]): Promise<Set<string>> =>
  new Set((await written.all(db, { events })).map(({ target }) => target))

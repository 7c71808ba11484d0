import { sql } from 'kysely'
import { momentOf } from '../../../platform/clock.ts'
import type { EventActor } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** New dates of a release. */
export interface Dates {
  id: number
  start_date: string
  plan_date: string
}

/** Writes new dates of locked releases and increments their versions. @returns the new version of each */
export async function writeDates(tx: Transaction, { deps }: EventActor, all: Dates[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; version: number }>`
    update releases set start_date = planned.start_date, plan_date = planned.plan_date,
      updated_at = ${momentOf(deps.clock)}, version = releases.version + 1
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as planned(id int, start_date date, plan_date date)
    where releases.id = planned.id
    returning releases.id, releases.version`.execute(tx)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

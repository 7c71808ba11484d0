import { sql } from 'kysely'
import type { Transaction } from '../../../platform/transaction.ts'

/** Tasks that go from one tracker's name to another, or with their tracker. */

/**
 * Gives all tasks of a tracker a new name. Of a task that is known under both names the tracker's own is kept.
 * @returns the requests they belong to
 */
export async function renameIssues(tx: Transaction, from: string, to: string): Promise<number[]> {
  const twice = await sql<{ request_id: number }>`
    delete from issues as i
    where i.tracker = ${to} and exists (select from issues as own where own.tracker = ${from} and own.key = i.key)
    returning i.request_id`.execute(tx)
  const moved = await sql<{ request_id: number }>`
    update issues set tracker = ${to} where tracker = ${from} returning request_id`.execute(tx)
  return [...twice.rows, ...moved.rows].map(({ request_id }) => request_id)
}

/**
 * Gives a tracker the tasks of its address that are kept under names without a tracker: read again, they would be there
 * twice. Of a task that is known several times the tracker's own is kept, or else the one that was reported last.
 * @param url the tracker's address
 * @returns the requests they belong to
 */
export async function takeOverIssues(tx: Transaction, tracker: string, url: string): Promise<number[]> {
  const { rows } = await sql<{ request_id: number }>`
    with same as (
      select i.id, row_number() over (
        partition by i.key order by (i.tracker = ${tracker}) desc, i.reported_at desc nulls last, i.id desc) as place
      from issues as i
      where i.url = ${url}::text || '/issues/' || i.key
        and (i.tracker = ${tracker} or i.tracker not in (select name from trackers_for_requests))
    ), removed as (
      delete from issues as i using same where i.id = same.id and same.place > 1 returning i.request_id
    ), moved as (
      update issues as i set tracker = ${tracker} from same
      where i.id = same.id and same.place = 1 and i.tracker <> ${tracker}
      returning i.request_id
    )
    select request_id from removed union select request_id from moved`.execute(tx)
  return rows.map(({ request_id }) => request_id)
}

/** @returns the requests they belonged to */
export async function removeIssuesOf(tx: Transaction, tracker: string): Promise<number[]> {
  const gone = await tx.deleteFrom('issues').where('tracker', '=', tracker).returning('request_id').execute()
  return gone.map(({ request_id }) => request_id)
}

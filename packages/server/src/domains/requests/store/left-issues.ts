import { sql } from 'kysely'
import type { Transaction } from '../../../platform/transaction.ts'

/** Tasks that go from one tracker's name to another, or with their tracker. */

/**
 * Gives all tasks of a tracker a new name.
 * @param own the name whose task is kept where one is known under both; by default the tracker's until now
 * @returns the requests they belong to
 */
export async function renameIssues(tx: Transaction, from: string, to: string, own = from): Promise<number[]> {
  const other = own === from ? to : from
  const twice = await sql<{ request_id: number }>`
    delete from issues as i
    where i.tracker = ${other} and exists (select from issues as kept where kept.tracker = ${own} and kept.key = i.key)
    returning i.request_id`.execute(tx)
  const moved = await sql<{ request_id: number }>`
    update issues set tracker = ${to} where tracker = ${from} returning request_id`.execute(tx)
  return [...twice.rows, ...moved.rows].map(({ request_id }) => request_id)
}

/** Names go through the index of keys one by one: there are few of them for any number of tasks. */
const namesLike = (tracker: string) => sql<{ name: string; place: number }>`
  with recursive known as (
    (select tracker from issues where tracker is not null order by tracker limit 1)
    union all
    select (select i.tracker from issues as i where i.tracker > known.tracker order by i.tracker limit 1)
    from known where known.tracker is not null
  )
  select name, 1 as place from trackers_for_requests where lower(name) = lower(${tracker})
  union all
  select tracker, case when tracker = ${tracker} then 2 else 3 end from known where lower(tracker) = lower(${tracker})
  order by place, name`

/**
 * Brings the tasks of a tracker together whose name has been written with small letters and with capitals: counted twice,
 * their hours would be. The tracker that is connected is called as it is there, any other as it was before.
 * @returns its name, and the requests whose tasks have another name now
 */
export async function underOneName(tx: Transaction, tracker: string): Promise<{ name: string; moved: number[] }> {
  const names = (await namesLike(tracker).execute(tx)).rows.map(({ name }) => name)
  const [name = tracker, ...others] = new Set(names)
  const moved: number[] = []
  for (const other of others) moved.push(...(await renameIssues(tx, other, name, name)))
  return { name, moved }
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

import { sql } from 'kysely'
import type { Db } from '../../../../platform/call.ts'
import type { Transaction } from '../../../../platform/transaction.ts'

/** Registers keys of an import. @returns how many of them had not occurred before */
export async function claimKeys(
  db: Db,
  { import_id, at }: { import_id: string; at: string },
  drafts: { source_key: string; line: number }[],
): Promise<number> {
  const [keys, lines] = [drafts.map(({ source_key }) => source_key), drafts.map(({ line }) => line)]
  const { numAffectedRows } = await sql`
    insert into import_keys (import_id, source_key, line, at)
    select ${import_id}, given.source_key, given.line, ${at}
    from unnest(${keys}::text[], ${lines}::int[]) with ordinality as given(source_key, line, place)
    order by given.place
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}

/** Marks the keys of requests that will be changed. */
export async function markKeys(db: Db, import_id: string, known: { id: number; source_key: string }[]) {
  if (known.length === 0) return
  await sql`
    update import_keys as taken set request_id = given.id
    from unnest(${known.map(({ source_key }) => source_key)}::text[], ${known.map(({ id }) => id)}::int[]) as given(source_key, id)
    where taken.import_id = ${import_id} and taken.source_key = given.source_key`.execute(db)
}

/** Locks the marked requests in the order of their ids. */
export async function lockMarked(tx: Transaction, import_id: string) {
  // Only counted, because none of up to a million ids is needed here.
  await sql`
    select count(*) from (
      select id from requests
      where id in (select request_id from import_keys where import_id = ${import_id} and request_id is not null)
      order by id for no key update) as locked`.execute(tx)
}

/** Deletes the keys of an import that has ended. */
export const dropKeys = (db: Db, import_id: string) =>
  db.deleteFrom('import_keys').where('import_id', '=', import_id).execute()

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '../../../platform/call.ts'
import { daysAgo, momentOf } from '../../../platform/clock.ts'
import { wasBefore } from '../../../platform/sql.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** The keys of one file, stored in the database while it is imported. */
export interface Keys {
  /**
   * Registers the keys of a part.
   * @returns for a line whose key occurred before, the line of its first occurrence
   */
  claim: (drafts: { source_key: string; line: number }[]) => Promise<Map<number, number>>
  /** Marks requests that will be changed. */
  mark: (known: { id: number; source_key: string }[]) => Promise<void>
  /** Locks the marked requests, ordered by id as everywhere, whatever their order in the file. */
  lock: (tx: Transaction) => Promise<void>
}

/** Runs the work with the keys of a file; they are deleted when it ends, or a day after its process died. */
export async function withKeys<Result>(deps: Deps, work: (keys: Keys) => Promise<Result>): Promise<Result> {
  const import_id = randomUUID()
  try {
    return await work(keysOf(deps, import_id))
  } finally {
    await drop(deps, import_id).catch((error: unknown) =>
      deps.log.error({ err: error, import_id }, 'keys of an import left for a day'),
    )
  }
}

const keysOf = ({ db, clock }: Deps, import_id: string): Keys => ({
  claim: async (drafts) => {
    const [keys, lines] = [drafts.map(({ source_key }) => source_key), drafts.map(({ line }) => line)]
    const { numAffectedRows } = await sql`
      insert into import_keys (import_id, source_key, line, at)
      select ${import_id}, given.source_key, given.line, ${momentOf(clock)}
      from unnest(${keys}::text[], ${lines}::int[]) with ordinality as given(source_key, line, place)
      order by given.place
      on conflict do nothing`.execute(db)
    if (numAffectedRows === BigInt(drafts.length)) return new Map()
    const taken = await db
      .selectFrom('import_keys')
      .select(['source_key', 'line'])
      .where('import_id', '=', import_id)
      .where('source_key', '=', sql<string>`any(${keys}::text[])`)
      .execute()
    const first = new Map(taken.map(({ source_key, line }) => [source_key, line]))
    const again = drafts.map(({ source_key, line }): [number, number] => [line, first.get(source_key) ?? line])
    return new Map(again.filter(([line, before]) => line !== before))
  },
  mark: async (known) => {
    if (known.length === 0) return
    await sql`
      update import_keys as taken set request_id = given.id
      from unnest(${known.map(({ source_key }) => source_key)}::text[], ${known.map(({ id }) => id)}::int[]) as given(source_key, id)
      where taken.import_id = ${import_id} and taken.source_key = given.source_key`.execute(db)
  },
  lock: async (tx) => {
    // Only counted, because none of up to a million ids is needed here.
    await sql`
      select count(*) from (
        select id from requests
        where id in (select request_id from import_keys where import_id = ${import_id} and request_id is not null)
        order by id for update) as locked`.execute(tx)
  },
})

async function drop({ db, clock }: Deps, import_id: string) {
  await db
    .deleteFrom('import_keys')
    .where((eb) => eb.or([eb('import_id', '=', import_id), wasBefore('at', daysAgo(clock, 1), momentOf(clock))]))
    .execute()
}

import { sql } from 'kysely'
import type { Db, Person } from '../../../platform/call.ts'

/** Counts what an addressee has written and uploaded by links of one agreement since a given time. */

type Addressee = Pick<Person, 'id' | 'email'>

/** Returns the address that identifies somebody without an account; null for people with an account. */
const addressOf = (id: number, email: string | null) => (id ? null : (email ?? '').toLowerCase())

/** Counts entries and verdicts. A verdict that something fails is not counted, because it has an entry already. */
export async function entriesSince(
  db: Db,
  { id, email }: Addressee,
  agreement_id: number,
  since: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from shared_entries e join shared_threads t on t.id = e.thread_id
        where t.agreement_id = ${agreement_id} and e.created_at > ${since}
          and (e.author_id = ${id || null}::int or lower(e.address) = ${addressOf(id, email)}::text))::int
      + (select count(*) from test_results r
        where r.agreement_id = ${agreement_id} and r.verdict = 'works' and r.at > ${since}
          and (r.user_id = ${id || null}::int or lower(r.address) = ${addressOf(id, email)}::text))::int
      as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Selects the files uploaded by links of the agreement that were sent to the same addressee. */
const linksOf = (db: Db, { id, email }: Addressee, agreement_id: number) =>
  db
    .selectFrom('link_files as f')
    .innerJoin('approval_tokens as t', 't.token_hash', 'f.token_hash')
    .where('t.agreement_id', '=', agreement_id)
    .where((eb) => (id ? eb('t.user_id', '=', id) : eb(sql`lower(t.address)`, '=', addressOf(id, email))))

/** Returns the files that the addressee uploaded by their links. */
export const linkFilesOf = async (db: Db, person: Addressee, agreement_id: number): Promise<number[]> =>
  (await linksOf(db, person, agreement_id).select('f.file_id').execute()).map(({ file_id }) => file_id)

export async function sentSince(db: Db, person: Addressee, agreement_id: number, since: string): Promise<number> {
  const { count } = await linksOf(db, person, agreement_id)
    .where('f.at', '>', since)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Checks whether a file is attached to an entry of the agreement's threads that the client may read, or is evidence of
 * a failure there.
 */
export async function isEntryFile(db: Db, agreement_id: number, file_id: number): Promise<boolean> {
  const found = await db
    .selectFrom('shared_entry_files as ef')
    .innerJoin('shared_entries as e', 'e.id', 'ef.entry_id')
    .innerJoin('shared_threads as t', 't.id', 'e.thread_id')
    .select('ef.file_id')
    .where('t.agreement_id', '=', agreement_id)
    .where('ef.file_id', '=', file_id)
    .where('e.internal', '=', false)
    .where((eb) =>
      eb.or([
        eb('e.withdrawn_at', 'is', null),
        eb.exists(
          eb
            .selectFrom('evidence_files as shown')
            .select('shown.file_id')
            .where('shown.agreement_id', '=', agreement_id)
            .where('shown.file_id', '=', file_id),
        ),
      ]),
    )
    .executeTakeFirst()
  return found !== undefined
}

import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import type { Link } from './links.ts'

/**
 * Whose use of an agreement's links is counted: what an addressee has written and uploaded by them since a given time,
 * and when first.
 */
type Use = Pick<Link, 'person' | 'agreement_id'>

/** People with an account are identified by it, others by their address. */
export const writerOf = ({ person: { id, email }, agreement_id }: Use) => ({
  agreement_id,
  user_id: id || null,
  address: id ? null : (email ?? '').toLowerCase(),
})
type Writer = ReturnType<typeof writerOf>

/** How much there was, and the moment of the first. */
export interface Used {
  count: number
  first: string | null
}

/** The day whose use is counted. What is dated after it was written while a clock was ahead, and would count until then. */
interface Day {
  since: string
  until: string
}

/** Counts entries and verdicts. A verdict that something fails is not counted, because it has an entry already. */
export const entriesSince = statement(
  (_, { agreement_id, user_id, address, since, until }: Writer & Day) => sql<Used>`
    select count(*)::int as count, min(used.at) as first from (
      select e.created_at as at from shared_entries e join shared_threads t on t.id = e.thread_id
        where t.agreement_id = ${agreement_id} and e.created_at > ${since} and e.created_at <= ${until}
          and (e.author_id = ${user_id}::int or lower(e.address) = ${address}::text)
      union all
      select r.at from test_results r
        where r.agreement_id = ${agreement_id} and r.verdict = 'works' and r.at > ${since} and r.at <= ${until}
          and (r.user_id = ${user_id}::int or lower(r.address) = ${address}::text)) as used`,
)

/** Selects the files uploaded by links of the agreement that were sent to the same addressee. */
const linksOf = (db: Db, { agreement_id, user_id, address }: Writer) =>
  db
    .selectFrom('link_files as f')
    .innerJoin('approval_tokens as t', 't.token_hash', 'f.token_hash')
    .where('t.agreement_id', '=', agreement_id)
    .where((eb) => (user_id === null ? eb(sql`lower(t.address)`, '=', address) : eb('t.user_id', '=', user_id)))

const filesOf = statement((db, writer: Writer) => linksOf(db, writer).select('f.file_id'))

/** Returns the files that the addressee uploaded by their links. */
export const linkFilesOf = async (db: Db, link: Use): Promise<number[]> =>
  (await filesOf.all(db, writerOf(link))).map(({ file_id }) => file_id)

export const sentSince = statement((db, { since, until, ...writer }: Writer & Day) =>
  linksOf(db, writer)
    .where('f.at', '>', since)
    .where('f.at', '<=', until)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<string | null>('f.at').as('first')]),
)

/**
 * Selects a file if it is attached to an entry of the agreement's threads that the client may read, or is evidence of a
 * failure there.
 */
export const entryFile = statement((db, { agreement_id, file_id }: { agreement_id: number; file_id: number }) =>
  db
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
    ),
)

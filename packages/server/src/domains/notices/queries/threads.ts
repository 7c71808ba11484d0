import { sql } from 'kysely'
import { WITHDRAWN } from '../../../platform/text/plain-text.ts'
import { statement } from '../../../platform/statement.ts'

/** What notices about remarks and conversations say, and whom they concern. */

/** A thread with the words it began with. */
export const threadOf = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('shared_threads as t')
    .innerJoin('shared_entries as e', 'e.thread_id', 't.id')
    .select(['t.id', 't.kind', 't.side', 't.author_id', 't.owner_id', 't.due', 't.state'])
    .select(sql<string>`case when e.withdrawn_at is null then e.text else ${WITHDRAWN} end`.as('text'))
    .where('t.id', '=', id)
    .orderBy('e.id')
    .limit(1),
)

/** The people who have written in a thread. */
export const spokeIn = statement((db, { thread_id }: { thread_id: number }) =>
  db
    .selectFrom('shared_entries')
    .select(sql<number>`author_id`.as('user_id'))
    .distinct()
    .where('thread_id', '=', thread_id)
    .where('author_id', 'is not', null),
)

/** An entry of a thread, and who is in charge of the thread. */
export const entryOf = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('shared_entries as e')
    .innerJoin('shared_threads as t', 't.id', 'e.thread_id')
    .select(['e.text', 'e.author_id', 'e.internal', 't.owner_id'])
    .where('e.id', '=', id),
)

/** The members of staff who are in charge of the conversation of a request. */
export const ownersOf = statement((db, { request_id }: { request_id: number }) =>
  db
    .selectFrom('shared_threads')
    .select('owner_id')
    .where('request_id', '=', request_id)
    .where('state', '<>', 'closed'),
)

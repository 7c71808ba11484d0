import { sql, type Expression, type SqlBool } from 'kysely'
import type { ReplyOf, requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, type Viewer } from '../../access/port.ts'
import { requestsFor } from './scope.ts'
import { rowsInOrder } from './rows.ts'

/** Whether a request has this former key; uses the index `requests_by_key`. */
export const isCalled = (source_key: Expression<string | null>, key: string) =>
  sql<SqlBool>`lower(${source_key}) = lower(${key})`

/** The most requests with one key, as several systems may use the same. */
const MOST = 20

const called = statement((db, { viewer, key }: { viewer: Viewer; key: string }) =>
  requestsFor(db, viewer)
    .select('q.id')
    .where((eb) => isCalled(eb.ref('q.source_key'), key))
    .orderBy('q.id', 'desc')
    .limit(sql.lit(MOST)),
)

/** The ids of requests with this former key that the person may see, newest first. */
export const idsByKey = async (db: Db, person: Person, key: string): Promise<number[]> =>
  (await called.all(db, { viewer: eyesOf(person), key })).map(({ id }) => id)

/** The requests with this former key. */
export async function requestsByKey(
  db: Db,
  person: Person,
  key: string,
): Promise<ReplyOf<typeof requests.requestsByKey>> {
  const rows = await rowsInOrder(db, person, await idsByKey(db, person, key))
  return {
    message: 'Success',
    requests: rows.map(({ id, e_title, company, source_key }) => ({ id, e_title, company, source_key })),
  }
}

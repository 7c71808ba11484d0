import { sql, type Expression, type SqlBool } from 'kysely'
import type { ReplyOf, requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { requestsFor } from './scope.ts'
import { rowsInOrder } from './rows.ts'

/** It was called so in the system it came from; the index `requests_by_key` knows. */
export const isCalled = (source_key: Expression<string | null>, key: string) =>
  sql<SqlBool>`lower(${source_key}) = lower(${key})`

/** As many systems may have numbered alike. */
const MOST = 20

/** Ids of what was called so and the person may know of, the newest first. */
export const idsByKey = async (db: Db, person: Person, key: string): Promise<number[]> =>
  (
    await requestsFor(db, person)
      .select('q.id')
      .where((eb) => isCalled(eb.ref('q.source_key'), key))
      .orderBy('q.id', 'desc')
      .limit(MOST)
      .execute()
  ).map(({ id }) => id)

/** Requests by what they were called in the system they came from. */
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

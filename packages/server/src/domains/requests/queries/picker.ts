import type { QueryOf, requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { idInSearch } from '../rules.ts'
import { filtered, filtersOf } from './filter.ts'
import { rowsInOrder } from './rows.ts'
import { rareIn } from './syllables.ts'

/**
 * Requests to pick from: newest first, the exact number before all others; `free` only includes those in no release.
 */
export async function pickRequests(db: Db, person: Person, pickerQuery: QueryOf<typeof requests.requestsList>) {
  const { search, limit, free } = pickerQuery
  const exact = idInSearch(search)
  const query = { search_string: search, release_ids: free ? [0] : null, page: 1, per_page: limit, isDesc: false }
  const found = filtered(db, filtersOf(person, query, await rareIn(db, search))).select('q.id')
  const [named, newest] = await Promise.all([
    exact ? found.where('q.id', '=', exact).execute() : [],
    found.orderBy('q.id', 'desc').limit(limit).execute(),
  ])
  const ids = [...new Set([...named, ...newest].map(({ id }) => id))].slice(0, limit)
  const rows = await rowsInOrder(db, person, ids)
  return rows.map(({ id, e_title, company, release }) => ({ id, e_title, company, release }))
}

import type { QueryOf, requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { numberIn } from '../../../platform/text/number-in.ts'
import { statement } from '../../../platform/statement.ts'
import { filtered, filtersOf, type Filters } from './filter.ts'
import { rowsInOrder } from './rows.ts'
import { rareIn } from './syllables.ts'

interface Sought {
  filters: Filters
  /** Null for the newest. */
  id: number | null
  limit: number
}

const found = statement(
  (db, { filters, id, limit }: Sought) =>
    filtered(db, filters)
      .select('q.id')
      .$if(id !== null, (all) => all.where('q.id', '=', id))
      .orderBy('q.id', 'desc')
      .limit(limit),
  { planned: 'each time' },
)

/**
 * Requests to pick from: newest first, the exact number before all others; `free` only includes those in no release.
 */
export async function pickRequests(db: Db, person: Person, pickerQuery: QueryOf<typeof requests.requestsList>) {
  const { search, limit, free } = pickerQuery
  const exact = numberIn(search)
  const query = { search_string: search, release_ids: free ? [0] : null, page: 1, per_page: limit, isDesc: false }
  const filters = filtersOf(person, query, await rareIn(db, search))
  const [named, newest] = await Promise.all([
    exact ? found.all(db, { filters, id: exact, limit }) : [],
    found.all(db, { filters, id: null, limit }),
  ])
  const ids = [...new Set([...named, ...newest].map(({ id }) => id))].slice(0, limit)
  const rows = await rowsInOrder(db, person, ids)
  return rows.map(({ id, e_title, company, release }) => ({ id, e_title, company, release }))
}

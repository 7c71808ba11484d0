import { sql, type SqlBool } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { fileCopies, QueryOf } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { refuse } from '../../../platform/refusal.ts'
import { statement } from '../../../platform/statement.ts'
import { countsOf, rowsOf } from './deliveries.ts'
import type { OfPublication } from './items.ts'

type Query = QueryOf<typeof fileCopies.list>

const STAFF = { isRivc: true, idcomp: null } as const
const OF_COPIES = sql<SqlBool>`d.kind = 'ftp'`

interface Wanted {
  id: number
  states: string[]
  limit: number
  skipped: number
}

/** The copies of one page. Sorting the states alphabetically gives the order that people want: failed, queued, sent. */
const pageOf = (eb: OfPublication, { states, limit, skipped }: Wanted) =>
  rowsOf(eb, STAFF)
    .where(OF_COPIES)
    .where(sql<SqlBool>`d.state = any(${states}::text[])`)
    .clearOrderBy()
    .orderBy('d.state')
    .orderBy('d.id')
    .limit(limit)
    .offset(skipped)

const copies = statement((db, wanted: Wanted) =>
  db
    .selectFrom('publications as p')
    .select((eb) => [
      jsonArrayFrom(pageOf(eb, wanted)).as('data'),
      countsOf(eb, STAFF).where(OF_COPIES).$asScalar().$notNull().as('counts'),
    ])
    .where('p.id', '=', wanted.id)
    .where('p.deleted_at', 'is', null),
)

const STATES = { all: ['failed', 'queued', 'sent'], unsent: ['failed', 'queued'], sent: ['sent'] } as const

/** A page of a publication's copies on the file server. @throws 404 if there is no such publication */
export async function copiesOf(db: Db, id: number, query: Query) {
  const states = [...STATES[query.states]]
  const found = await copies.first(db, { id, states, limit: query.per_page, skipped: offsetOf(query) })
  if (!found) throw refuse('not_found')
  const { data, counts } = found
  const total = states.reduce((sum, state) => sum + counts[state], 0)
  return { ...toPage(query, total, data), counts }
}

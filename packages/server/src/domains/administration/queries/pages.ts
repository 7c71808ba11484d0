import type { SelectQueryBuilder } from 'kysely'
import type { Page } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { statement } from '../../../platform/statement.ts'

interface ListQuery {
  page: number
  per_page: number
  order_by?: string | undefined
  isDesc?: boolean | undefined
}
type Order<Query extends ListQuery> = Pick<Query, 'order_by' | 'isDesc'>

interface Listing<Query extends ListQuery, Filters, Tables, Found extends keyof Tables, Counted, Row> {
  /** The filters; one that is null is not used. */
  filtersOf: (query: Query) => Filters
  /** Everything that the filters find, to be counted. */
  filtered: (db: Db, filters: Filters) => SelectQueryBuilder<Tables, Found, Counted>
  /** The same as rows, in order. */
  ordered: (db: Db, filters: Filters, order: Order<Query>) => SelectQueryBuilder<Tables, Found, Row>
}

interface Pages<Query, Filters, Row> {
  page(db: Db, query: Query): Promise<Page<Row>>
  total(db: Db, filters: Filters): Promise<number>
}

/** The pages of a list of things and their number, each by a statement that is written once. */
export function pagesOf<
  Query extends ListQuery,
  Filters extends object,
  Tables,
  Found extends keyof Tables,
  Counted,
  Row,
>({ filtersOf, filtered, ordered }: Listing<Query, Filters, Tables, Found, Counted, Row>): Pages<Query, Filters, Row> {
  const pages = statement(
    (db, { filters, limit, skipped }: { filters: Filters; limit: number; skipped: number }, order: Order<Query>) =>
      ordered(db, filters, order).limit(limit).offset(skipped).$castTo<Row>(),
    { planned: 'each time' },
  )
  const counts = statement(
    (db, { filters }: { filters: Filters }) =>
      filtered(db, filters)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .$castTo<{ total: number }>(),
    { planned: 'each time' },
  )
  const total = async (db: Db, filters: Filters) => (await counts.one(db, { filters })).total
  const page = async (db: Db, query: Query) => {
    const { per_page, order_by, isDesc } = query
    const filters = filtersOf(query)
    const input = { filters, limit: per_page, skipped: offsetOf(query) }
    const [data, count] = await Promise.all([pages.all(db, input, { order_by, isDesc }), total(db, filters)])
    return toPage(query, count, data)
  }
  return { page, total }
}

import { sql, type RawBuilder } from 'kysely'
import type { Ref, requests } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { rememberedWhole } from '../../../platform/memory.ts'
import { statement } from '../../../platform/statement.ts'
import { priorityOptions, urgencyOptions } from '../rules.ts'
import { areInBitmaps, countedByBitmaps, inSegments, isUnkept } from './bitmaps.ts'
import { dimensions, monthOf } from './dimensions.ts'
import { filtered, type Filters } from './filter.ts'

const LARGEST_COMPANIES = 20

/** Counts the filtered set for the charts (api.md, "Requests and backlog"). */
export async function chartsOf(db: Db, filters: Filters): Promise<requests.RequestCharts> {
  const [names, counts] = await Promise.all([namesOf(db), counted.all(db, { filters })])
  const by = (dimension: Chart): Counts =>
    new Map(counts.filter((row) => row.dimension === dimension).map(({ value, count }) => [value, count]))
  const byCompany = bars(by('company'), names.companies).toSorted((a, b) => b.count - a.count || a.id - b.id)
  return {
    by_status: bars(by('status'), names.statuses),
    by_type: bars(by('type'), names.types),
    by_urgency: bars(by('urgency'), urgencyOptions),
    by_priority: bars(by('priority'), priorityOptions),
    by_company: byCompany.slice(0, LARGEST_COMPANIES),
    by_month: months(by('month'), by('released')),
  }
}

type Counts = Map<number, number>

const bars = (counts: Counts, options: Ref[]) =>
  options.flatMap(({ id, name }) => (counts.has(id) ? [{ id, name, count: counts.get(id) ?? 0 }] : []))

/** What was created and what was released in each month; a month is YYYYMM. */
const months = (created: Counts, released: Counts) =>
  [...new Set([...created.keys(), ...released.keys()])]
    .toSorted((a, b) => a - b)
    .map((month) => ({
      month: `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}`,
      created: created.get(month) ?? 0,
      released: released.get(month) ?? 0,
    }))

const charted = ['status', 'type', 'urgency', 'priority', 'company', 'month', 'release'] as const
type Column = (typeof charted)[number]
/** `released` counts by the month in which the request's release was published. */
type Chart = Column | 'released'

/** What is read of a request to count it: its day, of which there are few to name the month of. */
const readAs = (dimension: Column): RawBuilder<unknown> =>
  dimension === 'month' ? sql`q.created_at::date` : dimensions[dimension]
const columnsRead = charted.map((dimension) => readAs(dimension).as(dimension))
const valueRead = (dimension: Column) => (dimension === 'month' ? monthOf(sql`month`) : sql.ref(dimension))

/** Of these there are so few values that requests are counted by all four together. */
const together: readonly Column[] = ['status', 'type', 'urgency', 'priority']
const apart = charted.filter((dimension) => !together.includes(dimension))

/**
 * The counts of each value by reading requests once; a value may come several times. Every column has a value in each
 * request, so it is null only where requests were not counted by it. `offset 0` hides from the planner what the columns
 * are made of: it would expect a group for each moment, and sort.
 */
function countedByReading(requestsRead: RawBuilder<unknown>) {
  const columns = (dimensionsRead: readonly Column[]) => sql.join(dimensionsRead.map((dimension) => sql.ref(dimension)))
  const sets = [together, ...apart.map((dimension) => [dimension])].map((set) => sql`(${columns(set)})`)
  const each = charted.map(
    (dimension) => sql`
      select ${sql.lit(dimension)} as dimension, ${valueRead(dimension)} as value, count
      from counted where ${sql.ref(dimension)} is not null`,
  )
  return sql`
    with counted as materialized (
      select ${columns(charted)}, count(*) as count
      from (${requestsRead} offset 0) as requests_read
      group by grouping sets (${sql.join(sets)}))
    ${sql.join(each, sql` union all `)}`
}

/**
 * The count of each value by bitmaps as far as possible, from requests otherwise. One statement sees one state of both.
 */
const counted = statement(
  (db, { filters }: { filters: Filters }) => {
    const set = filtered(db, filters).select(columnsRead)
    const counts = areInBitmaps(filters)
      ? sql`
        with ${inSegments(filters)}
        ${countedByBitmaps(charted)}
        union all
        (${countedByReading(sql`select q.* from unkept cross join lateral (${set.where(isUnkept)}) as q`)})`
      : countedByReading(sql`${set}`)
    return sql<{ dimension: Chart; value: number; count: number }>`
      with counts as materialized (${counts}), charts as (
        select dimension, value, count from counts where dimension <> 'release'
        union all
        select 'released', ${monthOf(sql`r.published_at`)}, counts.count
        from counts join releases_for_requests as r on r.id = counts.value
        where counts.dimension = 'release' and r.published_at is not null and r.deleted_at is null)
      select dimension, value, sum(count)::int as count from charts group by dimension, value having sum(count) > 0`
  },
  { planned: 'each time' },
)

const allStatuses = statement((db) =>
  db.selectFrom('request_statuses').select(['id', 'name']).orderBy('order').orderBy('id'),
)
const allTypes = statement((db) =>
  db
    .selectFrom('request_types')
    .select(['id', 'name'])
    .orderBy('order', (order) => order.asc().nullsLast())
    .orderBy('id'),
)
const allCompanies = statement((db) => db.selectFrom('shared_companies').select(['idcomp as id', 'namecomp as name']))

const statuses = rememberedWhole(['request_statuses'], (db) => allStatuses.all(db, {}))
const types = rememberedWhole(['request_types'], (db) => allTypes.all(db, {}))
const companies = rememberedWhole(['companies'], (db) => allCompanies.all(db, {}))

async function namesOf(db: Db) {
  const [ofStatuses, ofTypes, ofCompanies] = await Promise.all([statuses(db), types(db), companies(db)])
  return { statuses: ofStatuses, types: ofTypes, companies: ofCompanies }
}

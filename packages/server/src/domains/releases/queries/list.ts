import { sql, type Expression } from 'kysely'
import type { Page, releases } from '@vypusk/contract'
import type { Db, Deps, Person } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { numberIn } from '../../../platform/text/number-in.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { containing, inRussianOrder, matchesPattern, nearness, oneOf, some } from '../../../platform/sql.ts'
import { seesHours } from '../../../platform/person.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, type Viewer } from '../../access/port.ts'
import {
  hasCompany,
  kindOf,
  requestsCount,
  requestsTime,
  rowsOf,
  seenBy,
  toRow,
  type Joined,
  type Releases,
} from './rows.ts'
import { withUnnamed } from './unnamed.ts'

/**
 * The filters for releases that the person may see; null for one that is not used. Clients must not find out the
 * companies of a release, so that filter is ignored for them.
 */
export async function filtersOf(db: Db, person: Person, query: releases.ReleaseQuery) {
  const text = query.search_string?.trim()
  return {
    viewer: eyesOf(person),
    systems: some(query.systems),
    modules: some(query.modules),
    steps: some(query.steps),
    companies: person.isRivc ? some(query.companies) : null,
    authors: some(query.authors),
    date_from: query.date_from ?? null,
    date_to: query.date_to ?? null,
    among: query.unnamed === true && person.isRivc ? await withUnnamed(db) : null,
    words: text ? containing(text) : null,
    id: numberIn(text ?? ''),
  }
}
type Filters = Awaited<ReturnType<typeof filtersOf>>

const hasModule = (eb: Releases, column: 'modules.idmod' | 'modules.idsys', ids: number[] | null) =>
  eb.exists(
    eb
      .selectFrom('release_modules as chosen')
      .innerJoin('shared_modules as modules', 'modules.idmod', 'chosen.idmod')
      .select('chosen.idmod')
      .whereRef('chosen.release_id', '=', 'releases.id')
      .where(column, '=', oneOf(ids)),
  )

const matches = (eb: Releases, { words, id }: Filters) =>
  eb.or([
    matchesPattern(eb.ref('releases.search_text'), words ?? ''),
    ...(id === null ? [] : [eb('releases.id', '=', id)]),
  ])

/** The releases that match the filters. */
export function filtered(db: Db, filters: Filters) {
  const { viewer, systems, modules, steps, companies, authors, date_from, date_to, among, words } = filters
  return seenBy(db, viewer)
    .$if(systems !== null, (set) => set.where((eb) => hasModule(eb, 'modules.idsys', systems)))
    .$if(modules !== null, (set) => set.where((eb) => hasModule(eb, 'modules.idmod', modules)))
    .$if(steps !== null, (set) => set.where('step_id', '=', oneOf(steps)))
    .$if(companies !== null, (set) => set.where((eb) => hasCompany(eb, companies)))
    .$if(authors !== null, (set) => set.where('author_id', '=', oneOf(authors)))
    .$if(date_from !== null, (set) => set.where('plan_date', '>=', date_from ?? ''))
    .$if(date_to !== null, (set) => set.where('plan_date', '<=', date_to ?? ''))
    .$if(among !== null, (set) => set.where('releases.id', '=', oneOf(among)))
    .$if(words !== null, (set) => set.where((eb) => matches(eb, filters)))
}

type OrderKey = NonNullable<releases.ReleaseQuery['order_by']>

/** What each order key sorts by. */
const orders: Record<OrderKey, (eb: Joined, viewer: Viewer) => Expression<unknown>> = {
  id: (eb) => eb.ref('releases.id'),
  title: () => inRussianOrder('releases.title'),
  step: (eb) => eb.ref('step.order'),
  start_date: (eb) => eb.ref('start_date'),
  plan_date: (eb) => eb.ref('plan_date'),
  planned_time: (eb) => eb.ref('planned_time'),
  planned_requests_time: requestsTime,
  requests_count: requestsCount,
  author: () => inRussianOrder('author.name'),
  created_at: (eb) => eb.ref('releases.created_at'),
  is_visible_for_client: (eb) => eb.ref('is_visible_for_client'),
  near: () => nearness(sql`releases.published_at is not null or step.kind = 'closed'`, sql.ref('releases.plan_date')),
}

interface Order {
  key: OrderKey
  direction: 'asc' | 'desc'
}

const HOURS: ReadonlySet<string> = new Set<OrderKey>(['planned_time', 'planned_requests_time'])

/**
 * The requested order; by default the latest plan date comes first. The hours are no order for people who may not see
 * them.
 */
export function orderOf(person: Person, { order_by, isDesc }: releases.ReleaseQuery): Order {
  if (order_by === undefined) return { key: 'plan_date', direction: 'desc' }
  return { key: HOURS.has(order_by) && !seesHours(person) ? 'id' : order_by, direction: isDesc ? 'desc' : 'asc' }
}

/** The filtered releases in order. */
export const inOrder = (db: Db, filters: Filters, { key, direction }: Order) =>
  filtered(db, filters)
    .orderBy((eb) => orders[key](eb, filters.viewer), direction)
    .orderBy('releases.id', direction)

interface Part {
  filters: Filters
  limit: number
  skipped: number
  now: string
}

const rowsOfPage = statement(
  (db, { filters, limit, skipped, now }: Part, order: Order) =>
    rowsOf(inOrder(db, filters, order), filters.viewer, now)
      .limit(limit)
      .offset(skipped),
  { planned: 'each time' },
)

type Source = Pick<Deps, 'db' | 'clock'>

async function page({ db, clock }: Source, person: Person, filters: Filters, query: releases.ReleaseQuery) {
  const now = momentOf(clock)
  const part = { filters, limit: query.per_page, skipped: offsetOf(query), now }
  return (await rowsOfPage.all(db, part, orderOf(person, query))).map((row) => toRow(row, person))
}

const countOf = statement(
  (db, filters: Filters) => filtered(db, filters).select(({ fn }) => fn.countAll<number>().as('total')),
  { planned: 'each time' },
)

const countsByStep = statement(
  (db, filters: Filters) =>
    filtered(db, filters)
      .select(['step.id', 'step.name_step as name'])
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('planned_time').as('planned_time')])
      .groupBy(['step.id', 'step.name_step', 'step.order'])
      .orderBy('step.order')
      .orderBy('step.id'),
  { planned: 'each time' },
)

/** One page of releases. */
export async function releasesPage(
  source: Source,
  person: Person,
  listQuery: releases.ReleaseQuery,
): Promise<Page<releases.ReleaseRow>> {
  const filters = await filtersOf(source.db, person, listQuery)
  const [rows, { total }] = await Promise.all([
    page(source, person, filters, listQuery),
    countOf.one(source.db, filters),
  ])
  return toPage(listQuery, total, rows)
}

/** The page with totals of the whole filtered set. */
export async function releasesSummary(source: Source, person: Person, listQuery: releases.ReleaseQuery) {
  const filters = await filtersOf(source.db, person, listQuery)
  const [rows, steps] = await Promise.all([
    page(source, person, filters, listQuery),
    countsByStep.all(source.db, filters),
  ])
  const count = steps.reduce((sum, step) => sum + step.count, 0)
  const planned_time = seesHours(person) ? steps.reduce((sum, step) => sum + step.planned_time, 0) : 0
  const by_step = steps.map(({ id, name, count: releases }) => ({ id, name, count: releases }))
  return { ...toPage(listQuery, count, rows), totals: { count, planned_time, by_step } }
}

/** The authors of the releases that the person may see, by name. */
export const authorsOf = statement((db, { viewer }: { viewer: Viewer }) =>
  seenBy(db, viewer)
    .select(['author.id', 'author.name'])
    .groupBy(['author.id', 'author.name'])
    .orderBy(inRussianOrder('author.name'))
    .orderBy('author.id'),
)

/** The installation's own steps in order; the product adds «Планирование» before them. */
export const ownSteps = statement((db) =>
  db
    .selectFrom('release_steps as step')
    .select(['id', 'name_step', 'order'])
    .select(kindOf.as('kind'))
    .where('id', '<>', 0)
    .where('hidden_at', 'is', null)
    .orderBy('order')
    .orderBy('id'),
)

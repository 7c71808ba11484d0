import { sql, type Expression } from 'kysely'
import type { Page, releases } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { countOf, offsetOf, toPage } from '../../../platform/page.ts'
import { containing, inRussianOrder, nearness } from '../../../platform/sql.ts'
import { seesHours } from '../../../platform/person.ts'
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
import { hasUnnamed } from './unnamed.ts'

const hasModule = (eb: Releases, column: 'modules.idmod' | 'modules.idsys', ids: number[]) =>
  eb.exists(
    eb
      .selectFrom('release_modules as chosen')
      .innerJoin('shared_modules as modules', 'modules.idmod', 'chosen.idmod')
      .select('chosen.idmod')
      .whereRef('chosen.release_id', '=', 'releases.id')
      .where(column, 'in', ids),
  )

const matches = (eb: Releases, search: string) =>
  eb.or([
    eb('releases.search_text', 'like', containing(search)),
    ...(/^\d{1,9}$/.test(search) ? [eb('releases.id', '=', Number(search))] : []),
  ])

/**
 * The releases that match the filters. Clients must not find out the companies of a release, so that filter is ignored
 * for them.
 */
export function filtered(db: Db, person: Person, listQuery: releases.ReleaseQuery) {
  const { systems, modules, steps, companies, authors, date_from, date_to, unnamed } = listQuery
  const search = listQuery.search_string?.trim() ?? ''
  return seenBy(db, person)
    .$if(systems.length > 0, (query) => query.where((eb) => hasModule(eb, 'modules.idsys', systems)))
    .$if(modules.length > 0, (query) => query.where((eb) => hasModule(eb, 'modules.idmod', modules)))
    .$if(steps.length > 0, (query) => query.where('step_id', 'in', steps))
    .$if(companies.length > 0 && person.isRivc, (query) => query.where((eb) => hasCompany(eb, companies)))
    .$if(authors.length > 0, (query) => query.where('author_id', 'in', authors))
    .$if(Boolean(date_from), (query) => query.where('plan_date', '>=', date_from ?? ''))
    .$if(Boolean(date_to), (query) => query.where('plan_date', '<=', date_to ?? ''))
    .$if(unnamed === true && person.isRivc, (query) => query.where((eb) => hasUnnamed(eb)))
    .$if(search !== '', (query) => query.where((eb) => matches(eb, search)))
}

type OrderKey = NonNullable<releases.ReleaseQuery['order_by']>

/** What each order key sorts by. The hours are no order for people who may not see them. */
const orders: Record<OrderKey, (eb: Joined, person: Person) => Expression<unknown>> = {
  id: (eb) => eb.ref('releases.id'),
  title: () => inRussianOrder('releases.title'),
  step: (eb) => eb.ref('step.order'),
  start_date: (eb) => eb.ref('start_date'),
  plan_date: (eb) => eb.ref('plan_date'),
  planned_time: (eb, person) => eb.ref(seesHours(person) ? 'planned_time' : 'releases.id'),
  planned_requests_time: (eb, person) => (seesHours(person) ? requestsTime(eb, person) : eb.ref('releases.id')),
  requests_count: (eb, person) => requestsCount(eb, person),
  author: () => inRussianOrder('author.name'),
  created_at: (eb) => eb.ref('releases.created_at'),
  is_visible_for_client: (eb) => eb.ref('is_visible_for_client'),
  near: () => nearness(sql`releases.published_at is not null or step.kind = 'closed'`, sql.ref('releases.plan_date')),
}

/** The filtered releases in order; by default the latest plan date comes first. */
export function inOrder(db: Db, person: Person, listQuery: releases.ReleaseQuery) {
  const { order_by = 'plan_date' } = listQuery
  const direction = listQuery.isDesc || listQuery.order_by === undefined ? 'desc' : 'asc'
  return filtered(db, person, listQuery)
    .orderBy((eb) => orders[order_by](eb, person), direction)
    .orderBy('releases.id', direction)
}

const page = (db: Db, person: Person, listQuery: releases.ReleaseQuery) =>
  rowsOf(inOrder(db, person, listQuery), person)
    .limit(listQuery.per_page)
    .offset(offsetOf(listQuery))
    .execute()
    .then((rows) => rows.map((row) => toRow(row, person)))

/** One page of releases. */
export async function releasesPage(
  db: Db,
  person: Person,
  listQuery: releases.ReleaseQuery,
): Promise<Page<releases.ReleaseRow>> {
  const [rows, total] = await Promise.all([page(db, person, listQuery), countOf(filtered(db, person, listQuery))])
  return toPage(listQuery, total, rows)
}

/** The page with totals of the whole filtered set. */
export async function releasesSummary(db: Db, person: Person, listQuery: releases.ReleaseQuery) {
  const [rows, steps] = await Promise.all([
    page(db, person, listQuery),
    filtered(db, person, listQuery)
      .select(['step.id', 'step.name_step as name'])
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('planned_time').as('planned_time')])
      .groupBy(['step.id', 'step.name_step', 'step.order'])
      .orderBy('step.order')
      .orderBy('step.id')
      .execute(),
  ])
  const count = steps.reduce((sum, step) => sum + step.count, 0)
  const planned_time = seesHours(person) ? steps.reduce((sum, step) => sum + step.planned_time, 0) : 0
  const by_step = steps.map(({ id, name, count: releases }) => ({ id, name, count: releases }))
  return { ...toPage(listQuery, count, rows), totals: { count, planned_time, by_step } }
}

/** The authors of the releases that the person may see, by name. */
export const authorsOf = (db: Db, person: Person) =>
  seenBy(db, person)
    .select(['author.id', 'author.name'])
    .groupBy(['author.id', 'author.name'])
    .orderBy(inRussianOrder('author.name'))
    .orderBy('author.id')
    .execute()

/** The installation's own steps in order; the product adds «Планирование» before them. */
export const ownSteps = (db: Db) =>
  db
    .selectFrom('release_steps as step')
    .select(['id', 'name_step', 'order'])
    .select(kindOf.as('kind'))
    .where('id', '<>', 0)
    .where('hidden_at', 'is', null)
    .orderBy('order')
    .orderBy('id')
    .execute()

import { sql, type Expression, type ExpressionBuilder } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { Page, releases } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { containing, inRussianOrder } from '../../../platform/sql.ts'
import { customerStatus } from '../rules.ts'

type Releases = ExpressionBuilder<DB, 'releases'>
/** The tables every row of a list is made of. */
export type Joined = ExpressionBuilder<
  DB & { step: DB['release_steps']; author: DB['users'] },
  'releases' | 'step' | 'author'
>

const hasCompany = (eb: Releases, companies: number[]) =>
  eb.exists(
    eb
      .selectFrom('release_companies as own')
      .select('own.idcomp')
      .whereRef('own.release_id', '=', 'releases.id')
      .where('own.idcomp', 'in', companies),
  )

/** Releases the person may see: all for staff, visible ones of the own company for a client. */
export const seenBy = (db: Db, { isRivc, idcomp }: Person) =>
  db
    .selectFrom('releases')
    .innerJoin('release_steps as step', 'step.id', 'releases.step_id')
    .innerJoin('users as author', 'author.id', 'releases.author_id')
    .where('releases.deleted_at', 'is', null)
    .$if(!isRivc, (query) =>
      query.where('is_visible_for_client', '=', true).where((eb) => hasCompany(eb, [idcomp ?? 0])),
    )

/** The requests of the release that the person may see. */
const requestsOf = (eb: Joined, { isRivc, idcomp }: Person) =>
  eb
    .selectFrom('requests')
    .whereRef('requests.release_id', '=', 'releases.id')
    .where('requests.deleted_at', 'is', null)
    .$if(!isRivc, (query) =>
      query
        .where('requests.idcomp', '=', idcomp)
        .where('requests.idmod', 'in', (modules) =>
          modules
            .selectFrom('company_modules')
            .select('company_modules.idmod')
            .where('company_modules.idcomp', '=', idcomp),
        ),
    )

const modulesOf = (eb: Joined) =>
  eb
    .selectFrom('release_modules as chosen')
    .innerJoin('modules', 'modules.idmod', 'chosen.idmod')
    .innerJoin('systems', 'systems.idsys', 'modules.idsys')
    .select(['modules.idmod', 'namemod', 'systems.idsys', 'namesys as system'])
    .whereRef('chosen.release_id', '=', 'releases.id')
    .orderBy(inRussianOrder('namesys'))
    .orderBy(inRussianOrder('namemod'))
    .orderBy('modules.idmod')

const usersOf = (eb: Joined) =>
  eb
    .selectFrom('release_users as named')
    .innerJoin('users', 'users.id', 'named.user_id')
    .select(['users.id', 'users.name'])
    .whereRef('named.release_id', '=', 'releases.id')
    .orderBy(inRussianOrder('users.name'))
    .orderBy('users.id')

/** A client is told of the own company only. */
const companiesOf = (eb: Joined, { isRivc, idcomp }: Person) =>
  eb
    .selectFrom('release_companies as own')
    .innerJoin('companies', 'companies.idcomp', 'own.idcomp')
    .leftJoin('agreements', (join) =>
      join
        .onRef('agreements.release_id', '=', 'own.release_id')
        .onRef('agreements.company_id', '=', 'own.idcomp')
        .on('agreements.deleted_at', 'is', null),
    )
    .leftJoin('not_publishing_list as listed', (join) =>
      join.onRef('listed.release_id', '=', 'own.release_id').onRef('listed.idcomp', '=', 'own.idcomp'),
    )
    .select(['companies.idcomp', 'namecomp', 'agreements.id as agreement_id', 'by_rivc', 'by_client'])
    .select(sql<boolean>`listed.idcomp is not null`.as('listed'))
    .whereRef('own.release_id', '=', 'releases.id')
    .$if(!isRivc, (query) => query.where('own.idcomp', '=', idcomp ?? 0))
    .orderBy(inRussianOrder('namecomp'))
    .orderBy('companies.idcomp')

/** The column's own constraint keeps it to these. */
const kindOf = sql<releases.ReleaseStep['kind']>`step.kind`

/** A step as an object; the table goes by `step`. */
export const stepOf = (eb: ExpressionBuilder<{ step: DB['release_steps'] }, 'step'>) =>
  jsonBuildObject({
    id: eb.ref('step.id'),
    name_step: eb.ref('step.name_step'),
    order: eb.ref('step.order'),
    kind: kindOf,
  })

const requestsCount = (eb: Joined, person: Person) =>
  requestsOf(eb, person).select(({ fn }) => fn.countAll<number>().as('count'))
const requestsTime = (eb: Joined, person: Person) =>
  requestsOf(eb, person).select(sql<number>`coalesce(sum(planned_time), 0)`.as('sum'))

/** The columns of a row, before its statuses and systems are worked out. */
export const rowsOf = (query: ReturnType<typeof seenBy>, person: Person) =>
  query
    .select(['releases.id', 'title', 'start_date', 'plan_date', 'planned_time', 'short_description'])
    .select(['is_visible_for_client', 'releases.created_at', 'published_at', 'releases.version'])
    .select((eb) => [
      stepOf(eb).as('step'),
      jsonBuildObject({ id: eb.ref('author.id'), name: eb.ref('author.name') }).as('author'),
      jsonArrayFrom(modulesOf(eb)).as('modules'),
      jsonArrayFrom(usersOf(eb)).as('users'),
      jsonArrayFrom(companiesOf(eb, person)).as('companies'),
      requestsCount(eb, person).as('requests_count'),
      requestsTime(eb, person).as('planned_requests_time'),
    ])

type Raw = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** The contract's row; a client is not told what the provider plans to spend on the requests. */
export function toRow(raw: Raw, person: Person) {
  const systems = new Map(raw.modules.map(({ idsys, system }) => [idsys, { idsys, namesys: system }]))
  return {
    ...raw,
    requests_count: raw.requests_count ?? 0,
    planned_requests_time: person.isRivc ? (raw.planned_requests_time ?? 0) : 0,
    systems: [...systems.values()],
    companies: raw.companies.map((company) => ({
      idcomp: company.idcomp,
      namecomp: company.namecomp,
      status: customerStatus(company),
      agreement_id: company.agreement_id,
    })),
  }
}

const hasModule = (eb: Releases, column: 'modules.idmod' | 'modules.idsys', ids: number[]) =>
  eb.exists(
    eb
      .selectFrom('release_modules as chosen')
      .innerJoin('modules', 'modules.idmod', 'chosen.idmod')
      .select('chosen.idmod')
      .whereRef('chosen.release_id', '=', 'releases.id')
      .where(column, 'in', ids),
  )

const matches = (eb: Releases, search: string) =>
  eb.or([
    eb('releases.search_text', 'like', containing(search)),
    ...(/^\d{1,9}$/.test(search) ? [eb('releases.id', '=', Number(search))] : []),
  ])

/** Which companies a release has is not a client's to find out: the filter is not theirs. */
function filtered(db: Db, person: Person, asked: releases.ReleaseQuery) {
  const { systems, modules, steps, companies, authors, date_from, date_to } = asked
  const search = asked.search_string?.trim() ?? ''
  return seenBy(db, person)
    .$if(systems.length > 0, (query) => query.where((eb) => hasModule(eb, 'modules.idsys', systems)))
    .$if(modules.length > 0, (query) => query.where((eb) => hasModule(eb, 'modules.idmod', modules)))
    .$if(steps.length > 0, (query) => query.where('step_id', 'in', steps))
    .$if(companies.length > 0 && person.isRivc, (query) => query.where((eb) => hasCompany(eb, companies)))
    .$if(authors.length > 0, (query) => query.where('author_id', 'in', authors))
    .$if(Boolean(date_from), (query) => query.where('plan_date', '>=', date_from ?? ''))
    .$if(Boolean(date_to), (query) => query.where('plan_date', '<=', date_to ?? ''))
    .$if(search !== '', (query) => query.where((eb) => matches(eb, search)))
}

type OrderKey = NonNullable<releases.ReleaseQuery['order_by']>

/** What each order key sorts by; a client is not told the hours, so they give no order. */
const orders: Record<OrderKey, (eb: Joined, person: Person) => Expression<unknown>> = {
  id: (eb) => eb.ref('releases.id'),
  title: () => inRussianOrder('releases.title'),
  step: (eb) => eb.ref('step.order'),
  start_date: (eb) => eb.ref('start_date'),
  plan_date: (eb) => eb.ref('plan_date'),
  planned_time: (eb) => eb.ref('planned_time'),
  planned_requests_time: (eb, person) => (person.isRivc ? requestsTime(eb, person) : eb.ref('releases.id')),
  requests_count: (eb, person) => requestsCount(eb, person),
  author: () => inRussianOrder('author.name'),
  created_at: (eb) => eb.ref('releases.created_at'),
  is_visible_for_client: (eb) => eb.ref('is_visible_for_client'),
}

/** Unless told otherwise what is planned latest comes first. */
function page(db: Db, person: Person, asked: releases.ReleaseQuery) {
  const { order_by = 'plan_date', per_page } = asked
  const direction = asked.isDesc || asked.order_by === undefined ? 'desc' : 'asc'
  return rowsOf(filtered(db, person, asked), person)
    .orderBy((eb) => orders[order_by](eb, person), direction)
    .orderBy('releases.id', direction)
    .limit(per_page)
    .offset(offsetOf(asked))
    .execute()
    .then((rows) => rows.map((row) => toRow(row, person)))
}

/** One page of releases. */
export async function releasesPage(
  db: Db,
  person: Person,
  asked: releases.ReleaseQuery,
): Promise<Page<releases.ReleaseRow>> {
  const [rows, { total }] = await Promise.all([
    page(db, person, asked),
    filtered(db, person, asked)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return toPage(asked, total, rows)
}

/** The page with totals of the whole filtered set. */
export async function releasesSummary(db: Db, person: Person, asked: releases.ReleaseQuery) {
  const [rows, steps] = await Promise.all([
    page(db, person, asked),
    filtered(db, person, asked)
      .select(['step.id', 'step.name_step as name'])
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('planned_time').as('planned_time')])
      .groupBy(['step.id', 'step.name_step', 'step.order'])
      .orderBy('step.order')
      .orderBy('step.id')
      .execute(),
  ])
  const count = steps.reduce((sum, step) => sum + step.count, 0)
  const planned_time = steps.reduce((sum, step) => sum + step.planned_time, 0)
  const by_step = steps.map(({ id, name, count: releases }) => ({ id, name, count: releases }))
  return { ...toPage(asked, count, rows), totals: { count, planned_time, by_step } }
}

/** Who wrote the releases the person may see, by name. */
export const authorsOf = (db: Db, person: Person) =>
  seenBy(db, person)
    .select(['author.id', 'author.name'])
    .groupBy(['author.id', 'author.name'])
    .orderBy(inRussianOrder('author.name'))
    .orderBy('author.id')
    .execute()

/** The installation's own steps in order; «Планирование» is put before them by the product. */
export const ownSteps = (db: Db) =>
  db
    .selectFrom('release_steps as step')
    .select(['id', 'name_step', 'order'])
    .select(kindOf.as('kind'))
    .where('id', '<>', 0)
    .orderBy('order')
    .orderBy('id')
    .execute()

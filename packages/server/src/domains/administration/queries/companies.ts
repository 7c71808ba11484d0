import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { adminCompanies, type QueryOf } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { historyOf } from '../../../platform/history.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { containing, matchesPattern, foldedName, inRussianOrder, oneOf, some } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { escalationOf } from '../../agreements/port.ts'
import { companyAbilities, reasons } from '../policy.ts'
import { pagesOf } from './pages.ts'

type Query = QueryOf<typeof adminCompanies.list>
const { states } = adminCompanies

const words = foldedName(sql.ref('c.namecomp'))

/** The filters; one that is null is not used. */
export const filtersOf = ({ search_string, module_ids, state_ids }: Query) => ({
  named: search_string ? containing(search_string) : null,
  module_ids: some(module_ids),
  state_ids: some(state_ids),
})
type Filters = ReturnType<typeof filtersOf>

const stateOf = sql<number>`case when c.deleted_at is null then ${sql.lit(states.active)} else ${sql.lit(states.hidden)} end`

const filtered = (db: Db, { named, module_ids, state_ids }: Filters) =>
  db
    .selectFrom('shared_companies as c')
    .$if(named !== null, (all) => all.where(matchesPattern(words, named ?? '')))
    .$if(module_ids !== null, (all) =>
      all.where('c.idcomp', 'in', (eb) =>
        eb
          .selectFrom('shared_company_modules as used')
          .select('used.idcomp')
          .where('used.idmod', '=', oneOf(module_ids)),
      ),
    )
    .$if(state_ids !== null, (all) => all.where(stateOf, '=', oneOf(state_ids)))

const modulesCount = sql<number>`(select count(*) from shared_company_modules as cm where cm.idcomp = c.idcomp)`
const peopleCount = sql<number>`(select count(*) from shared_users as u
  where u.idcomp = c.idcomp and not u.is_blocked and u.deleted_at is null and not u.is_service)`

const selectRows = (all: ReturnType<typeof filtered>) =>
  all
    .select(['c.idcomp', 'c.namecomp', 'c.created_at', 'c.version'])
    .select([
      sql<boolean>`c.deleted_at is not null`.as('is_hidden'),
      modulesCount.as('modules_count'),
      peopleCount.as('people_count'),
    ])

const orders = {
  namecomp: inRussianOrder('c.namecomp'),
  modules_count: modulesCount,
  people_count: peopleCount,
  created_at: sql`c.created_at`,
}

type Order = Pick<Query, 'order_by' | 'isDesc'>

/** By name unless another order is requested; ties are ordered by id. */
const inOrder = ({ order_by = 'namecomp', isDesc }: Order) =>
  sql`${orders[order_by]} ${isDesc ? sql`desc` : sql`asc`}, c.idcomp`

/** Selects the ids of all matching companies, not only of a page. */
export const idsInOrder = (db: Db, filters: Filters, order: Order) =>
  filtered(db, filters).select('c.idcomp as id').orderBy(inOrder(order))

/** The companies with these ids, in the same order. */
export const rows = statement((db, { ids }: { ids: number[] }) =>
  selectRows(db.selectFrom('shared_companies as c'))
    .where('c.idcomp', '=', oneOf(ids))
    .orderBy(sql`array_position(${ids}::int[], c.idcomp)`),
)

/** Pages of companies, ordered by name unless another order is requested. */
export const companies = pagesOf({
  filtersOf,
  filtered,
  ordered: (db, filters: Filters, order: Order) => selectRows(filtered(db, filters)).orderBy(inOrder(order)),
})

const detailOf = statement((db, { idcomp }: { idcomp: number }) =>
  selectRows(db.selectFrom('shared_companies as c'))
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('shared_company_modules as cm')
          .innerJoin('shared_modules as m', 'm.idmod', 'cm.idmod')
          .innerJoin('shared_systems as sy', 'sy.idsys', 'm.idsys')
          .select(['m.idmod', 'm.namemod', 'm.idsys', 'sy.namesys as system'])
          .whereRef('cm.idcomp', '=', 'c.idcomp')
          .orderBy(inRussianOrder('m.namemod'))
          .orderBy('m.idmod'),
      ).as('modules'),
      jsonArrayFrom(
        eb
          .selectFrom('shared_users as u')
          .select(['u.id', 'u.name', 'u.email as mailuser', 'u.idcomp', 'u.is_blocked'])
          .whereRef('u.idcomp', '=', 'c.idcomp')
          .where('u.deleted_at', 'is', null)
          .where('u.is_service', '=', false)
          .orderBy('u.is_blocked')
          .orderBy(inRussianOrder('u.name'))
          .orderBy('u.id'),
      ).as('people'),
    ])
    .where('c.idcomp', '=', idcomp),
)

/** The account belongs to somebody who may sign in for another company as well. */
const goesOnElsewhere = sql<boolean>`exists (select from shared_users as other
  join shared_companies as shown on shown.idcomp = other.idcomp and shown.deleted_at is null
  where coalesce(other.person_id, other.id) = coalesce(u.person_id, u.id) and other.idcomp <> u.idcomp
    and not other.is_blocked and other.deleted_at is null)`

/** Which of these companies are not hidden. */
export const shownAmong = statement((db, { ids }: { ids: number[] }) =>
  db.selectFrom('shared_companies').select('idcomp').where('idcomp', '=', oneOf(ids)).where('deleted_at', 'is', null),
)

const peopleOf = statement((db, { idcomp }: { idcomp: number }) =>
  db
    .selectFrom('shared_users as u')
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere((eb) => eb.not(goesOnElsewhere))
        .as('people'),
      fn.countAll<number>().filterWhere(goesOnElsewhere).as('going_on'),
    ])
    .where('u.idcomp', '=', idcomp)
    .where('u.is_blocked', '=', false)
    .where('u.deleted_at', 'is', null),
)

const unfinished = statement((db, { idcomp }: { idcomp: number }) =>
  db
    .selectFrom('shared_release_companies as rc')
    .innerJoin('shared_releases as r', 'r.id', 'rc.release_id')
    .innerJoin('shared_release_steps as step', 'step.id', 'r.step_id')
    .select('r.id')
    .where('rc.idcomp', '=', idcomp)
    .where('r.deleted_at', 'is', null)
    .where('step.kind', 'in', ['planning', 'work'])
    .orderBy('r.id'),
)

interface Uses {
  people: number
  releases: number[]
  /** People who go on in another company. */
  going_on: number
}

/**
 * Returns what prevents a company from being hidden – people who can sign in and have no other company, and unfinished
 * releases – and how many people go on elsewhere.
 */
export async function usesOfCompany(db: Db, idcomp: number): Promise<Uses> {
  const [people, releases] = await Promise.all([peopleOf.one(db, { idcomp }), unfinished.all(db, { idcomp })])
  return { ...people, releases: releases.map(({ id }) => id) }
}

/** Returns one company with all its details. @throws 404 */
export async function companyDetail(db: Db, idcomp: number): Promise<adminCompanies.CompanyDetail> {
  const row = await detailOf.first(db, { idcomp })
  if (!row) throw refuseWith(reasons.noCompanyHere)
  const [escalation, history, uses] = await Promise.all([
    escalationOf(db, idcomp),
    historyOf(db, 'company', idcomp),
    usesOfCompany(db, idcomp),
  ])
  return { ...row, ...escalation, going_on_count: uses.going_on, history, abilities: companyAbilities(uses) }
}

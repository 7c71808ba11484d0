import { sql } from 'kysely'
import type { Company, Module, Ref, requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { backlogOptions, paidOptions, priorityOptions, urgencyOptions } from '../rules.ts'
import { knows } from '../../access/port.ts'
import { requestsFor } from './scope.ts'

/**
 * The values to filter by: of each list only those that occur in a request the person may see. One index lookup for
 * each option, however many requests there are.
 */
export async function filterOptions(db: Db, person: Person): Promise<requests.RequestFilters> {
  const [statuses, types, authors, releases, modules] = await Promise.all([
    statusOptions(db, person),
    typeOptions(db, person),
    authorOptions(db, person),
    releaseOptions(db, person),
    moduleOptions(db, person),
  ])
  return { statuses, types, authors, releases, modules, priorities: priorityOptions, urgencies: urgencyOptions }
}

/** The same for staff, with the filters for staff only. */
export async function backlogFilterOptions(db: Db, person: Person) {
  const [options, companies] = await Promise.all([filterOptions(db, person), companyOptions(db, person)])
  return {
    ...options,
    companies,
    isPaid: paidOptions,
    isInBacklogValues: backlogOptions,
    priority_ids: priorityOptions,
  }
}

const used = (db: Db, person: Person, column: string, outer: string) =>
  requestsFor(db, person)
    .where(sql.ref(`q.${column}`), '=', sql.ref(outer))
    .select('q.id')

async function statusOptions(db: Db, person: Person) {
  const rows = await db
    .selectFrom('request_statuses as s')
    .select(['s.id', 's.name', 's.tone'])
    .where((eb) => eb.exists(used(db, person, 'status_id', 's.id')))
    .orderBy('s.order')
    .orderBy('s.id')
    .execute()
  // A check constraint of the column allows the contract's tones only.
  return rows as requests.RequestFilters['statuses']
}

const typeOptions = (db: Db, person: Person): Promise<Ref[]> =>
  db
    .selectFrom('request_types as t')
    .select(['t.id', 't.name'])
    .where((eb) => eb.exists(used(db, person, 'type_id', 't.id')))
    .orderBy('t.id')
    .execute()

const authorOptions = (db: Db, person: Person): Promise<Ref[]> =>
  db
    .selectFrom('shared_users as a')
    .select(['a.id', 'a.name'])
    .where((eb) => eb.exists(used(db, person, 'author_id', 'a.id')))
    .orderBy(inRussianOrder('a.name'))
    .orderBy('a.id')
    .execute()

const releaseOptions = (db: Db, person: Person) =>
  db
    .selectFrom('releases_for_requests as r')
    .select(['r.id', 'r.title'])
    .where(knows.release(person))
    .where((eb) => eb.exists(used(db, person, 'release_id', 'r.id')))
    .orderBy('r.plan_date', 'desc')
    .orderBy('r.id', 'desc')
    .execute()

const moduleOptions = (db: Db, person: Person): Promise<Module[]> =>
  db
    .selectFrom('shared_modules as m')
    .innerJoin('shared_systems as sy', 'sy.idsys', 'm.idsys')
    .select(['m.idmod', 'm.namemod', 'm.idsys', 'sy.namesys as system'])
    .where((eb) => eb.exists(used(db, person, 'idmod', 'm.idmod')))
    .orderBy(inRussianOrder('m.namemod'))
    .orderBy('m.idmod')
    .execute()

const companyOptions = (db: Db, person: Person): Promise<Company[]> =>
  db
    .selectFrom('shared_companies as c')
    .select(['c.idcomp', 'c.namecomp'])
    .where((eb) => eb.exists(used(db, person, 'idcomp', 'c.idcomp')))
    .orderBy(inRussianOrder('c.namecomp'))
    .orderBy('c.idcomp')
    .execute()

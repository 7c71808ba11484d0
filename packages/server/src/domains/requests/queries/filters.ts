import { sql, type Compilable } from 'kysely'
import type { requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { backlogOptions, paidOptions, priorityOptions, urgencyOptions } from '../rules.ts'
import { eyesOf, knows, type Viewer } from '../../access/port.ts'
import { requestsFor } from './scope.ts'

type Tone = requests.RequestFilters['statuses'][number]['tone']

/**
 * The values to filter by: of each list only those that occur in a request the person may see. One index lookup for
 * each option, however many requests there are.
 */
export async function filterOptions(db: Db, person: Person): Promise<requests.RequestFilters> {
  const seen = { viewer: eyesOf(person) }
  const [statuses, types, authors, releases, modules] = await Promise.all([
    statusOptions.all(db, seen),
    typeOptions.all(db, seen),
    authorOptions.all(db, seen),
    releaseOptions.all(db, seen),
    moduleOptions.all(db, seen),
  ])
  return { statuses, types, authors, releases, modules, priorities: priorityOptions, urgencies: urgencyOptions }
}

/** The same for staff, with the filters for staff only. */
export async function backlogFilterOptions(db: Db, person: Person) {
  const [options, companies] = await Promise.all([
    filterOptions(db, person),
    companyOptions.all(db, { viewer: eyesOf(person) }),
  ])
  return {
    ...options,
    companies,
    isPaid: paidOptions,
    isInBacklogValues: backlogOptions,
    priority_ids: priorityOptions,
  }
}

/** How many requests a company has decides how they are best found. */
const listOf = <Row>(write: (db: Db, seen: { viewer: Viewer }) => Compilable<Row>) =>
  statement(write, { planned: 'each time' })

const used = (db: Db, viewer: Viewer, column: string, outer: string) =>
  requestsFor(db, viewer)
    .where(sql.ref(`q.${column}`), '=', sql.ref(outer))
    .select('q.id')

const statusOptions = listOf((db, { viewer }) =>
  db
    .selectFrom('request_statuses as s')
    // A check constraint of the column allows the contract's tones only.
    .select(['s.id', 's.name', sql<Tone>`s.tone`.as('tone')])
    .where((eb) => eb.exists(used(db, viewer, 'status_id', 's.id')))
    .orderBy('s.order')
    .orderBy('s.id'),
)

const typeOptions = listOf((db, { viewer }) =>
  db
    .selectFrom('request_types as t')
    .select(['t.id', 't.name'])
    .where((eb) => eb.exists(used(db, viewer, 'type_id', 't.id')))
    .orderBy('t.order', (order) => order.asc().nullsLast())
    .orderBy('t.id'),
)

const authorOptions = listOf((db, { viewer }) =>
  db
    .selectFrom('shared_users as a')
    .select(['a.id', 'a.name'])
    .where((eb) => eb.exists(used(db, viewer, 'author_id', 'a.id')))
    .orderBy(inRussianOrder('a.name'))
    .orderBy('a.id'),
)

const releaseOptions = listOf((db, { viewer }) =>
  db
    .selectFrom('releases_for_requests as r')
    .select(['r.id', 'r.title'])
    .where(knows.release(viewer))
    .where((eb) => eb.exists(used(db, viewer, 'release_id', 'r.id')))
    .orderBy('r.plan_date', 'desc')
    .orderBy('r.id', 'desc'),
)

const moduleOptions = listOf((db, { viewer }) =>
  db
    .selectFrom('shared_modules as m')
    .innerJoin('shared_systems as sy', 'sy.idsys', 'm.idsys')
    .select(['m.idmod', 'm.namemod', 'm.idsys', 'sy.namesys as system'])
    .where((eb) => eb.exists(used(db, viewer, 'idmod', 'm.idmod')))
    .orderBy(inRussianOrder('m.namemod'))
    .orderBy('m.idmod'),
)

const companyOptions = listOf((db, { viewer }) =>
  db
    .selectFrom('shared_companies as c')
    .select(['c.idcomp', 'c.namecomp'])
    .where((eb) => eb.exists(used(db, viewer, 'idcomp', 'c.idcomp')))
    .orderBy(inRussianOrder('c.namecomp'))
    .orderBy('c.idcomp'),
)

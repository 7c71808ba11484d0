import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { adminLists, ReplyOf } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

const allSystems = statement((db) =>
  db
    .selectFrom('shared_systems as sy')
    .select(['sy.idsys as id', 'sy.namesys as name', 'sy.version'])
    .select((eb) => [
      sql<boolean>`sy.deleted_at is not null`.as('is_hidden'),
      jsonArrayFrom(
        eb
          .selectFrom('shared_modules as m')
          .select(['m.idmod as id', 'm.namemod as name', 'm.version'])
          .select((inner) => [
            sql<boolean>`m.deleted_at is not null`.as('is_hidden'),
            inner
              .selectFrom('shared_company_modules as cm')
              .whereRef('cm.idmod', '=', 'm.idmod')
              .select((of) => of.fn.countAll<number>().as('count'))
              .$asScalar()
              .$notNull()
              .as('uses'),
          ])
          .whereRef('m.idsys', '=', 'sy.idsys')
          .orderBy('m.order', (order) => order.asc().nullsLast())
          .orderBy(inRussianOrder('m.namemod'))
          .orderBy('m.idmod'),
      ).as('modules'),
    ])
    .orderBy('sy.order', (order) => order.asc().nullsLast())
    .orderBy(inRussianOrder('sy.namesys'))
    .orderBy('sy.idsys'),
)

/** Returns every system with its modules in their order, including hidden ones. */
export async function systems(db: Db): Promise<ReplyOf<typeof adminLists.systems>> {
  const rows = await allSystems.all(db, {})
  return { systems: rows.map((row) => ({ ...row, uses: row.modules.length })) }
}

const releaseSteps = statement((db) =>
  db
    .selectFrom('shared_release_steps as s')
    .select(['s.id', 's.name_step as name', 's.version', sql<adminLists.StepKind>`s.kind`.as('kind')])
    .select((eb) => [
      sql<boolean>`s.hidden_at is not null`.as('is_hidden'),
      eb
        .selectFrom('shared_releases as r')
        .whereRef('r.step_id', '=', 's.id')
        .where('r.deleted_at', 'is', null)
        .select((of) => of.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('uses'),
    ])
    .where('s.kind', '<>', 'planning')
    .orderBy('s.order')
    .orderBy('s.id'),
)

const registrySteps = statement((db) =>
  db
    .selectFrom('shared_registry_steps as s')
    .select(['s.id', 's.name', 's.version'])
    .select((eb) => [
      sql<boolean>`s.hidden_at is not null`.as('is_hidden'),
      eb
        .selectFrom('shared_registry_entries as e')
        .whereRef('e.step_id', '=', 's.id')
        .where('e.deleted_at', 'is', null)
        .select((of) => of.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('uses'),
    ])
    .orderBy('s.order')
    .orderBy('s.id'),
)

/** Returns the steps of releases and of the registry in their order, including hidden ones. */
export async function steps(db: Db): Promise<ReplyOf<typeof adminLists.steps>> {
  const [release_steps, registry_steps] = await Promise.all([releaseSteps.all(db, {}), registrySteps.all(db, {})])
  return { release_steps, registry_steps }
}

/** The number of requests for each status, or for each type. */
const requestCounts = statement((db, _: object, { column }: { column: 'status_id' | 'type_id' }) =>
  db
    .selectFrom('shared_requests as q')
    .select((eb) => [eb.ref(`q.${column}`).as('id'), eb.fn.countAll<number>().as('count')])
    .where('q.deleted_at', 'is', null)
    .groupBy(`q.${column}`),
)

const allStatuses = statement((db) =>
  db
    .selectFrom('shared_request_statuses as s')
    .select(['s.id', 's.name', 's.version', 's.is_over', sql<boolean>`s.hidden_at is not null`.as('is_hidden')])
    // A check constraint of the column allows the contract's tones only.
    .select(sql<adminLists.RequestStatus['tone']>`s.tone`.as('tone'))
    .orderBy('s.order')
    .orderBy('s.id'),
)

/** The status that a new request gets. */
export const firstStatus = statement((db) =>
  db
    .selectFrom('shared_request_statuses')
    .select('is_over')
    .where('hidden_at', 'is', null)
    .orderBy('order')
    .orderBy('id')
    .limit(1),
)

const allTypes = statement((db) =>
  db
    .selectFrom('shared_request_types as t')
    .select(['t.id', 't.name', 't.version', sql<boolean>`t.hidden_at is not null`.as('is_hidden')])
    .orderBy('t.order', (order) => order.asc().nullsLast())
    .orderBy('t.id'),
)

const withUses = <Item extends { id: number }>(items: Item[], counts: { id: number; count: number }[]) => {
  const uses = new Map(counts.map(({ id, count }) => [id, count]))
  return items.map((item) => ({ ...item, uses: uses.get(item.id) ?? 0 }))
}

/** Returns the statuses and types of requests in their order, including hidden ones. */
export async function requestLists(db: Db): Promise<ReplyOf<typeof adminLists.requestLists>> {
  const [statuses, ofStatus, types, ofType] = await Promise.all([
    allStatuses.all(db, {}),
    requestCounts.all(db, {}, { column: 'status_id' }),
    allTypes.all(db, {}),
    requestCounts.all(db, {}, { column: 'type_id' }),
  ])
  return { statuses: withUses(statuses, ofStatus), types: withUses(types, ofType) }
}

const releases = statement((db, { step_id }: { step_id: number }) =>
  db
    .selectFrom('shared_releases')
    .select('id')
    .where('step_id', '=', step_id)
    .where('deleted_at', 'is', null)
    .orderBy('id'),
)

const entries = statement((db, { step_id }: { step_id: number }) =>
  db
    .selectFrom('shared_registry_entries')
    .select('number')
    .where('step_id', '=', step_id)
    .where('deleted_at', 'is', null)
    .orderBy('id'),
)

/** Returns the releases on a step, without deleted ones. */
export const releasesOn = async (db: Db, step_id: number): Promise<number[]> =>
  (await releases.all(db, { step_id })).map(({ id }) => id)

/** Returns the numbers of registry entries on a step, without deleted ones. */
export const entriesOn = async (db: Db, step_id: number): Promise<string[]> =>
  (await entries.all(db, { step_id })).map(({ number }) => number)

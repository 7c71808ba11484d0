import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { adminLists, ReplyOf } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { inRussianOrder } from '../../../platform/sql.ts'

/** Returns every system with its modules in their order, including hidden ones. */
export async function systems(db: Db): Promise<ReplyOf<typeof adminLists.systems>> {
  const rows = await db
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
    .orderBy('sy.idsys')
    .execute()
  return { systems: rows.map((row) => ({ ...row, uses: row.modules.length })) }
}

const releaseSteps = (db: Db) =>
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
    .orderBy('s.id')
    .execute()

const registrySteps = (db: Db) =>
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
    .orderBy('s.id')
    .execute()

/** Returns the steps of releases and of the registry in their order, including hidden ones. */
export async function steps(db: Db): Promise<ReplyOf<typeof adminLists.steps>> {
  const [release_steps, registry_steps] = await Promise.all([releaseSteps(db), registrySteps(db)])
  return { release_steps, registry_steps }
}

/** Returns the number of requests for each status, or for each type. */
async function requestsOf(db: Db, column: 'status_id' | 'type_id'): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('shared_requests as q')
    .select((eb) => [eb.ref(`q.${column}`).as('id'), eb.fn.countAll<number>().as('count')])
    .where('q.deleted_at', 'is', null)
    .groupBy(`q.${column}`)
    .execute()
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Returns the statuses and types of requests in their order, including hidden ones. */
export async function requestLists(db: Db): Promise<ReplyOf<typeof adminLists.requestLists>> {
  const [statuses, ofStatus, types, ofType] = await Promise.all([
    db
      .selectFrom('shared_request_statuses as s')
      .select(['s.id', 's.name', 's.version', sql<boolean>`s.hidden_at is not null`.as('is_hidden')])
      .orderBy('s.order')
      .orderBy('s.id')
      .execute(),
    requestsOf(db, 'status_id'),
    db
      .selectFrom('shared_request_types as t')
      .select(['t.id', 't.name', 't.version', sql<boolean>`t.hidden_at is not null`.as('is_hidden')])
      .orderBy('t.order', (order) => order.asc().nullsLast())
      .orderBy('t.id')
      .execute(),
    requestsOf(db, 'type_id'),
  ])
  return {
    statuses: statuses.map((status) => ({ ...status, uses: ofStatus.get(status.id) ?? 0 })),
    types: types.map((type) => ({ ...type, uses: ofType.get(type.id) ?? 0 })),
  }
}

/** Returns the releases on a step, without deleted ones. */
export const releasesOn = (db: Db, step_id: number): Promise<number[]> =>
  db
    .selectFrom('shared_releases as releases')
    .select('id')
    .where('step_id', '=', step_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
    .then((rows) => rows.map(({ id }) => id))

/** Returns the numbers of registry entries on a step, without deleted ones. */
export const entriesOn = (db: Db, step_id: number): Promise<string[]> =>
  db
    .selectFrom('shared_registry_entries as registry_entries')
    .select('number')
    .where('step_id', '=', step_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
    .then((rows) => rows.map(({ number }) => number))

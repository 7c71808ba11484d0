import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { Lists } from './meanings.ts'

/** The releases that are not published, the latest first. */
const releasesAhead = (db: Db) =>
  db
    .selectFrom('releases_for_requests as r')
    .select(['r.id', sql<string>`r.title`.as('name')])
    .where('r.deleted_at', 'is', null)
    .where('r.published_at', 'is', null)
    .orderBy('r.plan_date', 'desc')
    .orderBy('r.id')
    .execute()

/** The lists that words of a file are looked up in. */
export async function loadLists(db: Db): Promise<Lists> {
  const [statuses, types, companies, modules, people, releases] = await Promise.all([
    db
      .selectFrom('request_statuses')
      .select(['id', 'name', 'is_over'])
      .where('hidden_at', 'is', null)
      .orderBy('order')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('request_types')
      .select(['id', 'name'])
      .where('hidden_at', 'is', null)
      .orderBy('order', (order) => order.asc().nullsLast())
      .orderBy('id')
      .execute(),
    db
      .selectFrom('shared_companies as companies')
      .select(['idcomp', 'namecomp'])
      .where('deleted_at', 'is', null)
      .execute(),
    db
      .selectFrom('shared_modules as m')
      .innerJoin('living_modules as living', 'living.idmod', 'm.idmod')
      .innerJoin('shared_systems as sy', 'sy.idsys', 'm.idsys')
      .select(['m.idmod', 'm.namemod', 'm.idsys', sql<string>`sy.namesys`.as('system')])
      .execute(),
    db
      .selectFrom('shared_users as u')
      .select(['u.id', 'u.name', 'u.login', 'u.email', 'u.idcomp', 'u.person_id'])
      .where('u.is_service', '=', false)
      .where('u.deleted_at', 'is', null)
      .orderBy('u.name')
      .execute(),
    releasesAhead(db),
  ])
  return { statuses, types, companies, modules, people, releases }
}

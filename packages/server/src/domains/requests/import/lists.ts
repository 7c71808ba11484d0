import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { Lists } from './meanings.ts'

/** What words of a file are looked up in. */
export async function loadLists(db: Db): Promise<Lists> {
  const [statuses, types, companies, modules, people] = await Promise.all([
    db
      .selectFrom('request_statuses')
      .select(['id', 'name'])
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
      .innerJoin('shared_systems as sy', 'sy.idsys', 'm.idsys')
      .select(['m.idmod', 'm.namemod', 'm.idsys', sql<string>`sy.namesys`.as('system')])
      .where('m.deleted_at', 'is', null)
      .execute(),
    db
      .selectFrom('shared_users as u')
      .select(['u.id', 'u.name', 'u.login', 'u.email', 'u.isRivc'])
      .where('u.deleted_at', 'is', null)
      .orderBy('u.name')
      .execute(),
  ])
  return { statuses, types, companies, modules, people }
}

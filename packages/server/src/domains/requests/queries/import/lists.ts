import { sql } from 'kysely'
import type { Db } from '../../../../platform/call.ts'
import { statement } from '../../../../platform/statement.ts'

/** The releases that are not published, the latest first. */
const releasesAhead = statement((db) =>
  db
    .selectFrom('releases_for_requests as r')
    .select(['r.id', sql<string>`r.title`.as('name')])
    .where('r.deleted_at', 'is', null)
    .where('r.published_at', 'is', null)
    .orderBy('r.plan_date', 'desc')
    .orderBy('r.id'),
)

/** The latest release ahead with a title, in small letters. */
export const releaseAhead = statement((db, { title }: { title: string }) =>
  db
    .selectFrom('releases_for_requests as r')
    .select('r.id')
    .where((eb) => eb(eb.fn('lower', ['r.title']), '=', title))
    .where('r.deleted_at', 'is', null)
    .where('r.published_at', 'is', null)
    .orderBy('r.id', 'desc')
    .limit(1),
)

const statusesShown = statement((db) =>
  db
    .selectFrom('request_statuses')
    .select(['id', 'name', 'is_over'])
    .where('hidden_at', 'is', null)
    .orderBy('order')
    .orderBy('id'),
)

const typesShown = statement((db) =>
  db
    .selectFrom('request_types')
    .select(['id', 'name'])
    .where('hidden_at', 'is', null)
    .orderBy('order', (order) => order.asc().nullsLast())
    .orderBy('id'),
)

const livingCompanies = statement((db) =>
  db.selectFrom('shared_companies as companies').select(['idcomp', 'namecomp']).where('deleted_at', 'is', null),
)

const livingModules = statement((db) =>
  db
    .selectFrom('shared_modules as m')
    .innerJoin('living_modules as living', 'living.idmod', 'm.idmod')
    .innerJoin('shared_systems as sy', 'sy.idsys', 'm.idsys')
    .select(['m.idmod', 'm.namemod', 'm.idsys', sql<string>`sy.namesys`.as('system')]),
)

const livingPeople = statement((db) =>
  db
    .selectFrom('shared_users as u')
    .select(['u.id', 'u.name', 'u.login', 'u.email', 'u.idcomp', 'u.person_id'])
    .where('u.is_service', '=', false)
    .where('u.deleted_at', 'is', null)
    .orderBy('u.name'),
)

/**
 * The companies that imports have given what no client may see, the latest first, and whether the next import may: nobody
 * may have hidden them, or let people in.
 */
export const closedCompanies = statement((db) =>
  db
    .selectFrom('import_closed_companies as closed')
    .innerJoin('shared_companies as c', 'c.idcomp', 'closed.idcomp')
    .select((eb) => [
      'c.idcomp',
      'c.namecomp',
      eb
        .and([
          eb('c.deleted_at', 'is', null),
          eb.not(
            eb.exists(
              eb
                .selectFrom('shared_users as u')
                .select('u.id')
                .whereRef('u.idcomp', '=', 'c.idcomp')
                .where('u.deleted_at', 'is', null),
            ),
          ),
        ])
        .$castTo<boolean>()
        .as('is_closed'),
    ])
    .orderBy('c.idcomp', 'desc'),
)

/** The lists that words of a file are looked up in. */
export async function loadLists(db: Db) {
  const [statuses, types, companies, modules, people, releases] = await Promise.all([
    statusesShown.all(db, {}),
    typesShown.all(db, {}),
    livingCompanies.all(db, {}),
    livingModules.all(db, {}),
    livingPeople.all(db, {}),
    releasesAhead.all(db, {}),
  ])
  return { statuses, types, companies, modules, people, releases }
}

import { sql } from 'kysely'
import type { Db, Person } from '../../../platform/call.ts'
import { folded, holdsAll, isAmong, type Finder } from '../../../platform/finding.ts'

/** Companies are found by staff only: a client works with one company and does not need to find it. */
const companies = (db: Db, { isRivc }: Person) =>
  db
    .selectFrom('companies as c')
    .where('c.deleted_at', 'is', null)
    .where(sql<boolean>`${isRivc}::boolean`)

export const companyFinder: Finder = {
  look: (db, person, { words, among, limit }) =>
    companies(db, person)
      .where((eb) => eb.and([...holdsAll(words, folded(eb.ref('c.namecomp'))), ...isAmong(eb.ref('c.idcomp'), among)]))
      .select('c.idcomp as id')
      .orderBy('c.idcomp', 'desc')
      .limit(limit)
      .execute(),
  rows: (db, person, ids) =>
    companies(db, person)
      .where((eb) => eb.and(isAmong(eb.ref('c.idcomp'), ids)))
      .select(['c.idcomp as id', 'c.namecomp as title', sql<string>`''`.as('number'), sql<null>`null`.as('company')])
      .select([sql<null>`null`.as('state'), sql<null>`null`.as('day'), sql<null>`null`.as('release_id')])
      .execute(),
}

/** Staff find everybody, a client the people of its own company. */
const people = (db: Db, { isRivc, idcomp }: Person) =>
  db
    .selectFrom('shared_users as u')
    .leftJoin('companies as c', 'c.idcomp', 'u.idcomp')
    .where('u.deleted_at', 'is', null)
    .where('u.is_blocked', '=', false)
    .where('u.is_service', '=', false)
    .$if(!isRivc, (own) => own.where('u.idcomp', '=', idcomp))

export const personFinder: Finder = {
  look: (db, person, { words, among, limit }) =>
    people(db, person)
      .where((eb) =>
        eb.and([
          ...holdsAll(words, folded(eb.ref('u.name')), folded(eb.fn.coalesce('u.email', eb.val('')))),
          ...isAmong(eb.ref('u.id'), among),
        ]),
      )
      .select('u.id')
      .orderBy('u.id', 'desc')
      .limit(limit)
      .execute(),
  rows: (db, person, ids) =>
    people(db, person)
      .where((eb) => eb.and(isAmong(eb.ref('u.id'), ids)))
      .select(['u.id', 'u.name as title', 'c.namecomp as company', sql<string>`''`.as('number')])
      .select([sql<null>`null`.as('state'), sql<null>`null`.as('day'), sql<null>`null`.as('release_id')])
      .execute(),
}

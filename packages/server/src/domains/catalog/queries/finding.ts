import { sql, type SqlBool } from 'kysely'
import type { Db, Person } from '../../../platform/call.ts'
import { isAmong, lookedFor, matchesAll, type Finder, type Looked } from '../../../platform/finding.ts'
import { folded, foldedName, matchesPattern } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

type Viewer = Pick<Person, 'isRivc' | 'idcomp'>

/** Companies are found by staff only: a client works with one company and does not need to find it. */
const companies = (db: Db, { isRivc }: Viewer) =>
  db
    .selectFrom('companies as c')
    .where('c.deleted_at', 'is', null)
    .where(sql<boolean>`${isRivc}::boolean`)

/** SQL that checks whether the company's name, as people read it, matches the pattern; each name is read once. */
export const isNamed = (idcomp: string, pattern: string) =>
  sql<SqlBool>`${sql.ref(idcomp)} in (select named.idcomp from companies as named
    where ${matchesPattern(foldedName(sql.ref('named.namecomp')), pattern)})`

const companiesFound = statement(
  (db, { patterns, among, limit, ...viewer }: Looked & Viewer) =>
    companies(db, viewer)
      .where((eb) =>
        eb.and([...matchesAll(patterns, foldedName(eb.ref('c.namecomp'))), ...isAmong(eb.ref('c.idcomp'), among)]),
      )
      .select('c.idcomp as id')
      .orderBy('c.idcomp', 'desc')
      .limit(limit),
  { planned: 'each time' },
)

const companiesShown = statement((db, { ids, ...viewer }: { ids: number[] } & Viewer) =>
  companies(db, viewer)
    .where((eb) => eb.and(isAmong(eb.ref('c.idcomp'), ids)))
    .select(['c.idcomp as id', 'c.namecomp as title', sql<string>`''`.as('number'), sql<null>`null`.as('company')])
    .select([sql<null>`null`.as('state'), sql<null>`null`.as('day'), sql<null>`null`.as('release_id')]),
)

export const companyFinder: Finder = {
  look: (db, { isRivc, idcomp }, looked) => companiesFound.all(db, { isRivc, idcomp, ...lookedFor(looked) }),
  rows: (db, { isRivc, idcomp }, ids) => companiesShown.all(db, { isRivc, idcomp, ids }),
}

/** Staff find everybody, a client the people of its own company. */
const people = (db: Db, { isRivc, idcomp }: Viewer) =>
  db
    .selectFrom('shared_users as u')
    .leftJoin('companies as c', 'c.idcomp', 'u.idcomp')
    .where('u.deleted_at', 'is', null)
    .where('u.is_blocked', '=', false)
    .where('u.is_service', '=', false)
    .$if(!isRivc, (own) => own.where('u.idcomp', '=', idcomp))

const peopleFound = statement(
  (db, { patterns, among, limit, ...viewer }: Looked & Viewer) =>
    people(db, viewer)
      .where((eb) =>
        eb.and([
          ...matchesAll(patterns, folded(eb.ref('u.name')), folded(eb.fn.coalesce('u.email', eb.val('')))),
          ...isAmong(eb.ref('u.id'), among),
        ]),
      )
      .select('u.id')
      .orderBy('u.id', 'desc')
      .limit(limit),
  { planned: 'each time' },
)

const peopleShown = statement((db, { ids, ...viewer }: { ids: number[] } & Viewer) =>
  people(db, viewer)
    .where((eb) => eb.and(isAmong(eb.ref('u.id'), ids)))
    .select(['u.id', 'u.name as title', 'c.namecomp as company', sql<string>`''`.as('number')])
    .select([sql<null>`null`.as('state'), sql<null>`null`.as('day'), sql<null>`null`.as('release_id')]),
)

export const personFinder: Finder = {
  look: (db, { isRivc, idcomp }, looked) => peopleFound.all(db, { isRivc, idcomp, ...lookedFor(looked) }),
  rows: (db, { isRivc, idcomp }, ids) => peopleShown.all(db, { isRivc, idcomp, ids }),
}

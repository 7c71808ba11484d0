import { sql, type Expression, type SqlBool } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { publications, QueryOf } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { countOf, offsetOf, toPage } from '../../../platform/page.ts'
import { containing, inRussianOrder } from '../../../platform/sql.ts'
import { knows } from '../../access/port.ts'
import { countsOf } from './deliveries.ts'
import { itemsOf, type OfPublication } from './items.ts'

type Query = QueryOf<typeof publications.listPublications>
type Conditions = Expression<SqlBool>[]

/** The publications that the person may see, with their author. */
export const known = (db: Db, person: Person) =>
  db
    .selectFrom('publications as p')
    .innerJoin('shared_users as author', 'author.id', 'p.author_id')
    .where(knows.publication(person))

const folded = (column: string) => sql<string>`translate(lower(${sql.ref(column)}), 'ё', 'е')`

function search(eb: OfPublication, person: Person, text: string | undefined): Conditions {
  if (!text) return []
  const words = containing(text)
  const inRelease = itemsOf(eb, person)
    .innerJoin('shared_releases as releases', 'releases.id', 'item.release_id')
    .select('item.id')
    .where('releases.search_text', 'like', words)
  const inFile = itemsOf(eb, person)
    .innerJoin('publication_files as linked', 'linked.publication_release_id', 'item.id')
    .innerJoin('shared_files as files', 'files.id', 'linked.file_id')
    .select('item.id')
    .where(knows.packageFile(person))
    .where(folded('files.file_name'), 'like', words)
  const exact = /^\d{1,9}$/.test(text) ? [eb('p.id', '=', Number(text))] : []
  return [eb.or([eb.exists(inRelease), eb.exists(inFile), eb(folded('p.text'), 'like', words), ...exact])]
}

function inItems(eb: OfPublication, person: Person, { release_ids, client_ids, module_ids }: Query): Conditions {
  const items = () => itemsOf(eb, person).select('item.id')
  const ofRelease = () => items().where('item.release_id', 'in', release_ids)
  const ofCompany = () =>
    items()
      .innerJoin('publication_customers as linked', 'linked.publication_release_id', 'item.id')
      .where('linked.idcomp', 'in', client_ids)
  const ofModule = () =>
    items()
      .innerJoin('publication_modules as linked', 'linked.publication_release_id', 'item.id')
      .where('linked.idmod', 'in', module_ids)
  return [
    ...(release_ids.length > 0 ? [eb.exists(ofRelease())] : []),
    // The filter by company is for staff: a client only has its own.
    ...(client_ids.length > 0 && person.isRivc ? [eb.exists(ofCompany())] : []),
    ...(module_ids.length > 0 ? [eb.exists(ofModule())] : []),
  ]
}

/** Days of publishing, both included. */
const inDays = (eb: OfPublication, { date_from, date_to }: Query): Conditions => [
  ...(date_from ? [eb('p.created_at', '>=', sql<string>`${date_from}::date`)] : []),
  ...(date_to ? [eb('p.created_at', '<', sql<string>`${date_to}::date + 1`)] : []),
]

const filtered = (db: Db, person: Person, query: Query) =>
  known(db, person).where((eb) =>
    eb.and([...search(eb, person, query.search_string), ...inItems(eb, person, query), ...inDays(eb, query)]),
  )

/** Sums over the files of the items that the person may see. */
const filesSum = (eb: OfPublication, person: Person, what: 'count(*)' | 'sum(files.size)') =>
  itemsOf(eb, person)
    .innerJoin('publication_files as linked', 'linked.publication_release_id', 'item.id')
    .innerJoin('shared_files as files', 'files.id', 'linked.file_id')
    .where(knows.packageFile(person))
    .select(sql<number>`coalesce(${sql.raw(what)}, 0)::bigint`.as('sum'))

const releasesOf = (eb: OfPublication, person: Person) =>
  itemsOf(eb, person)
    .innerJoin('shared_releases as releases', 'releases.id', 'item.release_id')
    .select(['releases.id', 'releases.title'])
    .orderBy('item.idx')

const customersOf = (eb: OfPublication, person: Person) =>
  itemsOf(eb, person)
    .innerJoin('publication_customers as linked', 'linked.publication_release_id', 'item.id')
    .innerJoin('shared_companies as companies', 'companies.idcomp', 'linked.idcomp')
    .select(['companies.idcomp', 'namecomp'])
    .where(sql<SqlBool>`linked.idcomp <> all (item."notPublishingList")`)
    .$if(!person.isRivc, (own) => own.where('linked.idcomp', '=', person.idcomp ?? 0))
    .groupBy(['companies.idcomp', 'namecomp'])
    .orderBy(inRussianOrder('namecomp'))
    .orderBy('companies.idcomp')

const modulesOf = (eb: OfPublication, person: Person) =>
  itemsOf(eb, person)
    .innerJoin('publication_modules as linked', 'linked.publication_release_id', 'item.id')
    .innerJoin('shared_modules as modules', 'modules.idmod', 'linked.idmod')
    .innerJoin('shared_systems as systems', 'systems.idsys', 'modules.idsys')
    .select(['modules.idmod', 'namemod', 'modules.idsys', 'namesys as system'])
    .groupBy(['modules.idmod', 'namemod', 'modules.idsys', 'namesys'])
    .orderBy(inRussianOrder('namemod'))
    .orderBy('modules.idmod')

/** What each column key sorts by. */
function sortedBy(eb: OfPublication, person: Person, key: NonNullable<Query['order_by']>): Expression<unknown> {
  if (key === 'author') return inRussianOrder('author.name')
  if (key === 'release') {
    const first = itemsOf(eb, person).innerJoin('shared_releases as releases', 'releases.id', 'item.release_id')
    return inRussianOrder(first.select('releases.title').orderBy('item.idx').limit(1))
  }
  if (key === 'files_count') return filesSum(eb, person, 'count(*)')
  if (key === 'files_size') return filesSum(eb, person, 'sum(files.size)')
  return eb.ref(`p.${key}`)
}

/** One page; newest first by default. */
export async function listPublications(db: Db, person: Person, query: Query) {
  const direction = query.order_by === undefined || query.isDesc ? 'desc' : 'asc'
  const [rows, total] = await Promise.all([
    filtered(db, person, query)
      .select(['p.id', 'p.created_at', 'p.text', sql<boolean>`p.withdrawn_at is not null`.as('is_withdrawn')])
      .select((eb) => [
        jsonBuildObject({ id: eb.ref('author.id'), name: eb.ref('author.name') }).as('author'),
        jsonArrayFrom(releasesOf(eb, person)).as('releases'),
        jsonArrayFrom(modulesOf(eb, person)).as('modules'),
        jsonArrayFrom(customersOf(eb, person)).as('customers'),
        filesSum(eb, person, 'count(*)').$asScalar().$notNull().as('files_count'),
        filesSum(eb, person, 'sum(files.size)').$asScalar().$notNull().as('files_size'),
        countsOf(eb, person).$asScalar().$notNull().as('deliveries'),
      ])
      .orderBy((eb) => sortedBy(eb, person, query.order_by ?? 'id'), direction)
      .orderBy('p.id', direction)
      .limit(query.per_page)
      .offset(offsetOf(query))
      .execute(),
    countOf(filtered(db, person, query)),
  ])
  return toPage(query, total, rows)
}

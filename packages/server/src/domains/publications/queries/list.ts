import { sql, type Expression, type SqlBool } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { publications, QueryOf } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { numberIn } from '../../../platform/text/number-in.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { containing, inRussianOrder, matchesPattern, oneOf, some } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, knows, type Viewer } from '../../access/port.ts'
import { countsOf } from './deliveries.ts'
import { itemsOf, type OfPublication } from './items.ts'

type Query = QueryOf<typeof publications.listPublications>
type Conditions = Expression<SqlBool>[]
type OrderKey = NonNullable<Query['order_by']>

/** Publications the person may know of, with their author. */
export const known = (db: Db, person: Viewer) =>
  db
    .selectFrom('publications as p')
    .innerJoin('shared_users as author', 'author.id', 'p.author_id')
    .where(knows.publication(person))

const folded = (column: string) => sql<string>`translate(lower(${sql.ref(column)}), 'ё', 'е')`

function search(eb: OfPublication, person: Viewer, { words, number }: Filters): Conditions {
  if (words === null) return []
  const inRelease = itemsOf(eb, person)
    .innerJoin('shared_releases as releases', 'releases.id', 'item.release_id')
    .select('item.id')
    .where(matchesPattern(sql.ref('releases.search_text'), words))
  const inFile = itemsOf(eb, person)
    .innerJoin('publication_files as linked', 'linked.publication_release_id', 'item.id')
    .innerJoin('shared_files as files', 'files.id', 'linked.file_id')
    .select('item.id')
    .where(knows.packageFile(person))
    .where(matchesPattern(folded('files.file_name'), words))
  const exact = number === null ? [] : [eb('p.id', '=', number)]
  return [eb.or([eb.exists(inRelease), eb.exists(inFile), matchesPattern(folded('p.text'), words), ...exact])]
}

function inItems(eb: OfPublication, person: Viewer, { release_ids, client_ids, module_ids }: Filters): Conditions {
  const items = () => itemsOf(eb, person).select('item.id')
  const ofRelease = () => items().where('item.release_id', '=', oneOf(release_ids))
  const ofCompany = () =>
    items()
      .innerJoin('publication_customers as linked', 'linked.publication_release_id', 'item.id')
      .where('linked.idcomp', '=', oneOf(client_ids))
  const ofModule = () =>
    items()
      .innerJoin('publication_modules as linked', 'linked.publication_release_id', 'item.id')
      .where('linked.idmod', '=', oneOf(module_ids))
  return [
    ...(release_ids ? [eb.exists(ofRelease())] : []),
    // Only staff may filter by company; clients see only their own company anyway.
    ...(client_ids && person.isRivc ? [eb.exists(ofCompany())] : []),
    ...(module_ids ? [eb.exists(ofModule())] : []),
  ]
}

/** Filters by the day of publishing, both ends included. */
const inDays = (eb: OfPublication, { date_from, date_to }: Filters): Conditions => [
  ...(date_from ? [eb('p.created_at', '>=', sql<string>`${date_from}::date`)] : []),
  ...(date_to ? [eb('p.created_at', '<', sql<string>`${date_to}::date + 1`)] : []),
]

/** The filters; a filter that is null is left out of the statement. */
interface Filters {
  /** A pattern for `like`. */
  words: string | null
  /** The publication's number, if the search text may be one. */
  number: number | null
  release_ids: number[] | null
  client_ids: number[] | null
  module_ids: number[] | null
  date_from: string | null
  date_to: string | null
}

export const filtersOf = ({
  search_string: text,
  release_ids,
  client_ids,
  module_ids,
  date_from,
  date_to,
}: Query): Filters => ({
  words: text ? containing(text) : null,
  number: numberIn(text ?? ''),
  release_ids: some(release_ids),
  client_ids: some(client_ids),
  module_ids: some(module_ids),
  date_from: date_from ?? null,
  date_to: date_to ?? null,
})

interface Found {
  viewer: Viewer
  filters: Filters
}
interface PageInput extends Found {
  limit: number
  skipped: number
}
interface Order {
  key: OrderKey
  isDesc: boolean
}
/** The requested order; without one, the newest come first. */
export const orderOf = ({ order_by, isDesc }: Query): Order => ({
  key: order_by ?? 'id',
  isDesc: order_by === undefined || isDesc,
})

/** Selects the matching publications with the key that the order sorts by. */
const keyed = (db: Db, { viewer, filters }: Found, key: OrderKey) =>
  known(db, viewer)
    .where((eb) => eb.and([...search(eb, viewer, filters), ...inItems(eb, viewer, filters), ...inDays(eb, filters)]))
    .select((eb) => ['p.id', sql`${sortedBy(eb, viewer, key)}`.as('key')])

function inOrder({ isDesc }: Order) {
  const direction = isDesc ? sql`desc` : sql`asc`
  return sql`key ${direction}, id ${direction}`
}

/** Selects the ids of all matching publications, not only of a page. */
export const idsInOrder = (db: Db, matching: Found, order: Order) =>
  sql<{ id: number }>`select id from (${keyed(db, matching, order.key)}) as found order by ${inOrder(order)}`

/**
 * Returns the number of publications and the ids of one page. There are few enough to read them all; planning takes about
 * as long, because many places check who may see an item.
 */
const found = statement(
  (db, { limit, skipped, ...matching }: PageInput, order: Order) => sql<{ total: number; ids: number[] }>`
    with found as materialized (${keyed(db, matching, order.key)})
    select (select count(*) from found) as total, array(
      select id from found order by ${inOrder(order)} limit ${limit} offset ${skipped}) as ids`,
)

/** Returns the number of all matching publications. */
export async function totalOf(db: Db, matching: Found): Promise<number> {
  const { total } = await found.one(db, { ...matching, limit: 0, skipped: 0 }, { key: 'id', isDesc: false })
  return total
}

/** Counts the files of the items that the person may know of, or sums their sizes. */
const filesSum = (eb: OfPublication, person: Viewer, what: 'count(*)' | 'sum(files.size)') =>
  itemsOf(eb, person)
    .innerJoin('publication_files as linked', 'linked.publication_release_id', 'item.id')
    .innerJoin('shared_files as files', 'files.id', 'linked.file_id')
    .where(knows.packageFile(person))
    .select(sql<number>`coalesce(${sql.raw(what)}, 0)::bigint`.as('sum'))

const releasesOf = (eb: OfPublication, person: Viewer) =>
  itemsOf(eb, person)
    .innerJoin('shared_releases as releases', 'releases.id', 'item.release_id')
    .select(['releases.id', 'releases.title'])
    .orderBy('item.idx')

const customersOf = (eb: OfPublication, person: Viewer) =>
  itemsOf(eb, person)
    .innerJoin('publication_customers as linked', 'linked.publication_release_id', 'item.id')
    .innerJoin('shared_companies as companies', 'companies.idcomp', 'linked.idcomp')
    .select(['companies.idcomp', 'namecomp'])
    .where(sql<SqlBool>`linked.idcomp <> all (item."notPublishingList")`)
    .$if(!person.isRivc, (own) => own.where('linked.idcomp', '=', person.idcomp ?? 0))
    .groupBy(['companies.idcomp', 'namecomp'])
    .orderBy(inRussianOrder('namecomp'))
    .orderBy('companies.idcomp')

const modulesOf = (eb: OfPublication, person: Viewer) =>
  itemsOf(eb, person)
    .innerJoin('publication_modules as linked', 'linked.publication_release_id', 'item.id')
    .innerJoin('shared_modules as modules', 'modules.idmod', 'linked.idmod')
    .innerJoin('shared_systems as systems', 'systems.idsys', 'modules.idsys')
    .select(['modules.idmod', 'namemod', 'modules.idsys', 'namesys as system'])
    .groupBy(['modules.idmod', 'namemod', 'modules.idsys', 'namesys'])
    .orderBy(inRussianOrder('namemod'))
    .orderBy('modules.idmod')

/** Returns the expression that a column key sorts by. */
function sortedBy(eb: OfPublication, person: Viewer, key: OrderKey): Expression<unknown> {
  if (key === 'author') return inRussianOrder('author.name')
  if (key === 'release') {
    const first = itemsOf(eb, person).innerJoin('shared_releases as releases', 'releases.id', 'item.release_id')
    return inRussianOrder(first.select('releases.title').orderBy('item.idx').limit(1))
  }
  if (key === 'files_count') return filesSum(eb, person, 'count(*)')
  if (key === 'files_size') return filesSum(eb, person, 'sum(files.size)')
  return eb.ref(`p.${key}`)
}

/** The rows with these ids, in the same order, as the person may read them. */
export const rows = statement((db, { viewer, ids }: { viewer: Viewer; ids: number[] }) =>
  known(db, viewer)
    .select(['p.id', 'p.created_at', 'p.text', sql<boolean>`p.withdrawn_at is not null`.as('is_withdrawn')])
    .select((eb) => [
      jsonBuildObject({ id: eb.ref('author.id'), name: eb.ref('author.name') }).as('author'),
      jsonArrayFrom(releasesOf(eb, viewer)).as('releases'),
      jsonArrayFrom(modulesOf(eb, viewer)).as('modules'),
      jsonArrayFrom(customersOf(eb, viewer)).as('customers'),
      filesSum(eb, viewer, 'count(*)').$asScalar().$notNull().as('files_count'),
      filesSum(eb, viewer, 'sum(files.size)').$asScalar().$notNull().as('files_size'),
      countsOf(eb, viewer).$asScalar().$notNull().as('deliveries'),
    ])
    .where('p.id', '=', oneOf(ids))
    .orderBy(sql`array_position(${ids}::int[], p.id)`),
)

/** Returns one page of publications, newest first unless another order is given. */
export async function listPublications(db: Db, person: Person, query: Query) {
  const viewer = eyesOf(person)
  const page = { viewer, filters: filtersOf(query), limit: query.per_page, skipped: offsetOf(query) }
  const { total, ids } = await found.one(db, page, orderOf(query))
  return toPage(query, total, await rows.all(db, { viewer, ids }))
}

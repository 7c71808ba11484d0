import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db, Person } from '../../platform/call.ts'
import { oneOf } from '../../platform/sql.ts'
import { statement } from '../../platform/statement.ts'
import { eyesOf, type Viewer } from './policy.ts'

/** A condition on a row with the given alias. */
type Condition = RawBuilder<SqlBool>

const isLiving = (alias: string): Condition => sql`${sql.ref(`${alias}.deleted_at`)} is null`
const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)

/** Staff see what is not deleted; a client only what is open to its company as well. */
const forClient = ({ isRivc }: Viewer, living: Condition, open: () => Condition): Condition =>
  isRivc ? living : sql`(${living} and ${open()})`

/** Returns 0, which matches nothing, for a client without a company. */
const companyOf = ({ idcomp }: Viewer) => idcomp ?? 0

/**
 * The company uses the module. The modules are read as one list for the whole query, so that an index of both columns
 * can be used.
 */
const usesModule = (viewer: Viewer, alias: string): Condition =>
  sql`${column(alias, 'idmod')} = any(array(
    select used.idmod from shared_company_modules as used where used.idcomp = ${companyOf(viewer)}))`

const isNamed = (viewer: Viewer, release: string): Condition =>
  sql`exists (
    select from release_companies_for_access as named
    where named.release_id = ${column(release, 'id')} and named.idcomp = ${companyOf(viewer)})`

/** A date that was moved or withdrawn after the company was asked stays known to it. */
const isHeard = (agreement: string): Condition =>
  sql`(${column(agreement, 'by_rivc')} or ${column(agreement, 'heard_at')} is not null
    or ${column(agreement, 'withdrawn_at')} is not null)`

/**
 * Conditions on whether the viewer may see a row: every query that shows something uses these and no others. Each
 * repeats the view of its kind (migration 0056) for the row at hand. Joining the view would read its table again and
 * ruin the plans of long lists; `access.test.ts` checks that each agrees with its view.
 */
export const knows = {
  /** The company's own requests, in the modules it uses (api.md, "Requests and backlog"); alias `q` by default. */
  request: (viewer: Viewer, q = 'q'): Condition =>
    forClient(
      viewer,
      isLiving(q),
      () => sql`${column(q, 'idcomp')} = ${companyOf(viewer)} and ${usesModule(viewer, q)}`,
    ),

  /** Releases that are shown to clients and name the company. */
  release: (viewer: Viewer, r = 'r'): Condition =>
    forClient(viewer, isLiving(r), () =>
      viewer.sees_hidden ? isNamed(viewer, r) : sql`${column(r, 'is_visible_for_client')} and ${isNamed(viewer, r)}`,
    ),

  /** The company's own agreements; for a hidden release only those that the company was ever asked about. */
  agreement: (viewer: Viewer, a = 'a', r = 'r'): Condition =>
    forClient(
      viewer,
      sql`(${isLiving(a)} and ${isLiving(r)})`,
      () =>
        sql`${column(a, 'company_id')} = ${companyOf(viewer)}
          and (${column(r, 'is_visible_for_client')} or ${isHeard(a)} or ${viewer.sees_hidden === true})`,
    ),

  /** Publications in which the company was handed something. */
  publication: (viewer: Viewer, p = 'p'): Condition =>
    forClient(
      viewer,
      isLiving(p),
      () => sql`exists (
        select from open_publication_items as open
        where open.publication_id = ${column(p, 'id')} and open.idcomp = ${companyOf(viewer)})`,
    ),

  /** A release in a publication that is not deleted. */
  publicationItem: (viewer: Viewer, item = 'item'): Condition =>
    viewer.isRivc
      ? sql`exists (
          select from publications_for_access as living
          where living.id = ${column(item, 'publication_id')} and living.deleted_at is null)`
      : sql`exists (
          select from open_publication_items as open
          where open.publication_release_id = ${column(item, 'id')} and open.idcomp = ${companyOf(viewer)})`,

  /**
   * A person that a thing names with their address: staff, and people who are of the viewer's company now. The former
   * company of somebody who moved is not told where they are.
   */
  contact: (viewer: Viewer, u = 'u'): Condition =>
    viewer.isRivc ? sql`true` : sql`(${column(u, 'isRivc')} or ${column(u, 'idcomp')} = ${companyOf(viewer)})`,

  /**
   * Files attached to something the company may see, and those the person uploaded and has not attached yet: what is
   * attached stays its company's when the person moves (docs/decisions/0141).
   */
  file: (person: Viewer & Pick<Person, 'id'>, f = 'files'): Condition =>
    forClient(
      person,
      isLiving(f),
      () => sql`(exists (
        select from open_files as open
        where open.file_id = ${column(f, 'id')} and open.idcomp = ${companyOf(person)})
        or ${column(f, 'uploaded_by')} = ${person.id} and not exists (
        select from file_places_for_access as place where place.file_id = ${column(f, 'id')}))`,
    ),

  /**
   * A file of a publication: staff see all of them, a company those in its package.
   * @param item column with the id of the release in the publication
   * @param file column with the file's id
   */
  packageFile: (viewer: Viewer, item = 'item.id', file = 'linked.file_id'): Condition =>
    viewer.isRivc
      ? sql`true`
      : sql`exists (
          select from handed_packages as package
          where package.publication_release_id = ${sql.ref(item)} and package.file_id = ${sql.ref(file)}
            and package.idcomp = ${companyOf(viewer)})`,

  /**
   * Entries of the registry, which is open only to people whom an administrator admitted, staff included (product.md,
   * "Registry").
   */
  registryEntry: (viewer: Viewer & Pick<Person, 'can_enter_registry'>, e = 'e'): Condition =>
    viewer.can_enter_registry
      ? forClient(viewer, isLiving(e), () => sql`${column(e, 'idcomp')} = ${companyOf(viewer)}`)
      : sql`false`,

  /** A row of the view `things`, of whatever kind: the same rule as `mayHear`, in SQL. */
  thing: (viewer: Viewer & Pick<Person, 'can_enter_registry'>, t = 't'): Condition => {
    const entered = viewer.can_enter_registry
      ? sql<SqlBool>`true`
      : sql<SqlBool>`${column(t, 'entity')} <> 'registry_entry'`
    return viewer.isRivc ? entered : sql`(${entered} and ${companyOf(viewer)} = any(${column(t, 'companies')}))`
  },
}

/**
 * The release if the company may open it, otherwise null: the view `things` has the same of an agreement.
 * @param release a column with its id
 * @param company a column with the company's id
 */
export const openReleaseOf = (release: string, company: string) => sql<number | null>`(
  select open.release_id from open_releases as open
  where open.release_id = ${sql.ref(release)} and open.idcomp = ${sql.ref(company)})`

const knownRelease = statement((db, { viewer, id }: { viewer: Viewer; id: number }) =>
  db.selectFrom('releases_for_access as r').select('r.id').where('r.id', '=', id).where(knows.release(viewer)),
)

/** Checks whether the release exists for the viewer. */
export const isReleaseKnown = async (db: Db, viewer: Viewer, id: number): Promise<boolean> =>
  (await knownRelease.first(db, { viewer: eyesOf(viewer), id })) !== undefined

const things = statement((db, { ids }: { ids: number[] }, { entity }: { entity: string }) =>
  db
    .selectFrom('things')
    .select(['entity_id', 'companies'])
    // A literal lets the planner leave out the other kinds of the view.
    .where('entity', '=', sql.lit(entity))
    .where('entity_id', '=', oneOf(ids)),
)

/** Returns the client companies whose people may see each thing in its present state; deleted ones are missing. */
export const knowingEach = async (db: Db, entity: string, ids: number[]): Promise<Map<number, number[]>> =>
  new Map(
    (await things.all(db, { ids }, { entity })).map(({ entity_id, companies }) => [entity_id ?? 0, companies ?? []]),
  )

/** The same for one thing; none when it is deleted. */
export const knowing = async (db: Db, entity: string, entity_id: number): Promise<number[]> =>
  (await knowingEach(db, entity, [entity_id])).get(entity_id) ?? []

const KINDS = new Set(['request', 'release', 'agreement', 'publication', 'registry_entry'])

/** The same as an SQL expression, for use in a larger query; null for a kind that everybody may see. */
export const audienceOf = (entity: string, entity_id: RawBuilder<number>): RawBuilder<number[]> | null =>
  KINDS.has(entity)
    ? sql<number[]>`coalesce((
        select companies from things where entity = ${sql.lit(entity)} and entity_id = ${entity_id}), '{}')`
    : null

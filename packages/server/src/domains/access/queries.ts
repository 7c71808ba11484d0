import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db, Person } from '../../platform/call.ts'
import { statement } from '../../platform/statement.ts'
import type { Viewer } from './policy.ts'

/** A condition on a row that goes by the alias given. */
type Condition = RawBuilder<SqlBool>

const isLiving = (alias: string): Condition => sql`${sql.ref(`${alias}.deleted_at`)} is null`
const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)

/** Staff know what is not deleted; a client what is open to its company besides. */
const forClient = ({ isRivc }: Viewer, living: Condition, open: () => Condition): Condition =>
  isRivc ? living : sql`(${living} and ${open()})`

/** Nothing is open to a client without a company. */
const companyOf = ({ idcomp }: Viewer) => idcomp ?? 0

/** The company uses the module. One list for the whole query, so that an index of both columns serves. */
const usesModule = (viewer: Viewer, alias: string): Condition =>
  sql`${column(alias, 'idmod')} = any(array(
    select used.idmod from shared_company_modules as used where used.idcomp = ${companyOf(viewer)}))`

const isNamed = (viewer: Viewer, release: string): Condition =>
  sql`exists (
    select from release_companies_for_access as named
    where named.release_id = ${column(release, 'id')} and named.idcomp = ${companyOf(viewer)})`

/**
 * Whether the viewer may know of a row: what every query asks that shows something, and nothing else.
 * Each is the view of its kind (migration 0056), asked of the row at hand instead of by another look at its table,
 * which would ruin the plans of long lists; `access.test.ts` holds each to its view.
 */
export const knows = {
  /** The own company's in the modules it uses (api.md, "Requests and backlog"); `q` by default. */
  request: (viewer: Viewer, q = 'q'): Condition =>
    forClient(
      viewer,
      isLiving(q),
      () => sql`${column(q, 'idcomp')} = ${companyOf(viewer)} and ${usesModule(viewer, q)}`,
    ),

  /** Shown to clients and naming the company. */
  release: (viewer: Viewer, r = 'r'): Condition =>
    forClient(viewer, isLiving(r), () =>
      viewer.sees_hidden ? isNamed(viewer, r) : sql`${column(r, 'is_visible_for_client')} and ${isNamed(viewer, r)}`,
    ),

  /** The own company's; of a hidden release only while its date waits for the company's word or has it. */
  agreement: (viewer: Viewer, a = 'a', r = 'r'): Condition =>
    forClient(
      viewer,
      sql`(${isLiving(a)} and ${isLiving(r)})`,
      () =>
        sql`${column(a, 'company_id')} = ${companyOf(viewer)}
          and (${column(r, 'is_visible_for_client')} or ${column(a, 'by_rivc')} or ${viewer.sees_hidden === true})`,
    ),

  /** By which the company was handed something. */
  publication: (viewer: Viewer, p = 'p'): Condition =>
    forClient(
      viewer,
      isLiving(p),
      () => sql`exists (
        select from open_publication_items as open
        where open.publication_id = ${column(p, 'id')} and open.idcomp = ${companyOf(viewer)})`,
    ),

  /** A release in a publication; its publication is not deleted. */
  publicationItem: (viewer: Viewer, item = 'item'): Condition =>
    viewer.isRivc
      ? sql`exists (
          select from publications_for_access as living
          where living.id = ${column(item, 'publication_id')} and living.deleted_at is null)`
      : sql`exists (
          select from open_publication_items as open
          where open.publication_release_id = ${column(item, 'id')} and open.idcomp = ${companyOf(viewer)})`,

  /** Of the own uploads and what stands where the company may look. */
  file: (person: Viewer & Pick<Person, 'id'>, f = 'files'): Condition =>
    forClient(
      person,
      isLiving(f),
      () => sql`(${column(f, 'uploaded_by')} = ${person.id} or exists (
        select from open_files as open
        where open.file_id = ${column(f, 'id')} and open.idcomp = ${companyOf(person)}))`,
    ),

  /**
   * A file of what was published: staff know of all, a company of those in its package.
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

  /** The registry is open to whom an administrator let in, staff as well (product.md, "Registry"). */
  registryEntry: (viewer: Viewer & Pick<Person, 'can_enter_registry'>, e = 'e'): Condition =>
    viewer.can_enter_registry
      ? forClient(viewer, isLiving(e), () => sql`${column(e, 'idcomp')} = ${companyOf(viewer)}`)
      : sql`false`,

  /** A row of the view `things`, of whatever kind: `mayHear` in SQL. */
  thing: (viewer: Viewer & Pick<Person, 'can_enter_registry'>, t = 't'): Condition => {
    const entered = viewer.can_enter_registry
      ? sql<SqlBool>`true`
      : sql<SqlBool>`${column(t, 'entity')} <> 'registry_entry'`
    return viewer.isRivc ? entered : sql`(${entered} and ${companyOf(viewer)} = any(${column(t, 'companies')}))`
  },
}

/** Whether there is such a release for the viewer. */
export async function isReleaseKnown(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('releases_for_access as r')
    .select('r.id')
    .where('r.id', '=', id)
    .where(knows.release(viewer))
    .executeTakeFirst()
  return found !== undefined
}

const things = statement((db, { entity_id }: { entity_id: number }, { entity }: { entity: string }) =>
  db
    .selectFrom('things')
    .select('companies')
    // As it stands in the text the planner leaves the view's other kinds out.
    .where('entity', '=', sql.lit(entity))
    .where('entity_id', '=', entity_id),
)

/** The client companies whose people may know of a thing as it stands; none of one that is deleted. */
export const knowing = async (db: Db, entity: string, entity_id: number): Promise<number[]> =>
  (await things.first(db, { entity_id }, { entity }))?.companies ?? []

const KINDS = new Set(['request', 'release', 'agreement', 'publication', 'registry_entry'])

/** The same as SQL, for what is asked together with it; null of a kind that everybody may know of. */
export const audienceOf = (entity: string, entity_id: RawBuilder<number>): RawBuilder<number[]> | null =>
  KINDS.has(entity)
    ? sql<number[]>`coalesce((
        select companies from things where entity = ${sql.lit(entity)} and entity_id = ${entity_id}), '{}')`
    : null

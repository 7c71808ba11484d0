import { sql } from 'kysely'
import type { scim } from '@vypusk/contract'
import type { Call, Db, Deps } from '../../../platform/call.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { statement } from '../../../platform/statement.ts'
import { reasons } from '../policy.ts'
import { MOST_OF_A_PAGE } from '../rules/limits.ts'
import type { Attributes } from '../rules/person.ts'
import { listOf, USER } from '../rules/schemas.ts'
import { shownOf, type Shown } from '../rules/reply-attributes.ts'
import { filterOf, matching, type Columns, type Form, type PageInput } from './filter.ts'
import { etagOf, placeOf } from './replies.ts'

const text = (name: string) => sql`p.attributes ->> ${sql.lit(name)}`
const namePart = (name: string) => sql`p.attributes -> 'name' ->> ${sql.lit(name)}`
const emailPart = (name: string) => sql`email ->> ${sql.lit(name)}`

const COLUMNS: Columns = {
  id: { kind: 'text', of: sql`p.id::text` },
  externalid: { kind: 'text', of: sql`p.external_id`, isExact: true },
  username: { kind: 'text', of: sql`p.user_name`, isName: true },
  displayname: { kind: 'text', of: text('displayName'), isName: true },
  'name.formatted': { kind: 'text', of: namePart('formatted'), isName: true },
  'name.familyname': { kind: 'text', of: namePart('familyName'), isName: true },
  'name.givenname': { kind: 'text', of: namePart('givenName'), isName: true },
  active: { kind: 'truth', of: sql`p.active` },
  'meta.created': { kind: 'moment', of: sql`p.created_at` },
  'meta.lastmodified': { kind: 'moment', of: sql`p.changed_at` },
  emails: {
    kind: 'many',
    rows: (condition) =>
      sql`exists (select from jsonb_array_elements(p.attributes -> 'emails') as email where ${condition})`,
    columns: {
      value: { kind: 'text', of: emailPart('value'), isName: true },
      type: { kind: 'text', of: emailPart('type') },
      primary: { kind: 'truth', of: sql`coalesce((email ->> 'primary')::boolean, false)` },
    },
  },
  groups: {
    kind: 'many',
    rows: (condition) => sql`exists (select from scim_members as m where m.person_id = p.id and ${condition})`,
    columns: { value: { kind: 'text', of: sql`m.group_id::text` } },
  },
}

const living = (db: Db) => db.selectFrom('scim_people as p').where('p.gone_at', 'is', null)

const GROUPS = sql<{ value: string; display: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('value', g.id, 'display', g.display_name) order by g.display_name)
  from scim_members as m join scim_groups as g on g.id = m.group_id where m.person_id = p.id), '[]')`.as('groups')

const selectPeople = (rows: ReturnType<typeof living>) =>
  rows
    .select(['p.id', 'p.external_id', 'p.user_name', 'p.attributes', 'p.active'])
    .select(['p.created_at', 'p.changed_at', 'p.version', GROUPS])

const personBy = statement((db, { id }: { id: string }) => selectPeople(living(db)).where('p.id', '=', id))

const pages = statement(
  (db, page: PageInput, form: Form) =>
    selectPeople(living(db))
      .where(matching(form, page))
      .orderBy('p.created_at')
      .orderBy('p.id')
      .limit(page.most)
      .offset(page.skipped),
  { planned: 'each time' },
)

const counts = statement(
  (db, page: PageInput, form: Form) =>
    living(db)
      .where(matching(form, page))
      .select(({ fn }) => fn.countAll<number>().as('total')),
  { planned: 'each time' },
)

type Row = Awaited<ReturnType<typeof personBy.all>>[number]

/** A person in the form of the standard. */
function resourceOf(deps: Deps, row: Row, shown: Shown) {
  // Written by this room's own rules only.
  const { displayName, name, emails } = row.attributes as Attributes
  const resource = {
    schemas: [USER],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.user_name,
    ...(displayName === null ? {} : { displayName }),
    name,
    emails,
    active: row.active,
    groups: row.groups.map((group) => ({ ...group, type: 'direct', $ref: placeOf(deps, `/Groups/${group.value}`) })),
    meta: metaOf(deps, 'User', row),
  }
  return shownOf(resource, shown)
}

export const metaOf = (
  deps: Deps,
  resourceType: 'User' | 'Group',
  { id, created_at, changed_at, version }: { id: string; created_at: string; changed_at: string; version: number },
) => ({
  resourceType,
  created: created_at,
  lastModified: changed_at,
  location: placeOf(deps, `/${resourceType}s/${id}`),
  version: etagOf(version),
})

/** One person. @throws 404 if there is none */
export async function personOf(deps: Deps, db: Db, id: string, shown: Shown = {}) {
  const row = await personBy.first(db, { id })
  if (!row) throw refuseWith(reasons.noPerson)
  return resourceOf(deps, row, shown)
}

export interface Listing extends Shown {
  filter?: string | undefined
  startIndex?: number | undefined
  count?: number | undefined
}

/** The start and size of a page. Invalid values are replaced by the nearest valid ones (RFC 7644, 3.4.2.4). */
export const pageOf = ({ startIndex = 1, count = 100 }: Listing) => ({
  first: Math.max(1, startIndex),
  most: Math.min(Math.max(0, count), MOST_OF_A_PAGE),
})

export async function peopleOf({ deps, query }: Call<typeof scim.listUsers>) {
  const { first, most } = pageOf(query)
  const { db } = deps
  const { condition, values } = filterOf(db, COLUMNS, query.filter)
  const page = { values, most, skipped: first - 1 }
  const [rows, { total }] = await Promise.all([pages.all(db, page, { condition }), counts.one(db, page, { condition })])
  return listOf(
    rows.map((row) => resourceOf(deps, row, query)),
    total,
    first,
  )
}

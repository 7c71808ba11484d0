import { sql } from 'kysely'
import type { scim } from '@vypusk/contract'
import type { Call, Db, Deps } from '../../../platform/call.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { statement } from '../../../platform/statement.ts'
import { reasons } from '../policy.ts'
import { GROUP, listOf } from '../rules/schemas.ts'
import { isRequested, shownOf, type Shown } from '../rules/reply-attributes.ts'
import { filterOf, matching, type Columns, type Form, type PageInput } from './filter.ts'
import { metaOf, pageOf } from './people.ts'
import { placeOf } from './replies.ts'

const COLUMNS: Columns = {
  id: { kind: 'text', of: sql`g.id::text` },
  externalid: { kind: 'text', of: sql`g.external_id`, isExact: true },
  displayname: { kind: 'text', of: sql`g.display_name` },
  'meta.created': { kind: 'moment', of: sql`g.created_at` },
  'meta.lastmodified': { kind: 'moment', of: sql`g.changed_at` },
  members: {
    kind: 'many',
    rows: (condition) => sql`exists (select from scim_members as m where m.group_id = g.id and ${condition})`,
    columns: { value: { kind: 'text', of: sql`m.person_id::text` } },
  },
}

type Member = { value: string; display: string }
const MEMBERS = sql<Member[]>`coalesce((
  select jsonb_agg(jsonb_build_object('value', p.id, 'display', p.user_name) order by p.user_name)
  from scim_members as m join scim_people as p on p.id = m.person_id where m.group_id = g.id), '[]')`.as('members')
const NO_MEMBERS = sql<Member[] | null>`null`.as('members')

/** @param hasMembers there may be thousands of them: they are only read when requested */
const selectGroups = (db: Db, hasMembers: boolean) =>
  db
    .selectFrom('scim_groups as g')
    .select(['g.id', 'g.external_id', 'g.display_name', 'g.created_at', 'g.changed_at', 'g.version'])
    .select(hasMembers ? MEMBERS : NO_MEMBERS)

const groupBy = statement((db, { id, hasMembers }: { id: string; hasMembers: boolean }) =>
  selectGroups(db, hasMembers).where('g.id', '=', id),
)

const pages = statement(
  (db, page: PageInput & { hasMembers: boolean }, form: Form) =>
    selectGroups(db, page.hasMembers)
      .where(matching(form, page))
      .orderBy('g.created_at')
      .orderBy('g.id')
      .limit(page.most)
      .offset(page.skipped),
  { planned: 'each time' },
)

const counts = statement(
  (db, page: PageInput, form: Form) =>
    db
      .selectFrom('scim_groups as g')
      .where(matching(form, page))
      .select(({ fn }) => fn.countAll<number>().as('total')),
  { planned: 'each time' },
)

type Row = Awaited<ReturnType<typeof groupBy.all>>[number]

function resourceOf(deps: Deps, row: Row, shown: Shown) {
  const members = row.members?.map((one) => ({ ...one, type: 'User', $ref: placeOf(deps, `/Users/${one.value}`) }))
  const resource = {
    schemas: [GROUP],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.display_name,
    ...(members ? { members } : {}),
    meta: metaOf(deps, 'Group', row),
  }
  return shownOf(resource, shown)
}

/** One group. @throws 404 if there is none */
export async function groupOf(deps: Deps, db: Db, id: string, shown: Shown = {}) {
  const row = await groupBy.first(db, { id, hasMembers: isRequested('members', shown) })
  if (!row) throw refuseWith(reasons.noGroup)
  return resourceOf(deps, row, shown)
}

export async function groupsOf({ deps, query }: Call<typeof scim.listGroups>) {
  const { first, most } = pageOf(query)
  const { db } = deps
  const { condition, values } = filterOf(db, COLUMNS, query.filter)
  const page = { values, most, skipped: first - 1, hasMembers: isRequested('members', query) }
  const [rows, { total }] = await Promise.all([pages.all(db, page, { condition }), counts.one(db, page, { condition })])
  return listOf(
    rows.map((row) => resourceOf(deps, row, query)),
    total,
    first,
  )
}

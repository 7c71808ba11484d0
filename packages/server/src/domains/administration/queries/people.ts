import { sql, type ExpressionBuilder, type SqlBool } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import { adminPeople, type QueryOf } from '@vypusk/contract'
import type { Actor, Db } from '../../../platform/call.ts'
import { rightsOf } from '../../../platform/corporate/rights.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { historyOfAll } from '../../../platform/history.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { containing, matchesPattern, inRussianOrder, oneOf, some } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { isPasswordOurs, validSince, type ValidSince } from '../../auth/port.ts'
import { personAbilities, reasons } from '../policy.ts'
import { pagesOf } from './pages.ts'

type Query = QueryOf<typeof adminPeople.list>
type People = ExpressionBuilder<DB & { u: DB['shared_users'] }, 'u'>

const { states } = adminPeople
const { administrator, staff, client } = adminPeople.roles

const rolesOf = sql`array[case when u."isAdmin" then ${sql.lit(administrator)} end,
  case when u."isRivc" then ${sql.lit(staff)} else ${sql.lit(client)} end]`

const stateOf = sql<number>`case when u.is_blocked then ${sql.lit(states.blocked)}
  when u.has_password then ${sql.lit(states.active)} else ${sql.lit(states.no_password)} end`

const words = sql<string>`translate(lower(concat_ws(' ', u.name, u.login, u.email)), 'ё', 'е')`

/** The filters; one that is null is not used. */
export const filtersOf = ({ search_string, client_ids, role_ids, state_ids }: Query) => ({
  named: search_string ? containing(search_string) : null,
  client_ids: some(client_ids),
  role_ids: some(role_ids),
  state_ids: some(state_ids),
})
type Filters = ReturnType<typeof filtersOf>

const listed = (db: Db) =>
  db
    .selectFrom('shared_users as u')
    .leftJoin('shared_companies as c', 'c.idcomp', 'u.idcomp')
    .where('u.deleted_at', 'is', null)
    // Of a person's accounts only the one they sign in with is listed.
    .where('u.person_id', 'is', null)
    .where('u.is_service', '=', false)

/** The accounts of `u` in further companies. */
const furtherOf = (eb: People) =>
  eb
    .selectFrom('shared_users as account')
    .innerJoin('shared_companies as own', 'own.idcomp', 'account.idcomp')
    .whereRef('account.person_id', '=', 'u.id')
    .where('account.deleted_at', 'is', null)

/** Values of one filter are alternatives; an unknown value matches nobody. */
const filtered = (db: Db, { named, client_ids, role_ids, state_ids }: Filters) =>
  listed(db)
    .$if(named !== null, (all) => all.where(matchesPattern(words, named ?? '')))
    .$if(client_ids !== null, (all) =>
      all.where((eb) => {
        const further = furtherOf(eb as unknown as People).where('account.idcomp', '=', oneOf(client_ids))
        return eb.or([eb('u.idcomp', '=', oneOf(client_ids)), eb.exists(further.select('account.id'))])
      }),
    )
    .$if(role_ids !== null, (all) => all.where(sql<SqlBool>`${rolesOf} && ${role_ids}::int[]`))
    .$if(state_ids !== null, (all) => all.where(stateOf, '=', oneOf(state_ids)))

/** Sessions `s` of any account of the person `u`. */
const isOfPerson = sql<SqlBool>`s.user_id in (
  select account.id from shared_users as account where account.id = u.id or account.person_id = u.id)`

const lastSeen = sql<string | null>`(select max(s.last_seen_at) from shared_sessions as s where ${isOfPerson})`

const selectPeople = (rows: ReturnType<typeof listed>) =>
  rows
    .select(['u.id', 'u.login', 'u.name', 'u.email', 'u.isRivc', 'u.isAdmin', 'u.is_blocked', 'u.created_at'])
    .select(['u.can_enter_registry', 'u.can_create_registry', 'u.can_edit_calendar', 'u.version'])
    .select((eb) => [
      eb.ref('u.has_password').$notNull().as('has_password'),
      furtherOf(eb as unknown as People)
        .select(
          sql<
            string[]
          >`coalesce(array_agg(own.namecomp order by ${inRussianOrder('own.namecomp')}, own.idcomp), '{}')`.as('names'),
        )
        .$asScalar()
        .$notNull()
        .as('further'),
      lastSeen.as('last_seen_at'),
      eb
        .case()
        .when('c.idcomp', 'is not', null)
        .then(jsonBuildObject({ idcomp: eb.ref('c.idcomp').$notNull(), namecomp: eb.ref('c.namecomp').$notNull() }))
        .end()
        .as('company'),
    ])

const orders = {
  id: sql`u.id`,
  name: inRussianOrder('u.name'),
  login: sql`lower(u.login)`,
  email: sql`lower(u.email)`,
  company: inRussianOrder('c.namecomp'),
  last_seen_at: lastSeen,
  created_at: sql`u.created_at`,
}

type Order = Pick<Query, 'order_by' | 'isDesc'>

/** By name unless another order is requested; empty values come last, ties are ordered by id. */
const inOrder = ({ order_by = 'name', isDesc }: Order) =>
  sql`${orders[order_by]} ${isDesc ? sql`desc` : sql`asc`} nulls last, u.id`

/** Selects the ids of all matching people, not only of a page. */
export const idsInOrder = (db: Db, filters: Filters, order: Order) =>
  filtered(db, filters).select('u.id').orderBy(inOrder(order))

/** The people with these ids, in the same order. */
export const rows = statement((db, { ids }: { ids: number[] }) =>
  selectPeople(listed(db))
    .where('u.id', '=', oneOf(ids))
    .orderBy(sql`array_position(${ids}::int[], u.id)`),
)

/** Pages of everybody who has an account, ordered by name unless another order is requested. */
export const people = pagesOf({
  filtersOf,
  filtered,
  ordered: (db, filters: Filters, order: Order) => selectPeople(filtered(db, filters)).orderBy(inOrder(order)),
})

const membershipsOf = (eb: People) =>
  jsonArrayFrom(
    furtherOf(eb)
      .select(['account.id', 'account.can_enter_registry', 'account.can_create_registry', 'account.can_edit_calendar'])
      .select(['account.version', sql<boolean>`own.deleted_at is not null`.as('is_hidden')])
      .select((inner) =>
        jsonBuildObject({ idcomp: inner.ref('own.idcomp'), namecomp: inner.ref('own.namecomp') }).as('company'),
      )
      .orderBy(inRussianOrder('own.namecomp'))
      .orderBy('own.idcomp'),
  )

/** Browsers in which the person is signed in, whichever company they are working in. */
const sessionsOf = (eb: People, { now, since, until }: ValidSince) =>
  eb
    .selectFrom('shared_sessions as s')
    .where(isOfPerson)
    .where('s.expires_at', '>', now)
    .where('s.expires_at', '<=', until)
    .where('s.last_seen_at', '>', since)
    .select((inner) => inner.fn.countAll<number>().as('count'))
    .$asScalar()
    .$notNull()

const named = statement((db, { user_id }: { user_id: number }) =>
  db
    .selectFrom('scim_people_for_administration')
    .select(['external_id', 'is_out', 'gone_at', 'active', 'groups'])
    .where('user_id', '=', user_id),
)

/**
 * Returns what the company's directory has reported about the person by SCIM: `kept` while it maintains them, the company
 * that its groups give them, and whether it has put them out – then also when it has deleted them. With SCIM switched off
 * it maintains nobody.
 */
export async function directoryOf(db: Db, { deps }: Pick<Actor, 'deps'>, user_id: number) {
  const { scim } = deps.settings
  const row = scim ? await named.first(db, { user_id }) : undefined
  if (!scim || !row) return { kept: null, company: null, is_out: false }
  const { gone_at, external_id, active, groups, is_out } = row
  const rights = gone_at === null && active ? rightsOf(scim.groups, groups ?? []) : null
  return { kept: gone_at === null ? { external_id } : null, company: rights?.idcomp ?? null, is_out: is_out ?? false }
}

/** Every account of the person `u`, also of companies that they have left. */
const accountsOf = (eb: People) =>
  eb
    .selectFrom('shared_users as account')
    .select(sql<number[]>`array_agg(account.id)`.as('ids'))
    .where((each) =>
      each.or([each('account.id', '=', each.ref('u.id')), each('account.person_id', '=', each.ref('u.id'))]),
    )
    .$asScalar()
    .$notNull()

/** The account a person signs in with, by any of theirs: which one it is changes with their first company. */
const personOf = (id: number) =>
  sql<number>`(select coalesce(account.person_id, account.id) from shared_users as account
    where account.id = ${id} and account.deleted_at is null)`

/** Every company of the person `u` is hidden. */
const isNowhere = (eb: People) => {
  const open = furtherOf(eb).where('own.deleted_at', 'is', null).select('own.idcomp')
  return sql<boolean>`c.deleted_at is not null and not exists ${open}`
}

const detailOf = statement((db, { id, ...valid }: { id: number } & ValidSince) =>
  selectPeople(listed(db))
    .select((eb) => {
      const own = eb as unknown as People
      return [
        sessionsOf(own, valid).as('sessions_count'),
        own
          .selectFrom('shared_corporate_identities as ci')
          .select('ci.subject')
          .whereRef('ci.user_id', '=', 'u.id')
          .where('ci.provider', 'like', 'oidc %')
          .orderBy('ci.last_used_at', 'desc')
          .limit(1)
          .$asScalar()
          .as('corporate'),
        own
          .selectFrom('shared_second_factors as f')
          .select(sql<string[]>`coalesce(array_agg(f.name order by f.id), '{}')`.as('names'))
          .whereRef('f.user_id', '=', 'u.id')
          .$asScalar()
          .$notNull()
          .as('second_factors'),
        membershipsOf(own).as('memberships'),
        isNowhere(own).as('is_company_hidden'),
        accountsOf(own).as('account_ids'),
      ]
    })
    .where('u.id', '=', personOf(id)),
)

/** Returns one person with history and what the actor may do. @throws 404 */
export async function personDetail(db: Db, actor: Actor, id: number): Promise<adminPeople.PersonDetail> {
  const { clock, settings } = actor.deps
  const row = await detailOf.first(db, { id, ...validSince(clock.now(), settings) })
  if (!row) throw refuseWith(reasons.noPerson)
  const { is_company_hidden, account_ids, ...person } = row
  const [{ kept, is_out }, isOurs] = await Promise.all([
    directoryOf(db, actor, person.id),
    isPasswordOurs({ ...actor.deps, db }, person.login),
  ])
  const target = { ...person, is_out, is_company_hidden, isKept: kept !== null, isPasswordOurs: isOurs }
  const abilities = personAbilities(actor.person, target)
  return { ...person, directory: kept, history: await historyOfAll(db, 'user', account_ids), abilities }
}

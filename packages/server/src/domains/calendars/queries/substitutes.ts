import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { ReplyOf, substitutes } from '@vypusk/contract'
import { abilitiesBy } from '../../../platform/ability.ts'
import type { Db, Person } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { substitutePolicy } from '../policy.ts'

type Reply = ReplyOf<typeof substitutes.list>

const stateSql = sql<'ahead' | 'acting' | 'off'>`case
  when s.started_at is null then 'ahead'
  when exists (select from acting_substitutes as acting where acting.id = s.id) then 'acting'
  else 'off' end`

/** The company's substitutions that have not ended, or only the one with this id. */
export const livingOf = statement((db, { company_id, id }: { company_id: number; id?: number }) =>
  db
    .selectFrom('substitutes as s')
    .innerJoin('shared_users as away', 'away.id', 's.user_id')
    .innerJoin('shared_users as other', 'other.id', 's.substitute_id')
    .innerJoin('shared_users as author', 'author.id', 's.author_id')
    .select(['s.id', 's.date_from', 's.date_to', 's.created_at', stateSql.as('state')])
    .select((eb) => [
      jsonBuildObject({ id: eb.ref('away.id'), name: eb.ref('away.name') }).as('user'),
      jsonBuildObject({ id: eb.ref('other.id'), name: eb.ref('other.name') }).as('substitute'),
      jsonBuildObject({ id: eb.ref('author.id'), name: eb.ref('author.name') }).as('author'),
      eb.not(eb.ref('author.isRivc')).$castTo<boolean>().as('by_client'),
    ])
    .where('s.company_id', '=', company_id)
    .where('s.ended_at', 'is', null)
    .$if(id !== undefined, (all) => all.where('s.id', '=', id ?? 0))
    .orderBy('s.date_from')
    .orderBy('s.id'),
)

/** Returns the active people of the company; `email` is null when they cannot be written to. */
export const peopleOf = statement((db, { company_id }: { company_id: number }) =>
  db
    .selectFrom('shared_users as u')
    .select(['u.id', 'u.name', 'u.email'])
    .where('u.idcomp', '=', company_id)
    .where('u.is_blocked', '=', false)
    .where('u.is_service', '=', false)
    .where('u.deleted_at', 'is', null)
    .orderBy('u.name')
    .orderBy('u.id'),
)

const asRef = ({ id, name }: { id: number; name: string }) => ({ id, name })

/** Returns the company's substitutions, and the people for whom the person may name a substitute. */
export async function substitutesOf(db: Db, person: Person, company_id: number): Promise<Reply> {
  const [rows, people] = await Promise.all([livingOf.all(db, { company_id }), peopleOf.all(db, { company_id })])
  const mayName = (user_id: number) => substitutePolicy.name(person, { user_id }) === true
  return {
    substitutes: rows.map((row) => ({
      ...row,
      abilities: { end: abilitiesBy(substitutePolicy, person, { user_id: row.user.id }).end },
    })),
    people: people.filter(({ id }) => mayName(id)).map(asRef),
    choices: people.filter(({ email }) => email !== null).map(asRef),
  }
}

interface Absence {
  company_id: number
  user_id: number
  date_from: string
  date_to: string
}

/**
 * Returns a substitution of the person that overlaps the days, if there is one. One of a former company means nothing in
 * this one, where nobody could see or end it.
 */
export const overlapping = statement((db, { company_id, user_id, date_from, date_to }: Absence) =>
  db
    .selectFrom('substitutes as s')
    .innerJoin('shared_users as other', 'other.id', 's.substitute_id')
    .select(['other.name', 's.date_from', 's.date_to'])
    .where('s.company_id', '=', company_id)
    .where('s.user_id', '=', user_id)
    .where('s.ended_at', 'is', null)
    .where('s.date_from', '<=', date_to)
    .where('s.date_to', '>=', date_from),
)

/**
 * Returns the substitutions that may have to start or end, with the company's time zone; null stands for the
 * installation's.
 */
export const turning = statement((db, { latest }: { latest: string }) =>
  db
    .selectFrom('substitutes as s')
    .leftJoin('company_calendars as k', 'k.company_id', 's.company_id')
    .select(['s.id', 's.company_id', 's.date_from', 's.date_to', 's.started_at', 'k.zone'])
    .where('s.ended_at', 'is', null)
    .where((eb) => eb.or([eb('s.started_at', 'is', null), eb('s.date_to', '<', latest)]))
    .where('s.date_from', '<=', latest)
    .orderBy('s.id'),
)

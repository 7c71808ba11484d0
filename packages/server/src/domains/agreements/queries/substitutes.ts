import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Db, Person } from '../../../platform/call.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

/** Returns the substitutes who are asked about an agreement while its recipients are away (docs/decisions/0092). */
export const standInsOf = statement((db, { agreement_id }: { agreement_id: number }) =>
  db
    .selectFrom('agreement_recipients as ar')
    .innerJoin('agreements as a', 'a.id', 'ar.agreement_id')
    .innerJoin('shared_substitutes as acting', (join) =>
      join.onRef('acting.user_id', '=', 'ar.user_id').onRef('acting.company_id', '=', 'a.company_id'),
    )
    .innerJoin('shared_users as away', 'away.id', 'acting.user_id')
    .innerJoin('shared_users as other', 'other.id', 'acting.substitute_id')
    .select((eb) => [
      jsonBuildObject({ id: eb.ref('away.id'), name: eb.ref('away.name') }).as('user'),
      jsonBuildObject({ id: eb.ref('other.id'), name: eb.ref('other.name') }).as('substitute'),
      'acting.date_to',
    ])
    .where('ar.agreement_id', '=', agreement_id)
    .orderBy(inRussianOrder('away.name'))
    .orderBy('away.id'),
)

/**
 * The names of those asked about agreement `a` for whom the person stands in, unless the person is asked as well:
 * «Ирина Орлова».
 * @param person the person's id, as SQL
 */
export const insteadSql = (person: ReturnType<typeof sql>) => sql<string | null>`(
  select string_agg(away.name, ', ' order by ${inRussianOrder('away.name')})
  from stood_in as away where away.agreement_id = a.id and away.user_id = ${person})`

const awayNames = statement(
  (_, { agreement_id, user_id }: { agreement_id: number; user_id: number }) => sql<{ names: string | null }>`
    select ${insteadSql(sql`${user_id}::int`)} as names from agreements as a where a.id = ${agreement_id}`,
)

/** Returns for whom the person answers about the agreement; empty when the person answers in their own name. */
export async function insteadOf(db: Db, agreement_id: number, { id }: Pick<Person, 'id'>): Promise<string> {
  const names = (await awayNames.first(db, { agreement_id, user_id: id }))?.names
  return names ? `за ${names}` : ''
}

/** Puts the person somebody stands in for before a note of the history. */
export const withInstead = (instead: string, note = ''): string => [instead, note].filter(Boolean).join('. ')

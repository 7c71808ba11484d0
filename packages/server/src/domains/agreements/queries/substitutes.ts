import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Db, Person } from '../../../platform/call.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { insteadInWords } from '../../calendars/port.ts'

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
  (_, { ids, user_id }: { ids: number[]; user_id: number }) => sql<{ id: number; names: string | null }>`
    select a.id, ${insteadSql(sql`${user_id}::int`)} as names from agreements as a where a.id = any(${ids}::int[])`,
)

/** Returns for whom the person answers about each agreement; those where the person answers in their own name are missing. */
export async function insteadOfEach(db: Db, ids: number[], { id }: Pick<Person, 'id'>): Promise<Map<number, string>> {
  const rows = await awayNames.all(db, { ids, user_id: id })
  return new Map(rows.flatMap((row) => (row.names ? [[row.id, insteadInWords(row.names)] as const] : [])))
}

/** The same for one agreement; empty when the person answers in their own name. */
export const insteadOf = async (db: Db, agreement_id: number, person: Pick<Person, 'id'>): Promise<string> =>
  (await insteadOfEach(db, [agreement_id], person)).get(agreement_id) ?? ''

/** Puts the person somebody stands in for before a note of the history. */
export const withInstead = (instead: string, note = ''): string => [instead, note].filter(Boolean).join('. ')

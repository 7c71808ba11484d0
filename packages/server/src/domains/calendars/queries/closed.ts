import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { companyCalendars, planning } from '@vypusk/contract'
import { abilitiesBy } from '../../../platform/ability.ts'
import type { Db, Person } from '../../../platform/call.ts'
import { closedPolicy } from '../policy.ts'

const closed = (db: Db) =>
  db
    .selectFrom('freezes as f')
    .innerJoin('shared_users as u', 'u.id', 'f.author_id')
    .leftJoin('shared_companies as c', 'c.idcomp', 'f.idcomp')
    .select(['f.id', 'date_from', 'date_to', 'reason', 'f.created_at'])
    .select((eb) => [
      jsonBuildObject({ id: eb.ref('u.id'), name: eb.ref('u.name') }).as('author'),
      eb.not(eb.ref('u.isRivc')).$castTo<boolean>().as('by_client'),
      eb
        .case()
        .when('c.idcomp', 'is not', null)
        .then(jsonBuildObject({ idcomp: eb.ref('c.idcomp').$notNull(), namecomp: eb.ref('c.namecomp').$notNull() }))
        .end()
        .as('company'),
    ])
    .orderBy('date_from')
    .orderBy('f.id')

/** Returns everybody's closed days that are not over by then, ordered by their first day. */
export const closedFrom = (db: Db, from: string): Promise<planning.Freeze[]> =>
  closed(db).where('date_to', '>=', from).execute()

/** Returns one period of closed days; undefined when it was opened again. */
export const closedBy = (db: Db, id: number): Promise<planning.Freeze | undefined> =>
  closed(db).where('f.id', '=', id).executeTakeFirst()

/**
 * Returns the closed days of a company and of the provider, as the person may read them: only staff see the reasons
 * that staff wrote.
 */
export async function closedOf(
  db: Db,
  person: Person,
  { id, from }: { id: number; from: string },
): Promise<companyCalendars.ClosedDays[]> {
  const rows = await closed(db)
    .where('date_to', '>=', from)
    .where((eb) => eb.or([eb('f.idcomp', '=', id), eb('f.idcomp', 'is', null)]))
    .execute()
  return rows.map(({ company, ...row }) => ({
    ...row,
    reason: person.isRivc || row.by_client ? row.reason : null,
    of_provider: company === null,
    abilities: abilitiesBy(closedPolicy, person, { ...row, of_provider: company === null }),
  }))
}

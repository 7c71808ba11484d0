import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { companyCalendars, planning } from '@vypusk/contract'
import { abilitiesBy } from '../../../platform/ability.ts'
import type { Db, Person } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { closedPolicy } from '../policy.ts'

interface Which {
  id?: number
  /** Those that are not over by this day. */
  from?: string
  /** Those of this company and of the provider. */
  idcomp?: number
}

const closed = statement((db, { id, from, idcomp }: Which) =>
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
    .$if(id !== undefined, (all) => all.where('f.id', '=', id ?? 0))
    .$if(from !== undefined, (all) => all.where('date_to', '>=', from ?? ''))
    .$if(idcomp !== undefined, (all) =>
      all.where((eb) => eb.or([eb('f.idcomp', '=', idcomp ?? 0), eb('f.idcomp', 'is', null)])),
    )
    .orderBy('date_from')
    .orderBy('f.id'),
)

/** Returns everybody's closed days that are not over by then, ordered by their first day. */
export const closedFrom = (db: Db, from: string): Promise<planning.Freeze[]> => closed.all(db, { from })

/** Returns one period of closed days; undefined when it was opened again. */
export const closedBy = (db: Db, id: number): Promise<planning.Freeze | undefined> => closed.first(db, { id })

/**
 * Returns the closed days of a company and of the provider, as the person may read them: only staff see the reasons
 * that staff wrote.
 */
export async function closedOf(
  db: Db,
  person: Person,
  { id, from }: { id: number; from: string },
): Promise<companyCalendars.ClosedDays[]> {
  const rows = await closed.all(db, { from, idcomp: id })
  return rows.map(({ company, ...row }) => ({
    ...row,
    reason: person.isRivc || row.by_client ? row.reason : null,
    of_provider: company === null,
    abilities: abilitiesBy(closedPolicy, person, { ...row, of_provider: company === null }),
  }))
}

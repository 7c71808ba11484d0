import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { planning } from '@vypusk/contract'
import type { Call, Db } from '../../../platform/call.ts'
import { today } from '../../../platform/clock.ts'

const freezes = (db: Db) =>
  db
    .selectFrom('freezes as f')
    .innerJoin('shared_users as u', 'u.id', 'f.author_id')
    .leftJoin('shared_companies as c', 'c.idcomp', 'f.idcomp')
    .select(['f.id', 'date_from', 'date_to', 'reason', 'f.created_at'])
    .select((eb) => [
      jsonBuildObject({ id: eb.ref('u.id'), name: eb.ref('u.name') }).as('author'),
      eb
        .case()
        .when('c.idcomp', 'is not', null)
        .then(jsonBuildObject({ idcomp: eb.ref('c.idcomp').$notNull(), namecomp: eb.ref('c.namecomp').$notNull() }))
        .end()
        .as('company'),
    ])

/** Closed days that are not over by then, by their beginning. */
export const freezesFrom = (db: Db, from: string): Promise<planning.Freeze[]> =>
  freezes(db).where('date_to', '>=', from).orderBy('date_from').orderBy('f.id').execute()

export const freezesNow = async ({ deps }: Call<typeof planning.freezes>) => ({
  freezes: await freezesFrom(deps.db, today(deps.clock)),
})

/** One of them; undefined when the days are open. */
export const freezeOf = (db: Db, id: number): Promise<planning.Freeze | undefined> =>
  freezes(db).where('f.id', '=', id).executeTakeFirst()

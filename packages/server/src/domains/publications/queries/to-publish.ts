import { sql, type ExpressionBuilder } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { publications } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { inRussianOrder, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { readinessOf } from '../../releases/port.ts'

type OfRelease = ExpressionBuilder<DB & { r: DB['shared_releases'] }, 'r'>

const modulesOf = (eb: OfRelease) =>
  jsonArrayFrom(
    eb
      .selectFrom('shared_release_modules as own')
      .innerJoin('shared_modules as modules', 'modules.idmod', 'own.idmod')
      .innerJoin('shared_systems as systems', 'systems.idsys', 'modules.idsys')
      .select(['modules.idmod', 'namemod', 'modules.idsys', 'namesys as system'])
      .whereRef('own.release_id', '=', 'r.id')
      .orderBy(inRussianOrder('namemod'))
      .orderBy('modules.idmod'),
  )

const companiesOf = (eb: OfRelease) =>
  jsonArrayFrom(
    eb
      .selectFrom('shared_release_companies as own')
      .innerJoin('shared_companies as companies', 'companies.idcomp', 'own.idcomp')
      .select(['companies.idcomp', 'namecomp'])
      .whereRef('own.release_id', '=', 'r.id')
      .where('companies.deleted_at', 'is', null)
      .orderBy(inRussianOrder('namecomp'))
      .orderBy('companies.idcomp'),
  )

const usersOf = (eb: OfRelease) =>
  jsonArrayFrom(
    eb
      .selectFrom('shared_release_users as own')
      .innerJoin('shared_users as users', 'users.id', 'own.user_id')
      .select(['users.id', 'users.name', 'users.email as mailuser', 'users.idcomp'])
      .whereRef('own.release_id', '=', 'r.id')
      .where('users.deleted_at', 'is', null)
      .orderBy(inRussianOrder('users.name'))
      .orderBy('users.id'),
  )

const publishedTimes = (eb: OfRelease) =>
  eb
    .selectFrom('publication_releases as item')
    .innerJoin('publications', 'publications.id', 'item.publication_id')
    .select((of) => of.fn.countAll<number>().as('count'))
    .whereRef('item.release_id', '=', 'r.id')
    .where('publications.deleted_at', 'is', null)
    .$asScalar()
    .$notNull()

const listed = sql<
  number[]
>`array(select idcomp from shared_not_publishing_list as not_publishing_list where release_id = r.id order by idcomp)`

const rowsOf = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_releases as r')
    .innerJoin('shared_release_steps as step', 'step.id', 'r.step_id')
    .select(['r.id', 'r.title', 'r.is_visible_for_client', listed.as('notPublishingList')])
    .select((eb) =>
      jsonBuildObject({ id: eb.ref('step.id'), name_step: eb.ref('step.name_step'), order: eb.ref('step.order') }).as(
        'step',
      ),
    )
    .select((eb) => [
      modulesOf(eb).as('modules'),
      companiesOf(eb).as('companies'),
      usersOf(eb).as('users'),
      publishedTimes(eb).as('published'),
    ])
    .where('r.id', '=', oneOf(ids))
    .where('r.deleted_at', 'is', null),
)

/**
 * What publishing needs to know of releases, in the order in which they are named.
 * @param now ISO 8601: dates before it have passed
 */
export async function releasesToPublish(db: Db, ids: number[], now: string): Promise<publications.ReleaseToPublish[]> {
  if (ids.length === 0) return []
  const [rows, ready] = await Promise.all([rowsOf.all(db, { ids }), readinessOf(db, ids, now)])
  return rows
    .flatMap((row) => {
      const readiness = ready.get(row.id)
      return readiness ? [{ ...row, readiness }] : []
    })
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

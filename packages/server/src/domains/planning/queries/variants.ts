import { sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { planning } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { isPresent } from '../../catalog/port.ts'

/** The variants that the reader may see, the latest first, or one of them. */
const seen = statement((db, { reader, id }: { reader: number; id?: number }) =>
  db
    .selectFrom('planning_variants as v')
    .innerJoin('shared_users as u', 'u.id', 'v.author_id')
    .where((eb) => eb.or([eb('v.author_id', '=', reader), eb('v.is_shared', '=', true)]))
    .$if(id !== undefined, (one) => one.where('v.id', '=', id ?? 0))
    .select(['v.id', 'v.name', 'v.is_shared', 'v.updated_at', 'v.version'])
    .select((eb) => [
      jsonBuildObject({ id: eb.ref('u.id'), name: eb.ref('u.name') }).as('author'),
      // Only shared ones are seen of others (policy, `mayRemoveVariant`).
      eb
        .or([eb('v.author_id', '=', reader), eb.not(isPresent(sql.ref('v.author_id')))])
        .$castTo<boolean>()
        .as('may_remove'),
      jsonArrayFrom(
        eb
          .selectFrom('planning_changes as c')
          .select(['c.release_id', 'c.start_date', 'c.plan_date', 'c.requests', 'c.shift_agreements', 'c.version'])
          .whereRef('c.variant_id', '=', 'v.id')
          .orderBy('c.release_id'),
      ).as('changes'),
      jsonArrayFrom(
        eb
          .selectFrom('planning_changes as c')
          .innerJoin('shared_releases as r', 'r.id', 'c.release_id')
          .select(['c.release_id', 'r.title', 'r.start_date', 'r.plan_date', 'r.version'])
          .whereRef('c.variant_id', '=', 'v.id')
          .where((of) => of.or([of('c.version', '<>', of.ref('r.version')), of('r.deleted_at', 'is not', null)]))
          .orderBy('c.release_id'),
      ).as('stale'),
    ])
    .orderBy('v.updated_at', 'desc')
    .orderBy('v.id', 'desc'),
)

export const variantsFor = (db: Db, { id: reader }: Person): Promise<planning.Variant[]> => seen.all(db, { reader })

export const variantFor = (db: Db, { id: reader }: Person, id: number): Promise<planning.Variant | undefined> =>
  seen.first(db, { reader, id })

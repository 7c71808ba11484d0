import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import { services } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { historyOf } from '../../../platform/history.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { inRussianOrder, momentInJson } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { reasons } from '../policy.ts'
import { isExpired } from '../rules.ts'

const rowsOf = statement((db, { id }: { id: number | null }) =>
  db
    .selectFrom('service_accounts as s')
    .innerJoin('shared_users as u', 'u.id', 's.user_id')
    .leftJoin('shared_companies as c', 'c.idcomp', 'u.idcomp')
    .select(['u.id', 'u.name', 's.about', 's.scope', 's.expires_at', 'u.is_blocked', 'u.created_at', 'u.version'])
    .select(['u.can_enter_registry', 'u.can_create_registry', 'u.can_edit_calendar'])
    .select((eb) => [
      eb
        .case()
        .when('c.idcomp', 'is not', null)
        .then(jsonBuildObject({ idcomp: eb.ref('c.idcomp').$notNull(), namecomp: eb.ref('c.namecomp').$notNull() }))
        .end()
        .as('company'),
      jsonArrayFrom(
        eb
          .selectFrom('api_tokens as t')
          .select((inner) => [
            't.id',
            't.name',
            momentInJson('t.created_at').as('created_at'),
            inner
              .case()
              .when('t.last_used_at', 'is not', null)
              .then(momentInJson('t.last_used_at'))
              .end()
              .as('last_used_at'),
          ])
          .whereRef('t.user_id', '=', 's.user_id')
          .where('t.revoked_at', 'is', null)
          .orderBy('t.id', 'desc'),
      ).as('tokens'),
    ])
    .$if(id !== null, (all) => all.where('s.user_id', '=', id))
    .orderBy(inRussianOrder('u.name'))
    .orderBy('u.id'),
)

type Row = Awaited<ReturnType<typeof rowsOf.all>>[number]

const shape = ({ name, scope, ...row }: Row, now: string): services.Service => ({
  ...row,
  name: name.slice(services.SERVICE_PREFIX.length),
  // A check constraint of the column allows the same values only.
  scope: scope as services.ServiceScope,
  is_expired: isExpired(row.expires_at, now),
})

/** Every service account. @param now ISO 8601 */
export const allServices = async (db: Db, now: string): Promise<services.Service[]> =>
  (await rowsOf.all(db, { id: null })).map((row) => shape(row, now))

/** A service account with its history. @throws 404 if there is none */
export async function serviceDetail(db: Db, id: number, now: string): Promise<services.ServiceDetail> {
  const row = await rowsOf.first(db, { id })
  if (!row) throw refuseWith(reasons.noService)
  return { ...shape(row, now), history: await historyOf(db, 'user', id) }
}

import { sql } from 'kysely'
import type { notices } from '@vypusk/contract'
import type { Call, Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { concerns } from '../policy.ts'
import { settingsOver, TITLES, USUAL_DIGEST_TIME } from '../rules/settings.ts'
import { oneOf } from '../../../platform/sql.ts'

const settings = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('notice_settings')
    // The kinds were written from the contract's own list.
    .select(['user_id', sql<notices.Kind>`kind`.as('kind'), 'screen', 'letter', 'digest'])
    .where('user_id', '=', oneOf(ids)),
)

const digest = statement((db, { id }: { id: number }) =>
  db.selectFrom('notice_digests').select('digest_time').where('user_id', '=', id),
)

/** The settings that each of these people has chosen, by person; a person who has chosen none is missing. */
export const chosenBy = async (db: Db, ids: number[]): Promise<Map<number, notices.Setting[]>> =>
  Map.groupBy(await settings.all(db, { ids }), ({ user_id }) => user_id)

/** How the caller is notified of the kinds that can concern them. */
export async function settingsFor({ deps: { db }, person }: Call<typeof notices.getSettings>) {
  const [chosen, own] = await Promise.all([chosenBy(db, [person.id]), digest.first(db, { id: person.id })])
  const kinds = settingsOver(chosen.get(person.id) ?? [])
    .filter(({ kind }) => concerns(person, kind))
    .map((setting) => ({ ...setting, title: TITLES[setting.kind] }))
  return { kinds, digest_time: own?.digest_time ?? USUAL_DIGEST_TIME, email: person.email }
}

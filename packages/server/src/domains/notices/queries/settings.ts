import { sql } from 'kysely'
import type { notices } from '@vypusk/contract'
import type { Call, Db } from '../../../platform/call.ts'
import { concerns } from '../policy.ts'
import { settingsOver, TITLES, USUAL_DIGEST_TIME } from '../rules/settings.ts'

/** The settings that each of these people has chosen, by person; a person who has chosen none is missing. */
export async function chosenBy(db: Db, user_ids: number[]): Promise<Map<number, notices.Setting[]>> {
  const rows = await db
    .selectFrom('notice_settings')
    // The kinds were written from the contract's own list.
    .select(['user_id', sql<notices.Kind>`kind`.as('kind'), 'screen', 'letter', 'digest'])
    .where('user_id', '=', sql<number>`any(${user_ids}::int[])`)
    .execute()
  return Map.groupBy(rows, ({ user_id }) => user_id)
}

/** How the caller is notified of the kinds that can concern them. */
export async function settingsFor({ deps: { db }, person }: Call<typeof notices.getSettings>) {
  const [chosen, own] = await Promise.all([
    chosenBy(db, [person.id]),
    db.selectFrom('notice_digests').select('digest_time').where('user_id', '=', person.id).executeTakeFirst(),
  ])
  const kinds = settingsOver(chosen.get(person.id) ?? [])
    .filter(({ kind }) => concerns(person, kind))
    .map((setting) => ({ ...setting, title: TITLES[setting.kind] }))
  return { kinds, digest_time: own?.digest_time ?? USUAL_DIGEST_TIME, email: person.email }
}

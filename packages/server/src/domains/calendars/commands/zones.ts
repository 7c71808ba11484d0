import { recordMany, type Recorder } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { followersOf } from '../queries/places.ts'
import { CALENDAR_TITLES, providersZone } from '../rules/week.ts'

/**
 * Records for the companies without a time zone of their own that their hours follow another clock, since the
 * installation's zone was changed.
 * @returns how many companies these are
 */
export async function noteFollowers(
  tx: Transaction,
  actor: Recorder,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const followers = await followersOf(tx)
  const note = 'Часовой пояс системы изменён: рабочие часы и часы установки компании теперь по нему'
  await recordMany(
    tx,
    actor,
    followers.map(({ idcomp }) => ({
      entity: 'company' as const,
      entity_id: idcomp,
      titles: { zone: CALENDAR_TITLES.zone },
      before: { zone: providersZone(from) },
      after: { zone: providersZone(to) },
      via: 'console' as const,
      note,
    })),
  )
  return followers.length
}

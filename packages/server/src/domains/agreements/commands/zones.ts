import { zones } from '@vypusk/contract'
import { momentOf } from '../../../platform/clock.ts'
import { recordMany, type Recorder } from '../../../platform/history.ts'
import { plannedInWords } from '../../../platform/text/plain-text.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { rewriteWalls, wallTimes, type Rewritten } from '../store/zones.ts'
import { titles } from '../rules/titles.ts'

interface Zones {
  from: string
  to: string
}

/** The same moment on the clocks of the other zone. */
function rewritten(wall: zones.Wall, { from, to }: Zones): Rewritten {
  const there = zones.wallIn(to, from, wall)
  const isSame = zones.momentOf(to, there) === zones.momentOf(from, wall)
  const words = plannedInWords({ releaseDate: wall.day, releaseTime: wall.time })
  if (!isSame)
    throw refuseWith([400, `В поясе ${to} часы переводят назад: ${words} там не записать. Перенесите эту дату`])
  return { ...wall, to_day: there.day, to_time: there.time }
}

/**
 * Rewrites all dates with a time of day for another zone of the installation: every moment stays what was agreed.
 * Nobody is told, since nothing moves; the history of each agreement explains why its date reads differently.
 * @returns how many agreements have such a date
 */
export async function rewriteInZone(tx: Transaction, actor: Recorder, change: Zones): Promise<number> {
  const all = (await wallTimes(tx)).map((wall) => rewritten(wall, change))
  const rows = await rewriteWalls(tx, all, momentOf(actor.deps.clock))
  const note = `Часовой пояс системы изменён с ${change.from} на ${change.to}; момент установки прежний`
  await recordMany(
    tx,
    actor,
    rows.map(({ id, day, time, to_day, to_time }) => ({
      entity: 'agreement' as const,
      entity_id: id,
      titles: { releaseDate: titles.releaseDate, releaseTime: titles.releaseTime },
      before: { releaseDate: day, releaseTime: time },
      after: { releaseDate: to_day, releaseTime: to_time },
      via: 'console' as const,
      note,
    })),
  )
  return rows.length
}

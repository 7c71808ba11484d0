import { zones } from '@vypusk/contract'
import type { Transaction } from '../../../platform/transaction.ts'
import { datedMatters } from '../queries/zones.ts'
import { rewriteQuestions } from '../store.ts'

/** A question about a date with a time of day: `date 2026-12-10 21:00` (`open_matters`). */
const MATTER = /^date (\S+) (\S+)$/

/**
 * Rewrites the questions about dates with a time of day for another zone of the installation. They identify a date by
 * its wall time, so that a question would no longer be found to be the one that is still open. Settled ones are
 * rewritten too, because a command that is undone reopens them.
 */
export async function rewriteMatters(tx: Transaction, { from, to }: { from: string; to: string }): Promise<void> {
  const rows = await datedMatters.all(tx, {})
  const changes = rows.flatMap(({ matter }) => {
    const [, day, time] = MATTER.exec(matter) ?? []
    if (!day || !time) return []
    const there = zones.wallIn(to, from, { day, time })
    return [{ matter, rewritten: `date ${there.day} ${there.time}` }]
  })
  if (changes.length === 0) return
  await rewriteQuestions(tx, changes)
}

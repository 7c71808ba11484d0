import { threads } from '@vypusk/contract'
import { allow, type Answer } from '../../../platform/ability.ts'
import type { Db, Deps } from '../../../platform/call.ts'
import { daysAgo, momentOf, type Clock } from '../../../platform/clock.ts'
import { furthest } from '../../../platform/elapsed.ts'
import { refuseUntil, type RefusalSpec } from '../../../platform/refusal.ts'
import { reasons } from '../policy.ts'
import type { Link } from '../queries/links.ts'
import { entriesSince, sentSince, writerOf, type Used } from '../queries/link-use.ts'

/** Checks how much an addressee may write by links without signing in (docs/decisions/0067). */

const dayOf = (clock: Clock) => ({ since: daysAgo(clock, 1), until: furthest(momentOf(clock), 0) })

export async function mayWrite(db: Db, { clock }: Pick<Deps, 'clock'>, link: Link): Promise<Answer> {
  const { count } = await entriesSince.one(db, { ...writerOf(link), ...dayOf(clock) })
  return count < threads.LINK.entriesADay || reasons.enoughToday
}

/** The refusal of more than a day's amount, until the first of it is a day old. */
const enough = (spec: RefusalSpec, { first }: Used, since: string) =>
  refuseUntil(spec, Math.max(1, Date.parse(first ?? since) - Date.parse(since)))

/** Checks that the link's addressee may write more today. @throws 429 */
export async function mustBeAbleToWrite(db: Db, { clock }: Pick<Deps, 'clock'>, link: Link) {
  const day = dayOf(clock)
  const used = await entriesSince.one(db, { ...writerOf(link), ...day })
  if (used.count >= threads.LINK.entriesADay) throw enough(reasons.enoughToday, used, day.since)
}

/**
 * Checks that the link's addressee may upload the file. @throws 429 over the daily number of files, 413 for a file that
 * is too large
 */
export async function mustBeAbleToSend(
  db: Db,
  { clock }: Pick<Deps, 'clock'>,
  link: Link,
  more: { files: number; bytes: number },
) {
  if (more.bytes > threads.LINK.fileBytes + FRAME) allow(reasons.fileTooLarge)
  const day = dayOf(clock)
  const sent = await sentSince.one(db, { ...writerOf(link), ...day })
  if (sent.count + more.files > threads.LINK.files) throw enough(reasons.filesToday, sent, day.since)
}

/** Allowance for what a multipart body adds around its file, in bytes. */
const FRAME = 64 * 1024

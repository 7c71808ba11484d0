import { threads } from '@vypusk/contract'
import { allow, type Answer } from '../../../platform/ability.ts'
import type { Db, Deps } from '../../../platform/call.ts'
import { daysAgo } from '../../../platform/clock.ts'
import { reasons } from '../policy.ts'
import type { Link } from '../queries/links.ts'
import { entriesSince, sentSince, writerOf } from '../queries/link-use.ts'

/** Checks how much an addressee may write by links without signing in (docs/decisions/0067). */

export async function mayWrite(db: Db, { clock }: Pick<Deps, 'clock'>, link: Link): Promise<Answer> {
  const { count } = await entriesSince.one(db, { ...writerOf(link), since: daysAgo(clock, 1) })
  return count < threads.LINK.entriesADay || reasons.enoughToday
}

/** Checks that the link's addressee may write more today. @throws 429 */
export const mustBeAbleToWrite = async (db: Db, deps: Pick<Deps, 'clock'>, link: Link) =>
  allow(await mayWrite(db, deps, link))

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
  const sent = await sentSince.one(db, { ...writerOf(link), since: daysAgo(clock, 1) })
  allow(sent.count + more.files <= threads.LINK.files || reasons.filesToday)
}

/** Allowance for what a multipart body adds around its file, in bytes. */
const FRAME = 64 * 1024

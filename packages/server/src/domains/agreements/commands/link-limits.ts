import { threads } from '@vypusk/contract'
import { allow, type Answer } from '../../../platform/ability.ts'
import type { Db, Deps } from '../../../platform/call.ts'
import { daysAgo } from '../../../platform/clock.ts'
import { reasons } from '../policy.ts'
import type { Link } from '../queries/links.ts'
import { wordsSince, sentSince } from '../queries/link-use.ts'

/** How much an addressee may say and send by links without signing in (docs/decisions/0067). */

export async function mayWrite(
  db: Db,
  { clock }: Pick<Deps, 'clock'>,
  { agreement_id, person }: Link,
): Promise<Answer> {
  const count = await wordsSince(db, person, agreement_id, daysAgo(clock, 1))
  return count < threads.LINK.entriesADay || reasons.enoughToday
}

/** @throws 429 */
export const mustBeAbleToWrite = async (db: Db, deps: Pick<Deps, 'clock'>, link: Link) =>
  allow(await mayWrite(db, deps, link))

/** @throws 429 for more files than a day has, 413 for larger ones */
export async function mustBeAbleToSend(
  db: Db,
  { clock }: Pick<Deps, 'clock'>,
  { agreement_id, person }: Link,
  more: { files: number; bytes: number },
) {
  if (more.bytes > threads.LINK.fileBytes + FRAME) allow(reasons.fileTooLarge)
  const sent = await sentSince(db, person, agreement_id, daysAgo(clock, 1))
  allow(sent + more.files <= threads.LINK.files || reasons.filesToday)
}

/** What a multipart body has around its file. */
const FRAME = 64 * 1024

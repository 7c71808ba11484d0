import type { trials } from '@vypusk/contract'
import { abilityOf } from '../../../platform/ability.ts'
import type { Call, Db, Deps } from '../../../platform/call.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { trialPolicy } from '../policy.ts'
import { linkFilesOf } from '../queries/link-use.ts'
import type { Link } from '../queries/links.ts'
import { tryingOf } from '../queries/trials.ts'
import { unknownLink } from '../rules/links.ts'
import { lockAgreement } from '../store/agreements.ts'
import { followed } from './valid-link.ts'
import { mayWrite, mustBeAbleToWrite } from './link-limits.ts'
import { reportInside } from './trials.ts'

/** Reports from the test environment through a letter's link, without an account; they do not use the link up. */

/** Returns what the link's addressee sees, and whether they may report more. */
async function linkedFor(db: Db, deps: Deps, link: Link): Promise<trials.Linked> {
  const trying = await tryingOf(db, link.person, link.agreement_id)
  if (!trying) throw refuseWith(unknownLink)
  const { agreement, ...shown } = trying
  const may = trialPolicy.tell(link.person, agreement)
  return { ...shown, can_tell: abilityOf(may === true ? await mayWrite(db, deps, link) : may) }
}

/** Returns the trials that the link's addressee may read. @throws 404 or 410 for a link that may not be opened */
export const triedBehind = async (call: Call<typeof trials.ask>) =>
  linkedFor(call.deps.db, call.deps, await followed(call))

/**
 * Records what the addressee has tried. @throws 404 or 410 for the link, 422 while the release is not on test, 429
 * over the daily number of entries
 */
export async function reportByLink(call: Call<typeof trials.answer>) {
  const { deps, body, idempotency } = call
  const link = await followed(call)
  const { agreement_id, person } = link
  return inTransaction({ deps, person, idempotency }, async (tx) => {
    await lockAgreement(tx, agreement_id)
    await mustBeAbleToWrite(tx, deps, link)
    const linked = await linkFilesOf(tx, link)
    await reportInside(tx, { deps, person }, { agreement_id, report: body, via: 'letter', linked })
    return { message: 'Success', trials: await linkedFor(tx, deps, link) }
  })
}

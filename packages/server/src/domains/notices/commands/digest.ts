import type { Deps } from '../../../platform/call.ts'
import { dayOf, daysAgo } from '../../../platform/clock.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { unheardOf, writeDigest } from '../../letters/port.ts'
import { HEARD_WITHIN_DAYS, unsentOf, whoseTimeHasCome, type Awaiting } from '../queries/digest.ts'
import { chosenBy } from '../queries/settings.ts'
import { channelsOf, USUAL_DIGEST_TIME } from '../rules/settings.ts'
import { markDigested, takeDay } from '../store.ts'

async function writeTo(tx: Transaction, deps: Deps, { person, due }: Awaiting): Promise<void> {
  const day = dayOf(due)
  if (!(await takeDay(tx, person.id, day, USUAL_DIGEST_TIME))) return
  const own = (await chosenBy(tx, [person.id])).get(person.id) ?? []
  const since = daysAgo(deps.clock, HEARD_WITHIN_DAYS)
  const unheard = await unheardOf(tx, person.id, since)
  const notices = (await unsentOf(tx, person, { unheard, since })).filter(({ kind }) => channelsOf(own, kind).digest)
  const [newest] = notices
  if (!newest || !person.email) return
  await markDigested(
    tx,
    notices.map(({ id }) => id),
  )
  await writeDigest(tx, { deps, person: NOBODY }, newest.event_id, {
    user_id: person.id,
    to: person.email,
    idcomp: person.idcomp,
    day,
    notices,
  })
}

/**
 * Sends the daily letter of unread notices to everybody whose time has come. Several processes at once still write to
 * each person once.
 */
export async function sendDigests(deps: Deps): Promise<void> {
  for (const awaiting of await whoseTimeHasCome(deps)) {
    await inTransaction({ deps, person: NOBODY }, (tx) => writeTo(tx, deps, awaiting)).catch((error: unknown) => {
      // One letter that fails must not hold up the others; the schedule tries again.
      deps.log.error({ err: error, user_id: awaiting.person.id }, 'a daily letter failed')
    })
  }
}

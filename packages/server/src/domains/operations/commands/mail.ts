import type { Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { noteMailBack, noteMailDown } from '../../../platform/database/mail-down.ts'
import { emit } from '../../../platform/events.ts'
import { NOBODY } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { inVain } from '../../deliveries/port.ts'
import { OF_THE_SERVER } from '../../letters/port.ts'
import { isMailDown } from '../rules/mail.ts'
import '../events.ts'

/**
 * Notifies administrators, once, when no letter has left for a while because of the mail server, and settles that when
 * one has: people see of their own letters that they wait, and for a day nobody else sees anything.
 */
export async function watchMail(deps: Deps): Promise<void> {
  const actor = { deps, person: NOBODY }
  const about = { entity: 'delivery' as const, entity_id: 0, companies: [] }
  await inTransaction(actor, async (tx) => {
    const { since, reason, count } = await inVain.one(tx, { reasons: OF_THE_SERVER })
    if (since === null) {
      if (await noteMailBack(tx)) await emit(tx, actor, { ...about, kind: 'mail.back', data: {} })
      return
    }
    if (!isMailDown(since, momentOf(deps.clock)) || !(await noteMailDown(tx, since))) return
    await emit(tx, actor, { ...about, kind: 'mail.down', data: { since, reason: reason ?? '', count } })
  })
}

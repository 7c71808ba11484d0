import { decodeName, type receipts } from '@vypusk/contract'
import { allow } from '../../../platform/ability.ts'
import type { Actor, Call, Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { PRODUCT } from '../../../platform/person.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { outcomeOf } from '../../deliveries/port.ts'
import { mayRemindOfFiles } from '../policy.ts'
import { fetchLadders, unfetched } from '../queries/reminding.ts'
import { companyNames, insertFetchReminder, lockPublication } from '../store.ts'
import '../events.ts'

interface Key {
  publication_id: number
  idcomp: number
}

/** The current state of the reminders to one company, with the publication locked. */
async function lockedLadder(tx: Transaction, deps: Deps, { publication_id, idcomp }: Key) {
  await lockPublication(tx, publication_id)
  const waiting = (await unfetched(tx, deps.clock, publication_id)).filter((one) => one.idcomp === idcomp)
  const [ladder] = await fetchLadders(tx, deps.clock, waiting)
  return ladder
}

/**
 * Reminds the company's recipients once. @returns the id of the event that its letters belong to; null if the schedule
 * has done it
 */
async function remindInside(tx: Transaction, actor: Actor, key: Key, step: number | null) {
  const { publication_id, idcomp } = key
  const user_id = step === null ? actor.person.id : null
  const made = await insertFetchReminder(tx, { ...key, step, user_id, at: momentOf(actor.deps.clock) })
  if (!made) return null
  const company = (await companyNames(tx)).find((one) => one.idcomp === idcomp)
  const frame = { entity: 'publication' as const, entity_id: publication_id }
  await recordChanges(tx, actor, {
    ...frame,
    titles: { reminded: 'Напоминание о файлах' },
    before: { reminded: '' },
    after: { reminded: decodeName(company?.namecomp ?? '') },
    ...(step === null ? {} : { via: 'schedule' as const }),
  })
  return emit(tx, actor, { ...frame, kind: 'publication.reminded', companies: [idcomp], data: key })
}

/** Reminds every company whose time has come; several processes at once remind each of them once. */
export async function remindOfFiles(deps: Deps): Promise<void> {
  const actor = { deps, person: PRODUCT }
  const due = (await fetchLadders(deps.db, deps.clock, await unfetched(deps.db, deps.clock, null))).filter(
    ({ isDue }) => isDue,
  )
  for (const key of due) {
    try {
      await inTransaction(actor, async (tx) => {
        const ladder = await lockedLadder(tx, deps, key)
        if (!ladder?.isDue || !ladder.next) return
        await remindInside(tx, actor, { publication_id: key.publication_id, idcomp: key.idcomp }, ladder.next.step)
      })
    } catch (error) {
      // One reminder that fails must not hold up the others; the schedule tries again within minutes.
      deps.log.error({ err: error, publication_id: key.publication_id }, 'a reminder of files failed')
    }
  }
}

/**
 * Lets staff remind a company now. @throws 404 for an unknown publication, 422 if there is nothing to fetch or nobody
 * to write to
 */
export async function remindNow(call: Call<typeof receipts.remind>) {
  const { deps, params, body } = call
  const key = { publication_id: params.id, idcomp: body.company }
  const event_id = await inTransaction(call, async (tx) => {
    if (!(await lockPublication(tx, key.publication_id))) throw refuse('not_found')
    const ladder = await lockedLadder(tx, deps, key)
    allow(mayRemindOfFiles(ladder, deps.clock.now().getTime()))
    return remindInside(tx, call, key, null)
  })
  return { message: 'Success', mail: await outcomeOf(deps, event_id) }
}

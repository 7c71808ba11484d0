import type { Actor, Deps } from '../../../platform/call.ts'
import { today } from '../../../platform/clock.ts'
import { PRODUCT } from '../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { addDays, minutesOf, type Calendar } from '../../../platform/working-days.ts'
import { dueOf, dueThreads } from '../queries/reminding.ts'
import { calendarAround, knownSubject } from '../queries/subjects.ts'
import { threadFields } from '../queries/threads.ts'
import { CALENDAR_DAYS, dueStage, subjectOf } from '../rules.ts'
import { lockSubject, markReminded } from '../store.ts'
import { announce } from './announcing.ts'

async function remindOne(tx: Transaction, actor: Actor, id: number, days: { day: string; calendar: Calendar }) {
  const about = subjectOf(await threadFields(tx, id))
  await lockSubject(tx, about)
  // Read again under the lock: another process may be sending it, or somebody may have just answered.
  const { state, due, reminded, has_owner } = await dueOf.one(tx, { id })
  const stage = state === 'open' && due !== null ? dueStage(due, reminded, days.day, days.calendar) : null
  if (stage === null) return
  const subject = await knownSubject(tx, actor.person, about).catch(() => undefined)
  // It is not marked as reminded: should the subject be waited for again, its owner still has to hear of it.
  if (!subject?.is_awaited) return
  await markReminded(tx, id, stage)
  await announce(
    tx,
    actor,
    { ...about, ...subject },
    // What nobody who is still there has to answer concerns the release's people from the first reminder on.
    { kind: 'thread.due', data: { thread_id: id, stage: has_owner ? stage : 'people' }, isInternal: true },
  )
}

/** Reminds owners of unanswered threads before and after the due day, then the release's people; each stage once. */
export async function remindOwners(deps: Deps): Promise<void> {
  const day = today(deps.clock)
  const calendar = await calendarAround(deps.db, day)
  if (minutesOf(calendar, day) === 0) return
  const actor = { deps, person: PRODUCT }
  for (const { id } of await dueThreads.all(deps.db, { until: addDays(day, CALENDAR_DAYS) })) {
    try {
      await inTransaction(actor, (tx) => remindOne(tx, actor, id, { day, calendar }))
    } catch (error) {
      // One reminder that fails must not hold up the others; the schedule tries it again within the hour.
      deps.log.error({ err: error, thread_id: id }, 'an owner was not reminded')
    }
  }
}

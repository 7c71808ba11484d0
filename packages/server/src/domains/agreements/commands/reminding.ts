import type { reminders } from '@vypusk/contract'
import { allow } from '../../../platform/ability.ts'
import type { Call, Deps, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { emitMany } from '../../../platform/events-together.ts'
import { recordChanges, recordMany } from '../../../platform/history.ts'
import { PRODUCT } from '../../../platform/person.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { hoursBy } from '../../calendars/port.ts'
import { outcomeOf } from '../../deliveries/port.ts'
import { reasons } from '../policy.ts'
import { knownAgreement, remindedAt, remindedAtEach, type KnownAgreement } from '../queries/agreements.ts'
import { ladderOf, remindedBy, waitingForClient } from '../queries/reminders.ts'
import { passing } from '../queries/passed-dates.ts'
import { ladderPolicy, mayRemind } from '../rules/reminding.ts'
import { ladderPaused, ladderTitles, LADDER_GOES, reminderTitles } from '../rules/titles.ts'
import { dueStage, soonest, stageNames, type ReminderDays } from '../rules/reminders.ts'
import { lockAgreement } from '../store/agreements.ts'
import { endPause, insertPause, insertReminders } from '../store/reminders.ts'
import { permitted, takeAll, together, type DoneTogether, type Many } from './many.ts'
import '../events.ts'

interface Reminding {
  agreement: KnownAgreement
  stage: reminders.Stage
  /** Sent by the schedule and not by a person. */
  by_schedule: boolean
  /** A step of the schedule that is sent early. */
  ahead?: boolean
}

/**
 * Reminds clients or, at the last stage, notifies the release's people; used by people and by the schedule.
 * @param all at most one per agreement
 * @returns the ids of the events, in order; none for reminders that the schedule has already sent
 */
async function remindEach(tx: Transaction, actor: Actor, all: Reminding[]): Promise<number[]> {
  if (all.length === 0) return []
  const now = momentOf(actor.deps.clock)
  const rows = all.map(({ agreement: { id, sent_at }, stage, by_schedule, ahead = false }) => {
    const user_id = by_schedule ? null : actor.person.id
    return { agreement_id: id, stage, asked_at: sent_at ?? now, user_id, at: now, ahead }
  })
  const made = new Set((await insertReminders(tx, rows)).map(({ agreement_id }) => agreement_id))
  const reminded = all.filter(({ agreement }) => made.has(agreement.id))
  await recordMany(tx, actor, reminded.map(toRecord))
  return emitMany(tx, actor, reminded.map(remindedEvent))
}

const isOfStaff = ({ stage }: Reminding) => stage === 'team'

const toRecord = (one: Reminding) => ({
  entity: 'agreement' as const,
  entity_id: one.agreement.id,
  titles: reminderTitles,
  before: { reminded: '', silent: '' },
  after: isOfStaff(one)
    ? { reminded: '', silent: `сообщили ${stageNames.team}` }
    : { reminded: stageNames[one.stage], silent: '' },
  ...(one.by_schedule ? { via: 'schedule' as const } : {}),
})

function remindedEvent(one: Reminding) {
  const { agreement, stage, by_schedule } = one
  const { id, company_id, version } = agreement
  return {
    kind: 'agreement.reminded' as const,
    entity: 'agreement' as const,
    entity_id: id,
    version,
    companies: isOfStaff(one) ? [] : [company_id],
    data: { agreement_id: id, stage, by_schedule },
  }
}

const asOf = ({ deps }: Actor, agreement: KnownAgreement) => ({ ...agreement, ...passing(agreement, deps.clock.now()) })

/** Sends one reminder. @returns the id of the event; null when the schedule has already sent it */
const remindInside = async (tx: Transaction, actor: Actor, one: Reminding) =>
  (await remindEach(tx, actor, [one]))[0] ?? null

/** Reminds several clients. */
export const remindMany = (call: Many) => together(call, remindManyInside)

async function remindManyInside(tx: Transaction, actor: Actor, ids: number[]): Promise<DoneTogether> {
  const now = momentOf(actor.deps.clock)
  const taken = await takeAll(tx, actor, ids)
  const remindedBefore = await remindedAtEach(tx, ids)
  const { current, refused } = await permitted(ids, taken, (agreement) =>
    allow(
      mayRemind(asOf(actor, agreement), {
        hasAddress: agreement.has_addressee,
        reminded_at: remindedBefore.get(agreement.id) ?? null,
        now,
      }),
    ),
  )
  const events = await remindEach(
    tx,
    actor,
    current.map((agreement) => ({ agreement, stage: 'recipients', by_schedule: false })),
  )
  return { done: current.map(({ id }) => id), refused, events }
}

type Waiting = Awaited<ReturnType<typeof waitingForClient.all>>
const EVERYBODY = { recipients: true, deputy: true, head: true, team: true }

/** Returns those that may be due, as if every stage had an addressee; only these are examined closely. */
async function dueAmong(deps: Deps, waiting: Waiting, days: ReminderDays): Promise<number[]> {
  if (waiting.length === 0) return []
  const companies = [...new Set(waiting.map(({ company_id }) => company_id))]
  const [hours, reminded] = await Promise.all([
    hoursBy(deps.db, companies),
    remindedBy(
      deps.db,
      waiting.map(({ id }) => id),
    ),
  ])
  const now = deps.clock.now().getTime()
  const isDue = ({ id, company_id, sent_at }: Waiting[number]) => {
    const own = hours(company_id)
    const asked_at = Date.parse(sent_at)
    const first = own.after(own.dayAt(asked_at), soonest(days))
    if (first === null || first > own.dayAt(now)) return false
    const silence = { asked_at, reminded: reminded.get(id) ?? [], has_addressee: EVERYBODY }
    return dueStage(silence, days, now, own) !== null
  }
  return waiting.filter(isDue).map(({ id }) => id)
}

/** Reminds every client that is due; when several processes run it at once, each client is still reminded once. */
export async function remindSilent(deps: Deps): Promise<void> {
  const { reminderDays } = deps.settings
  if (!reminderDays) return
  const waiting = await waitingForClient.all(deps.db, { now: momentOf(deps.clock) })
  const actor = { deps, person: PRODUCT }
  for (const id of await dueAmong(deps, waiting, reminderDays)) {
    try {
      await inTransaction(actor, (tx) => remindIfDue(tx, actor, id, reminderDays))
    } catch (error) {
      // A failing agreement must not hold up the others; the schedule runs again within minutes.
      deps.log.error({ err: error, agreement_id: id }, 'a reminder failed')
    }
  }
}

/** Locks the agreement and returns it with its present ladder. */
async function lockedLadder(tx: Transaction, actor: Actor, id: number) {
  await lockAgreement(tx, id)
  const agreement = await knownAgreement(tx, actor.person, id)
  if (!agreement) return null
  return { agreement, ladder: await ladderOf({ ...actor.deps, db: tx }, agreement) }
}

async function remindIfDue(tx: Transaction, actor: Actor, id: number, days: ReminderDays) {
  const found = await lockedLadder(tx, actor, id)
  if (!found?.agreement.sent_at || !found.ladder.hours) return
  const { agreement, ladder } = found
  if (ladder.state.goes !== true || ladder.state.isPaused) return
  const now = actor.deps.clock.now()
  const stage = dueStage(ladder.silence, days, now.getTime(), found.ladder.hours(agreement.company_id))
  if (!stage) return
  const reminding = { hasAddress: true, reminded_at: await remindedAt(tx, id), now: now.toISOString() }
  if (mayRemind(asOf(actor, agreement), reminding) === true)
    await remindInside(tx, actor, { agreement, stage, by_schedule: true })
}

/** Locks the agreement and returns it with its ladder. @throws 404 */
async function ladderToChange(tx: Transaction, actor: Actor, id: number) {
  const found = await lockedLadder(tx, actor, id)
  if (!found) throw refuse('not_found')
  return found
}

/** Sends the next step early; when two people do so at the same moment, one step is sent. */
export async function hurryReminder(call: Call<typeof reminders.hurry>) {
  const event_id = await inTransaction(call, async (tx) => {
    const { agreement, ladder } = await ladderToChange(tx, call, call.params.id)
    allow(ladderPolicy.hurry(call.person, ladder.state))
    const { stage } = call.body
    if (ladder.next?.stage !== stage) throw refuseWith(reasons.ladderOther)
    // The same people must not be written to twice within hours, even by another kind of button.
    const reminded_at = stage === 'recipients' ? await remindedAt(tx, agreement.id) : null
    allow(mayRemind(asOf(call, agreement), { hasAddress: true, reminded_at, now: momentOf(call.deps.clock) }))
    return remindInside(tx, call, { agreement, stage, by_schedule: false, ahead: true })
  })
  return { message: 'Success', mail: await outcomeOf(call.deps, event_id) }
}

/** Records that an agreement's ladder was paused or resumed; only staff can read it. */
async function recordLadder(tx: Transaction, actor: Actor, agreement: KnownAgreement, from: string, to: string) {
  const { id, version } = agreement
  const frame = { entity: 'agreement' as const, entity_id: id }
  await recordChanges(tx, actor, { ...frame, titles: ladderTitles, before: { ladder: from }, after: { ladder: to } })
  const reason = to === LADDER_GOES ? '' : to
  await emit(tx, actor, {
    ...frame,
    kind: 'agreement.reminders_paused',
    version,
    companies: [],
    data: { agreement_id: id, reason },
  })
}

/** Pauses the schedule for the present question until somebody resumes it. */
export async function pauseReminders(call: Call<typeof reminders.pause>) {
  await inTransaction(call, async (tx) => {
    const { agreement, ladder } = await ladderToChange(tx, call, call.params.id)
    allow(ladderPolicy.pause(call.person, ladder.state))
    const { reason } = call.body
    const at = momentOf(call.deps.clock)
    await insertPause(tx, {
      agreement_id: agreement.id,
      asked_at: ladder.asked_at,
      reason,
      user_id: call.person.id,
      at,
    })
    await recordLadder(tx, call, agreement, LADDER_GOES, ladderPaused(reason))
  })
  return { message: 'Success' }
}

/** Resumes the schedule: what became due in the meantime is sent as soon as the company is at work. */
export async function resumeReminders(call: Call<typeof reminders.resume>) {
  await inTransaction(call, async (tx) => {
    const { agreement, ladder } = await ladderToChange(tx, call, call.params.id)
    allow(ladderPolicy.resume(call.person, ladder.state))
    await endPause(tx, agreement.id, { ended_by: call.person.id, ended_at: momentOf(call.deps.clock) })
    await recordLadder(tx, call, agreement, ladderPaused(ladder.pause?.reason ?? ''), LADDER_GOES)
  })
  return { message: 'Success' }
}

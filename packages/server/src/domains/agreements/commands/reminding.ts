import type { reminders } from '@vypusk/contract'
import type { Call, Deps, Actor } from '../../../platform/call.ts'
import { dayOf, momentOf, today } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { SCHEDULE } from '../../../platform/person.ts'
import { refuseField, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { workingDayAfter, type Calendar } from '../../../platform/working-days.ts'
import { hasPassed } from '../../calendars/port.ts'
import { mayRemind, mayRemindByItself, reasons } from '../policy.ts'
import { knownAgreement, remindedAt, type KnownAgreement } from '../queries/agreements.ts'
import { reminderCalendar, silenceOf, waitingForClient } from '../queries/reminders.ts'
import { reminderTitles } from '../rules/titles.ts'
import { dueStage, stageNames, type ReminderDays } from '../rules/reminders.ts'
import { eligible, insertReminder, lockAgreement, writeEscalation } from '../store.ts'
import '../events.ts'

interface Reminding {
  agreement: KnownAgreement
  stage: reminders.Stage
  /** Nobody pressed a button. */
  by_schedule: boolean
}

/**
 * Asks the client once more, whoever wants it.
 * @returns the id of what happened; null when the schedule has done it already
 */
export async function remindInside(tx: Transaction, actor: Actor, { agreement, stage, by_schedule }: Reminding) {
  const { id, company_id, version, sent_at } = agreement
  const now = momentOf(actor.deps.clock)
  const user_id = by_schedule ? null : actor.person.id
  const made = await insertReminder(tx, { agreement_id: id, stage, asked_at: sent_at ?? now, user_id, at: now })
  if (!made) return null
  await recordChanges(tx, actor, {
    entity: 'agreement',
    entity_id: id,
    titles: reminderTitles,
    before: { reminded: '' },
    after: { reminded: stageNames[stage] },
    ...(by_schedule ? { via: 'schedule' as const } : {}),
  })
  return emit(tx, actor, {
    kind: 'agreement.reminded',
    entity: 'agreement',
    entity_id: id,
    version,
    companies: [company_id],
    data: { agreement_id: id, stage, by_schedule },
  })
}

/** Asks every client whose day has come; several processes at once ask each of them once. */
export async function remindSilent(deps: Deps): Promise<void> {
  const { reminderDays } = deps.settings
  if (!reminderDays) return
  const day = today(deps.clock)
  const waiting = await waitingForClient(deps.db, momentOf(deps.clock))
  const asked = waiting.map(({ id, sent_at }) => ({ id, asked_on: dayOf(sent_at) }))
  const earliest = asked.reduce((first, { asked_on }) => (asked_on < first ? asked_on : first), day)
  const calendar = await reminderCalendar(deps.db, earliest, day, reminderDays)
  const actor = { deps, person: SCHEDULE }
  for (const { id, asked_on } of asked) {
    if (workingDayAfter(asked_on, reminderDays[0], calendar) > day) continue
    try {
      await inTransaction(actor, (tx) => remindIfDue(tx, actor, id, { days: reminderDays, calendar }))
    } catch (error) {
      // One that cannot be reminded must not silence the others; the schedule comes back within the hour.
      deps.log.error({ err: error, agreement_id: id }, 'a reminder failed')
    }
  }
}

interface Schedule {
  days: ReminderDays
  calendar: Calendar
}

async function remindIfDue(tx: Transaction, actor: Actor, id: number, { days, calendar }: Schedule) {
  await lockAgreement(tx, id)
  const agreement = await knownAgreement(tx, actor.person, id)
  const day = today(actor.deps.clock)
  if (!agreement?.sent_at) return
  if (mayRemindByItself({ ...agreement, date_passed: hasPassed(agreement, actor.deps.clock.now()) }) !== true) return
  const { silence } = await silenceOf(tx, { ...agreement, sent_at: agreement.sent_at })
  const stage = dueStage(silence, days, day, calendar)
  if (!stage) return
  const now = momentOf(actor.deps.clock)
  const answer = mayRemind(agreement, { hasAddress: true, reminded_at: await remindedAt(tx, id), now })
  if (answer === true) await remindInside(tx, actor, { agreement, stage, by_schedule: true })
}

/** Keeps who of a company is asked when its recipients keep silent. */
export async function saveEscalation(call: Call<typeof reminders.saveEscalation>) {
  const { company_id } = call.params
  const { deputy_id, head_id } = call.body
  await inTransaction(call, async (tx) => {
    const company = await tx
      .selectFrom('shared_companies as companies')
      .select('idcomp')
      .where('idcomp', '=', company_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!company) throw refuseWith(reasons.noCompany)
    const asked = [deputy_id, head_id].filter((id) => id !== null)
    const people = await eligible(tx, company_id, asked)
    const fits = (id: number | null) =>
      id === null || people.some((one) => one.id === id && one.email !== null && !one.isRivc)
    if (!fits(deputy_id)) throw refuseField('deputy_id', NOT_THEIRS)
    if (!fits(head_id)) throw refuseField('head_id', NOT_THEIRS)
    await writeEscalation(tx, { company_id, deputy_id, head_id })
  })
  return { message: 'Success' }
}

const NOT_THEIRS = 'Выберите человека этой компании, у которого есть почтовый адрес'

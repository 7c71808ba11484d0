import { sql } from 'kysely'
import { reminders, type ReplyOf } from '@vypusk/contract'
import type { Db, Deps, Person } from '../../../platform/call.ts'
import { dayOf, today } from '../../../platform/clock.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { Calendar } from '../../../platform/working-days.ts'
import { hasPassed, isOver } from '../../calendars/port.ts'
import { productionDays } from '../../releases/port.ts'
import { mayRemindByItself } from '../policy.ts'
import { plannedReminders, reminderSpan, type ReminderDays, type Silence } from '../rules/reminders.ts'
import { knownAgreement, type KnownAgreement } from './agreements.ts'

type Reply = ReplyOf<typeof reminders.list>

/**
 * Agreements that wait for the client's word, and when it was asked for; the policy says whether the
 * schedule has to do with them.
 * @param now ISO 8601; dates that are over by then are not asked about any more
 */
export const waitingForClient = (db: Db, now: string) =>
  db
    .selectFrom('agreements as a')
    .innerJoin('shared_releases as r', 'r.id', 'a.release_id')
    .select(['a.id', 'a.sent_at'])
    .where('a.deleted_at', 'is', null)
    .where('r.deleted_at', 'is', null)
    .where('a.by_rivc', '=', true)
    .where('a.by_client', '=', false)
    .where('a.remark', '=', '')
    .where((eb) => eb.not(isOver('a', now)))
    .where('a.sent_at', 'is not', null)
    .$narrowType<{ sent_at: string }>()
    .orderBy('a.id')
    .execute()

/** Who of the company is asked after the recipients; somebody blocked, deleted or moved away is nobody. */
async function escalationOf(db: Db, company_id: number): Promise<Pick<Reply, 'deputy' | 'head'>> {
  const people = await db
    .selectFrom('company_escalations as e')
    .innerJoin('shared_users as u', (join) => join.on(sql<boolean>`u.id in (e.deputy_id, e.head_id)`))
    .select(['u.id', 'u.name', 'u.email as mailuser', 'u.idcomp', 'e.deputy_id', 'e.head_id'])
    .where('e.company_id', '=', company_id)
    .whereRef('u.idcomp', '=', 'e.company_id')
    .where('u.is_blocked', '=', false)
    .where('u.deleted_at', 'is', null)
    .execute()
  const contactOf = (role: 'deputy_id' | 'head_id') => {
    const found = people.find((one) => one.id === one[role])
    return found ? { id: found.id, name: found.name, mailuser: found.mailuser, idcomp: found.idcomp } : null
  }
  return { deputy: contactOf('deputy_id'), head: contactOf('head_id') }
}

const remindersOf = (db: Db, agreement_id: number) =>
  db
    .selectFrom('agreement_reminders as m')
    .leftJoin('shared_users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.stage', 'm.at', 'm.asked_at', 'm.user_id', 'u.name'])
    .where('m.agreement_id', '=', agreement_id)
    .orderBy('m.id', 'desc')
    .limit(200)
    .execute()

/** Somebody of the client's side can be written to. */
export const hasAddressee = ({ recipients, recipientsExtra }: KnownAgreement): boolean =>
  recipientsExtra.length > 0 || recipients.some(({ idcomp, mailuser }) => idcomp !== null && mailuser !== null)

/** How long the client has been silent about the present question, and who can still be asked. */
export async function silenceOf(db: Db, agreement: KnownAgreement & { sent_at: string }) {
  const [all, people] = await Promise.all([remindersOf(db, agreement.id), escalationOf(db, agreement.company_id)])
  const silence: Silence = {
    asked_on: dayOf(agreement.sent_at),
    reminded: all
      .filter(({ asked_at }) => asked_at === agreement.sent_at)
      .map(({ stage, at }) => ({ stage, on: dayOf(at) })),
    has_addressee: {
      recipients: hasAddressee(agreement),
      deputy: Boolean(people.deputy?.mailuser),
      head: Boolean(people.head?.mailuser),
    },
  }
  return { all, people, silence }
}

/** The production calendar of the days that reminders can fall on. */
export async function reminderCalendar(db: Db, asked_on: string, now: string, days: ReminderDays): Promise<Calendar> {
  const { from, to } = reminderSpan(asked_on, now, days)
  return new Map((await productionDays(db, from, to)).map(({ day, minutes }) => [day, minutes]))
}

/** What was done, what is to come, and who is asked. @throws 404 */
export async function remindersFor({ db, clock, settings }: Deps, person: Person, id: number): Promise<Reply> {
  const agreement = await knownAgreement(db, person, id)
  if (!agreement) throw refuse('not_found')
  const { all, people, silence } = await silenceOf(db, {
    ...agreement,
    sent_at: agreement.sent_at ?? agreement.created_at,
  })
  const { reminderDays } = settings
  const day = today(clock)
  const mayRemind = reminderDays
    ? mayRemindByItself({ ...agreement, date_passed: hasPassed(agreement, clock.now()) })
    : 'Напоминания по расписанию выключены'
  const isPaused = mayRemind !== true || !reminderDays
  return {
    ...people,
    reminders: all.map(({ id: own, stage, at, user_id, name }) => ({
      id: own,
      stage: reminders.stage.parse(stage),
      at,
      user: user_id === null ? null : { id: user_id, name: name ?? '' },
    })),
    planned: isPaused
      ? []
      : plannedReminders(silence, reminderDays, day, await reminderCalendar(db, silence.asked_on, day, reminderDays)),
    paused: mayRemind === true ? null : mayRemind,
  }
}

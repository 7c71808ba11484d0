import type { ExpressionBuilder } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { reminders, type ReplyOf } from '@vypusk/contract'
import { abilitiesBy, abilityOf } from '../../../platform/ability.ts'
import type { Db, Deps, Person } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { refuse } from '../../../platform/refusal.ts'
import { statement } from '../../../platform/statement.ts'
import { hoursBy, isOver } from '../../calendars/port.ts'
import { reasons } from '../policy.ts'
import { ladderPolicy, mayRemind, mayRemindByItself, type LadderState } from '../rules/reminding.ts'
import { nextOf, plannedReminders, type Silence } from '../rules/reminders.ts'
import { knownAgreement, type KnownAgreement } from './agreements.ts'
import { escalationOf } from './escalation.ts'
import { passing } from './passed-dates.ts'
import { oneOf } from '../../../platform/sql.ts'

type Reply = ReplyOf<typeof reminders.list>

/** What is needed to read the ladder of an agreement. */
export interface Around {
  db: Db
  clock: Deps['clock']
  settings: Pick<Deps['settings'], 'reminderDays'>
}

/**
 * Returns the agreements that wait for the client's approval, and when it was requested; the policy decides whether the
 * schedule applies to them.
 * @param now ISO 8601; dates that have passed by then are left out
 */
export const waitingForClient = statement((db, { now }: { now: string }) =>
  db
    .selectFrom('agreements as a')
    .innerJoin('shared_releases as r', 'r.id', 'a.release_id')
    .select(['a.id', 'a.company_id', 'a.sent_at'])
    .where('a.deleted_at', 'is', null)
    .where('r.deleted_at', 'is', null)
    .where('a.by_rivc', '=', true)
    .where('a.by_client', '=', false)
    .where('a.remark', '=', '')
    .where((eb) => eb.not(isOver('a', now)))
    .where((eb) => eb.not(eb.exists(pauseOn(eb))))
    .where('a.sent_at', 'is not', null)
    .$narrowType<{ sent_at: string }>()
    .orderBy('a.id'),
)

/** Selects the pause of the present question; a new question has none yet. */
const pauseOn = (eb: ExpressionBuilder<DB & { a: DB['agreements'] }, 'a'>) =>
  eb
    .selectFrom('reminder_pauses as p')
    .select('p.id')
    .whereRef('p.agreement_id', '=', 'a.id')
    .whereRef('p.asked_at', '=', 'a.sent_at')
    .where('p.ended_at', 'is', null)

/** Returns who paused the reminders about the question, and why. */
const pauseOf = statement((db, { id, asked_at }: { id: number; asked_at: string }) =>
  db
    .selectFrom('reminder_pauses as p')
    .innerJoin('shared_users as u', 'u.id', 'p.user_id')
    .select((eb) => ['p.reason', 'p.at', jsonBuildObject({ id: eb.ref('u.id'), name: eb.ref('u.name') }).as('user')])
    .where('p.agreement_id', '=', id)
    .where('p.asked_at', '=', asked_at)
    .where('p.ended_at', 'is', null),
)

const remindersOf = statement((db, { agreement_id }: { agreement_id: number }) =>
  db
    .selectFrom('agreement_reminders as m')
    .leftJoin('shared_users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.stage', 'm.at', 'm.asked_at', 'm.ahead', 'm.user_id', 'u.name'])
    .where('m.agreement_id', '=', agreement_id)
    .orderBy('m.id', 'desc')
    .limit(200),
)

/** Selects the agreement's author and the release's staff, as far as they can be written to. */
const teamOf = statement((db, { release_id, author_id }: { release_id: number; author_id: number }) =>
  db
    .selectFrom('shared_users as u')
    .select('u.id')
    .where('u.isRivc', '=', true)
    .where('u.email', 'is not', null)
    .where('u.is_blocked', '=', false)
    .where('u.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('u.id', '=', author_id),
        eb.exists(
          eb
            .selectFrom('shared_release_users as ru')
            .select('ru.user_id')
            .where('ru.release_id', '=', release_id)
            .whereRef('ru.user_id', '=', 'u.id'),
        ),
      ]),
    )
    .limit(1),
)

/** Whether letters reach the person who was chosen. */
const isReached = (one: reminders.Superior | null) => one !== null && one.gone === null && one.mailuser !== null

/** Returns how long the client has been silent about the present question, and who can still be asked. */
async function silenceOf(db: Db, agreement: KnownAgreement, asked_at: string) {
  const [all, people, team] = await Promise.all([
    remindersOf.all(db, { agreement_id: agreement.id }),
    escalationOf(db, agreement.company_id),
    teamOf.first(db, { release_id: agreement.release_id, author_id: agreement.author.id }),
  ])
  const silence: Silence = {
    asked_at: Date.parse(asked_at),
    reminded: all
      .filter((one) => one.asked_at === asked_at)
      .map(({ stage, at, ahead }) => ({ stage, at: Date.parse(at), ahead })),
    has_addressee: {
      recipients: agreement.has_addressee,
      deputy: isReached(people.deputy),
      head: isReached(people.head),
      team: team !== undefined,
    },
  }
  return { all, people, silence }
}

const stepOf = ({ at, ...step }: ReturnType<typeof plannedReminders>[number]): reminders.Planned => ({
  ...step,
  at: new Date(at).toISOString(),
})

/** Returns the ladder of an agreement: past steps, planned steps, and what may be done with it. */
export async function ladderOf({ db, clock, settings }: Around, agreement: KnownAgreement) {
  const asked_at = agreement.sent_at ?? agreement.created_at
  const { reminderDays } = settings
  const [{ all, people, silence }, pause = null] = await Promise.all([
    silenceOf(db, agreement, asked_at),
    pauseOf.first(db, { id: agreement.id, asked_at }),
  ])
  const asked = { ...agreement, ...passing(agreement, clock.now()) }
  const goes = reminderDays ? mayRemindByItself(asked) : reasons.ladderOff
  const remindable = mayRemind(asked, {
    hasAddress: agreement.has_addressee,
    reminded_at: all.find(({ stage }) => stage !== 'team')?.at ?? null,
    now: momentOf(clock),
  })
  const hours = reminderDays && (await hoursBy(db, [agreement.company_id]))
  const steps =
    reminderDays && hours && goes === true
      ? plannedReminders(silence, reminderDays, clock.now().getTime(), hours(agreement.company_id))
      : []
  const next = nextOf(steps)
  const state: LadderState = { goes, isPaused: pause !== null, hasNext: next !== undefined, remindable }
  return { all, people, silence, pause, steps, next: next && stepOf(next), state, hours, asked_at }
}

/** Returns past and planned reminders and the people who are asked. @throws 404 */
export async function remindersFor(around: Around, person: Person, id: number): Promise<Reply> {
  const agreement = await knownAgreement(around.db, person, id)
  if (!agreement) throw refuse('not_found')
  const { all, people, pause, steps, state } = await ladderOf(around, agreement)
  const { goes } = state
  const why = goes === true ? null : String(abilityOf(goes))
  return {
    ...people,
    reminders: all.map(({ id: own, stage, at, ahead, user_id, name }) => ({
      id: own,
      stage: reminders.stage.parse(stage),
      at,
      ahead,
      user: user_id === null ? null : { id: user_id, name: name ?? '' },
    })),
    planned: pause ? [] : steps.map(stepOf),
    pause,
    paused: why ?? (pause && `Приостановлены: ${pause.reason}`),
    company_zone: agreement.company_zone,
    abilities: abilitiesBy(ladderPolicy, person, state),
  }
}

/** Returns the next step as the person may see it: only staff see the step that notifies staff. */
export async function nextReminder(
  around: Around,
  person: Person,
  agreement: KnownAgreement,
): Promise<reminders.NextStep | null> {
  if (!agreement.by_rivc || agreement.by_client) return null
  const { next, pause } = await ladderOf(around, agreement)
  if (!next || pause || (next.stage === 'team' && !person.isRivc)) return null
  const { stage, at, day } = next
  return { stage, at, day }
}

const sentAbout = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('agreement_reminders as m')
    .innerJoin('agreements as a', (join) =>
      join.onRef('a.id', '=', 'm.agreement_id').onRef('a.sent_at', '=', 'm.asked_at'),
    )
    .select(['m.agreement_id', 'm.stage', 'm.at', 'm.ahead'])
    .where('m.agreement_id', '=', oneOf(ids)),
)

/** Returns the reminders sent about the present questions of agreements, by agreement. */
export async function remindedBy(db: Db, ids: number[]): Promise<Map<number, Silence['reminded']>> {
  const by = Map.groupBy(await sentAbout.all(db, { ids }), ({ agreement_id }) => agreement_id)
  return new Map(
    [...by].map(([id, done]) => [id, done.map(({ stage, at, ahead }) => ({ stage, at: Date.parse(at), ahead }))]),
  )
}

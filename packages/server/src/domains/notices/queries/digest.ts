import { sql, type ExpressionBuilder } from 'kysely'
import type { notices } from '@vypusk/contract'
import type { Db, Deps } from '../../../platform/call.ts'
import { timeOfDay, today } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import type { Person } from '../../../platform/person.ts'
import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { isReadBy } from '../../deliveries/port.ts'
import { lastDue } from '../rules/digest.ts'
import { UNSURE } from '../../../platform/unsure.ts'
import { USUAL_DIGEST_TIME } from '../rules/settings.ts'
import { noticesOf, readerOf, type Reader } from './list.ts'

/** Somebody whose daily letter is due, and since when. */
export interface Awaiting {
  person: Person
  due: string
}

/** The person's oldest unread notice that no daily letter has listed yet. */
const oldest = (eb: ExpressionBuilder<DB & { u: DB['shared_users'] }, 'u'>) =>
  eb
    .selectFrom('notices as n')
    .select('n.at')
    .whereRef('n.user_id', '=', 'u.id')
    .where('n.read_at', 'is', null)
    .where('n.digested', '=', false)
    .orderBy('n.id')
    .limit(1)

const awaiting = statement(
  (db, { usual, now, day }: { usual: string; now: string; day: string }) => {
    const time = sql<string>`coalesce(d.digest_time, ${usual})`
    return db
      .selectFrom('shared_users as u')
      .leftJoin('notice_digests as d', 'd.user_id', 'u.id')
      .innerJoinLateral(
        (eb) => oldest(eb).as('n'),
        (join) => join.onTrue(),
      )
      .select(['u.id', 'u.login', 'u.name', 'u.email', 'u.isRivc', 'u.isAdmin', 'u.idcomp'])
      .select(['u.can_enter_registry', 'u.can_create_registry', 'u.can_edit_calendar'])
      .select([time.as('digest_time'), 'n.at as oldest'])
      .where('u.email', 'is not', null)
      .where('u.is_blocked', '=', false)
      .where('u.deleted_at', 'is', null)
      .where(sql<boolean>`coalesce(d.digested_on <
        case when ${time} <= ${now} then ${day}::date else ${day}::date - 1 end
        or d.digested_on > ${day}::date + 1, true)`)
      .orderBy('u.id')
  },
  { planned: 'each time' },
)

/** The people who have notices from before the last time their daily letter was due, and did not get that letter. */
export async function whoseTimeHasCome({ db, clock }: Deps): Promise<Awaiting[]> {
  const rows = await awaiting.all(db, { usual: USUAL_DIGEST_TIME, now: timeOfDay(clock), day: today(clock) })
  return rows.flatMap(({ digest_time, oldest: since, ...person }) => {
    const due = lastDue(clock.now(), digest_time)
    return since <= due ? [{ person, due }] : []
  })
}

/** What was lost longer ago is old news: nobody is told of it any more. */
export const HEARD_WITHIN_DAYS = 30

/** SQL: the letter of `d` failed for good lately, though there was something to say, and is known not to have arrived. */
const isLost = (since: string) => sql`(d.state = 'failed' and not d.needless and d.at > ${since}
  and d.last_error is distinct from ${UNSURE})`

/**
 * SQL: the person got a letter about the event of `n`, or will. People change their addresses, so that this is asked of
 * whom a letter was written to: what was sent stays read, and what waits is not sent to an address that they had once,
 * except notices, which follow them. A letter that was lost has told nothing.
 * @param since ISO 8601: of letters that were lost before nothing is told any more
 */
const isInLetter = (user_id: number, email: string | null, since: string) => {
  const isTheirs = sql`lower(d.target) = lower(${email}) and not ${isLost(since)}`
  return sql<boolean>`exists (
    select from shared_deliveries as d
    where d.event_id = n.event_id and d.kind = 'mail' and case when d.entity = 'notice'
      then d.entity_id = ${user_id}::int and (d.state <> 'failed' or ${isTheirs})
      else ${isReadBy(sql.ref('d.readers'), user_id)} and (d.state = 'sent' or ${isTheirs}) end)`
}

const unsent = statement(
  (db, { reader, email, unheard, since }: { reader: Reader; email: string | null; unheard: number[]; since: string }) =>
    noticesOf(db, reader)
      .select(['n.id', 'n.event_id', 'n.text'])
      .select([sql<notices.Kind>`n.kind`.as('kind'), 't.title'])
      .where('n.read_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('n.id', '=', oneOf(unheard)),
          eb.and([eb('n.digested', '=', false), eb.not(isInLetter(reader.id, email, since))]),
        ]),
      )
      .orderBy('n.id', 'desc'),
  { planned: 'each time' },
)

/**
 * The person's unread notices that no letter has mentioned, newest first.
 * @param lost.unheard those that only daily letters have mentioned that did not arrive
 * @param lost.since ISO 8601: of letters that were lost before nothing is told any more
 */
export const unsentOf = (db: Db, person: Person, lost: { unheard: number[]; since: string }) =>
  unsent.all(db, { reader: readerOf(person), email: person.email ?? null, ...lost })

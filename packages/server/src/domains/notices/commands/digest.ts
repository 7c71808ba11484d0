import { sql, type ExpressionBuilder } from 'kysely'
import type { notices } from '@vypusk/contract'
import type { Deps } from '../../../platform/call.ts'
import { dayOf, timeOfDay, today } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { NOBODY, type Person } from '../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { writeDigest } from '../../letters/port.ts'
import { noticesOf } from '../queries/list.ts'
import { chosenBy } from '../queries/settings.ts'
import { lastDue } from '../rules/digest.ts'
import { channelsOf, USUAL_DIGEST_TIME } from '../rules/settings.ts'
import { markDigested, takeDay } from '../store.ts'

/** Somebody whose daily letter is due, and since when. */
interface Awaiting {
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

/** The people who have notices from before the last time their daily letter was due, and did not get that letter. */
async function whoseTimeHasCome({ db, clock }: Deps): Promise<Awaiting[]> {
  const time = sql<string>`coalesce(d.digest_time, ${USUAL_DIGEST_TIME})`
  const rows = await db
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
      case when ${time} <= ${timeOfDay(clock)} then ${today(clock)}::date else ${today(clock)}::date - 1 end
      or d.digested_on > ${today(clock)}::date + 1, true)`)
    .orderBy('u.id')
    .execute()
  return rows.flatMap(({ digest_time, oldest: since, ...person }) => {
    const due = lastDue(clock.now(), digest_time)
    return since <= due ? [{ person, due }] : []
  })
}

/** The person's unread notices that no letter has mentioned, newest first. */
const unsentOf = (tx: Transaction, person: Person) =>
  noticesOf(tx, person)
    .select(['n.id', 'n.event_id', 'n.text'])
    .select([sql<notices.Kind>`n.kind`.as('kind'), 't.title'])
    .where('n.read_at', 'is', null)
    .where('n.digested', '=', false)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('shared_deliveries as d')
            .select('d.id')
            .whereRef('d.event_id', '=', 'n.event_id')
            .where('d.kind', '=', 'mail')
            .where(sql<boolean>`lower(d.target) = lower(${person.email})`),
        ),
      ),
    )
    .orderBy('n.id', 'desc')
    .execute()

async function writeTo(tx: Transaction, deps: Deps, { person, due }: Awaiting): Promise<void> {
  const day = dayOf(due)
  if (!(await takeDay(tx, person.id, day, USUAL_DIGEST_TIME))) return
  const own = (await chosenBy(tx, [person.id])).get(person.id) ?? []
  const notices = (await unsentOf(tx, person)).filter(({ kind }) => channelsOf(own, kind).digest)
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

import type { calendar } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { companyZone } from '../../calendars/port.ts'
import { calendarSequence, known, withStatus } from './agreements.ts'

/** Returns when the person's link for calendar programs was created and last used; both null when there is none. */
export async function subscriptionOf(db: Db, { id }: Person): Promise<calendar.Subscription> {
  const link = await db
    .selectFrom('calendar_links')
    .select(['created_at', 'fetched_at'])
    .where('user_id', '=', id)
    .executeTakeFirst()
  return link ?? { created_at: null, fetched_at: null }
}

/** The person a calendar link belongs to. As in `whoIs`, blocked and deleted people are not found. */
export const linkReader = (db: Db, secret_hash: Buffer) =>
  db
    .selectFrom('calendar_links as l')
    .innerJoin('shared_users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.login', 'u.name', 'u.email', 'u.isRivc', 'u.isAdmin', 'u.idcomp'])
    .select(['u.can_enter_registry', 'u.can_create_registry', 'u.can_edit_calendar', 'l.fetched_at'])
    .where('l.secret_hash', '=', secret_hash)
    .where('u.is_blocked', '=', false)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()

/**
 * Returns the entries of the person's calendar from a day on, without companies on the release's not-publishing list.
 */
export async function appointmentsOf(db: Db, person: Person, from: string) {
  const rows = await known(db, person)
    .select(['a.id', 'a.release_id', 'a.by_rivc', 'a.by_client', 'a.releaseTime', 'a.updated_at'])
    .select([calendarSequence.as('calendar_sequence'), companyZone('a').as('company_zone')])
    .select((eb) => ['r.title', 'c.namecomp', eb.ref('a.releaseDate').$notNull().as('releaseDate')])
    .where('a.releaseDate', '>=', from)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('shared_not_publishing_list as n')
            .select('n.idcomp')
            .whereRef('n.release_id', '=', 'a.release_id')
            .whereRef('n.idcomp', '=', 'a.company_id'),
        ),
      ),
    )
    .orderBy('a.releaseDate')
    .orderBy('a.id')
    .execute()
  return rows.map((row) => withStatus(row))
}

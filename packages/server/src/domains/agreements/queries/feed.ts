import type { calendar } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, openReleaseOf, type Viewer } from '../../access/port.ts'
import { companyZone, hasPassed, passesAt } from '../../calendars/port.ts'
import {
  calendarSequence,
  hasLeft,
  inNotPublishingList,
  isCalledOff,
  isDateWithdrawn,
  isProviderTurn,
  isPublished,
  known,
  withStatus,
} from './agreements.ts'

const links = statement((db, { user_id }: { user_id: number }) =>
  db.selectFrom('calendar_links').select(['created_at', 'fetched_at']).where('user_id', '=', user_id),
)

/** Returns when the person's link for calendar programs was created and last used; both null when there is none. */
export const subscriptionOf = async (db: Db, { id }: Person): Promise<calendar.Subscription> =>
  (await links.first(db, { user_id: id })) ?? { created_at: null, fetched_at: null }

/** The person a calendar link belongs to. As in `whoIs`, blocked and deleted people are not found. */
export const linkReader = statement((db, { secret_hash }: { secret_hash: Buffer }) =>
  db
    .selectFrom('calendar_links as l')
    .innerJoin('shared_users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.login', 'u.name', 'u.email', 'u.isRivc', 'u.isAdmin', 'u.idcomp'])
    .select(['u.can_enter_registry', 'u.can_create_registry', 'u.can_edit_calendar', 'l.fetched_at'])
    .where('l.secret_hash', '=', secret_hash)
    .where('u.is_blocked', '=', false)
    .where('u.deleted_at', 'is', null),
)

const datedFrom = statement(
  (db, { viewer, from }: { viewer: Viewer; from: string }) =>
    known(db, viewer)
      .select(['a.id', 'a.by_rivc', 'a.by_client', 'a.releaseTime', 'a.updated_at'])
      .select([calendarSequence.as('calendar_sequence'), companyZone('a').as('company_zone')])
      .select([isPublished.as('published'), passesAt('a').as('passes_at')])
      .select(openReleaseOf('a.release_id', 'a.company_id').as('open_release_id'))
      .select([isCalledOff.as('called_off'), hasLeft.as('has_left')])
      .select([isDateWithdrawn.as('date_withdrawn'), 'a.renamed_at', isProviderTurn.as('provider_turn')])
      .select((eb) =>
        eb
          .selectFrom('shared_threads as t')
          .select(({ fn }) => fn.max('t.updated_at').as('at'))
          .whereRef('t.agreement_id', '=', 'a.id')
          .as('said_at'),
      )
      .select((eb) => eb.exists(inNotPublishingList(eb)).$castTo<boolean>().as('not_publishing'))
      .select((eb) => ['r.title', 'c.namecomp', eb.ref('a.releaseDate').$notNull().as('releaseDate')])
      .where('a.releaseDate', '>=', from)
      .orderBy('a.releaseDate')
      .orderBy('a.id'),
  { planned: 'each time' },
)

/**
 * Returns the entries of the person's calendar from a day on. What is called off or withdrawn, or of a company that
 * was put on the release's not-publishing list, stays as a cancelled entry, because some programs keep an entry that is merely gone.
 */
export const appointmentsOf = async (db: Db, person: Person, from: string, now: Date) =>
  (await datedFrom.all(db, { viewer: eyesOf(person), from })).map((row) => ({
    ...withStatus(row),
    date_passed: hasPassed(row, now),
  }))

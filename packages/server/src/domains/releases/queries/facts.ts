import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { momentInJson, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { companyDay, isOver } from '../../calendars/port.ts'
import { knowsRelease, type ReleaseAccess, type Viewer } from '../../access/port.ts'
import { openRemarks } from '../../threads/port.ts'
import { NO_RELEASE_ACCESS } from '../policy.ts'
import type { ReleaseStates } from '../rules/readiness.ts'
import { calledOff, isClosedStep, publishedAmong } from './called-off.ts'
import { closedFor, hasAddressee, trialsOf } from './agreements.ts'
import { statesOf, type Releases } from './rows.ts'
import { changedCompanies } from './scopes.ts'
import { unnamedOf } from './unnamed.ts'

/** The data of a release that other domains need; deleted releases have none. */
export interface ReleaseFacts {
  id: number
  title: string
  step_id: number
  start_date: string
  plan_date: string
  /** In minutes. */
  planned_time: number
  is_visible_for_client: boolean
  /** It is on a closed step. */
  is_closed: boolean
  /** When it was first published; null if it was not. */
  published_at: string | null
  author_id: number
  version: number
  /** Ids, in no particular order. */
  companies: number[]
  modules_ids: number[]
  users: number[]
  notPublishingList: number[]
}

/** SQL for the ids of one of the release's lists, as an array. */
export const idsOf = (table: string, column: string) =>
  sql<number[]>`array(select ${sql.ref(column)} from ${sql.table(table)} where release_id = releases.id)`

const facts = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('releases')
    .select(['id', 'title', 'step_id', 'start_date', 'plan_date', 'planned_time', 'is_visible_for_client'])
    .select(['published_at', 'author_id', 'version'])
    .select([
      isClosedStep('releases.step_id').as('is_closed'),
      idsOf('release_companies', 'idcomp').as('companies'),
      idsOf('release_modules', 'idmod').as('modules_ids'),
      idsOf('release_users', 'user_id').as('users'),
      idsOf('not_publishing_list', 'idcomp').as('notPublishingList'),
    ])
    .where('id', '=', oneOf(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id'),
)

/** @param ids unknown and deleted ones are left out */
export const factsOf = (db: Db, ids: number[]): Promise<ReleaseFacts[]> => facts.all(db, { ids })

/** @throws 404 if there is no release, 403 «Нет доступа к данному релизу» if the caller may not see it */
export function mustSee<Release extends ReleaseAccess>(viewer: Viewer, release: Release | undefined): Release {
  if (!release) throw refuse('not_found')
  if (!knowsRelease(viewer, release)) throw refuseWith(NO_RELEASE_ACCESS)
  return release
}

/** Selects the companies of a release, by name, with everything that readiness depends on. */
export const fullStatesOf = (eb: Releases, now: string) =>
  statesOf(eb)
    .select([
      'isPublishedOnTestEnv',
      'remark',
      'releaseDate',
      sql<string | null>`to_char("releaseTime", 'HH24:MI')`.as('releaseTime'),
    ])
    .select(sql<string | null>`${momentInJson('agreements.sent_at')}`.as('sent_at'))
    .select(['releases.plan_date', isOver('agreements', now).as('date_passed'), trialsOf('agreements').as('trials')])
    .select(openRemarks('agreements.id').as('open_remarks'))
    .select([
      hasAddressee('agreements').as('has_addressee'),
      closedFor.as('closed_for'),
      companyDay('agreements').as('company_day'),
    ])
    .select([
      calledOff('own.release_id', 'own.idcomp').as('called_off'),
      publishedAmong('releases.id', 'own.idcomp').as('published'),
    ])
    .select((own) =>
      own
        .selectFrom('agreement_offers_for_releases as offer')
        .select('offer.id')
        .whereRef('offer.agreement_id', '=', 'agreements.id')
        .where('offer.state', '=', 'open')
        .as('offer_id'),
    )

const states = statement((db, { ids, now }: { ids: number[]; now: string }) =>
  db
    .selectFrom('releases')
    .select((eb) => [
      'releases.id',
      jsonArrayFrom(fullStatesOf(eb, now)).as('companies'),
      jsonArrayFrom(unnamedOf(eb)).as('unnamed'),
    ])
    .where('releases.id', '=', oneOf(ids)),
)

/**
 * Returns the companies of each release with their agreements, by name, and those that only have requests in it.
 * @param now ISO 8601: dates before it have passed
 */
export async function companyStates(db: Db, ids: number[], now: string): Promise<Map<number, ReleaseStates>> {
  const [rows, changed] = await Promise.all([states.all(db, { ids, now }), changedCompanies(db, ids)])
  return new Map(
    rows.map(({ id, companies, unnamed }) => [
      id,
      {
        companies: companies.map((one) => ({ ...one, scope_changed: changed.has(`${id} ${one.idcomp}`) })),
        unnamed,
      },
    ]),
  )
}

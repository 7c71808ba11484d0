import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { agreements, trials } from '@vypusk/contract'
import type { Deps } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { installationZone } from '../../../platform/clock.ts'
import { inRussianOrder, momentInJson } from '../../../platform/sql.ts'
import { knows, type Viewer } from '../../access/port.ts'
import { companyDay, companyZone, isOver, waitedDays } from '../../calendars/port.ts'
import { openRemarks } from '../../threads/port.ts'
import { customerStatus } from '../rules/readiness.ts'
import { calledOff, publishedTo } from './called-off.ts'
import type { Releases } from './rows.ts'

/**
 * SQL for the date that the client offers and staff have not answered yet.
 * @param agreement the alias of the table of agreements
 */
export const openOffer = (agreement: string) => sql<agreements.AgreementRow['offer']>`(
  select json_build_object('id', o.id, 'releaseDate', o."releaseDate", 'releaseTime', to_char(o."releaseTime", 'HH24:MI'))
  from agreement_offers_for_releases o where o.agreement_id = ${sql.ref(`${agreement}.id`)} and o.state = 'open')`

const progress = sql<trials.Progress>`json_build_object('tried', t.tried, 'failing', t.failing, 'total', t.total)`

/**
 * SQL for «Проверено 3 из 5»; null if the release is not on the test environment, or has no requests of the company.
 * @param agreement the alias of the table of agreements
 */
export const trialsOf = (agreement: string) => sql<trials.Progress | null>`(
  select ${progress}
  from trials_for_releases as t
  where t.agreement_id = ${sql.ref(`${agreement}.id`)} and ${sql.ref(`${agreement}.isPublishedOnTestEnv`)})`

/**
 * The same for many agreements at once, as rows of `agreement_id` and `trials`: one by one, a thousand of them take
 * twice the time.
 * @param ids a query that selects the ids of agreements
 */
export const trialsAmong = (ids: RawBuilder<unknown>) => sql`
  select t.agreement_id, ${progress} as trials
  from trials_for_releases as t
  where t.agreement_id = any(array(
    select id from agreements_for_releases where id in (${ids}) and "isPublishedOnTestEnv"))`

/**
 * SQL that checks whether somebody of the company can get letters about an agreement: one of those who are asked, a
 * substitute among them, or an extra address. The limit makes it look up each agreement: otherwise all would be read.
 * @param agreement the alias of the table of agreements
 */
export const hasAddressee = (agreement: string) => sql<boolean>`(
  cardinality(${sql.ref(`${agreement}.recipientsExtra`)}) > 0 or coalesce((
    select true from asked_people_for_releases as asked
    join shared_users as u on u.id = asked.user_id
    where asked.agreement_id = ${sql.ref(`${agreement}.id`)} and u.idcomp = ${sql.ref(`${agreement}.company_id`)}
      and u.email is not null and not u.is_blocked and u.deleted_at is null
    limit 1), false))`

/** The reason of the closed days that an agreement's date falls on, or null (alias `agreements`). */
export const closedFor = sql<string | null>`(
  select closed.reason from shared_freezes as closed
  where ${companyDay('agreements')} between closed.date_from and closed.date_to
    and coalesce(closed.idcomp, agreements.company_id) = agreements.company_id
  order by closed.date_from limit 1)`

/** A time of day inside json_agg, where the database would add the seconds. */
const releaseTime = sql<string | null>`to_char("releaseTime", 'HH24:MI')`
const momentOrNull = (column: string) => sql<string | null>`${momentInJson(column)}`

type Agreements = ExpressionBuilder<DB & { agreements: DB['agreements_for_releases'] }, 'agreements'>

const recipientsOf = (eb: Agreements, viewer: Viewer) =>
  eb
    .selectFrom('agreement_recipients_for_releases as chosen')
    .innerJoin('shared_users as users', 'users.id', 'chosen.user_id')
    .select(['users.id', 'users.name', 'users.email as mailuser', 'users.idcomp'])
    .whereRef('chosen.agreement_id', '=', 'agreements.id')
    .where(knows.contact(viewer, 'users'))
    .orderBy(inRussianOrder('users.name'))
    .orderBy('users.id')

/**
 * Selects the release's existing agreements by company, for `jsonArrayFrom`, with what readiness needs of each; a client
 * gets only those of their own company.
 * @param now ISO 8601: dates before it have passed
 */
export const agreementsOf = (eb: Releases, viewer: Viewer, now: string) =>
  eb
    .selectFrom('agreements_for_releases as agreements')
    .innerJoin('shared_companies as companies', 'companies.idcomp', 'agreements.company_id')
    .leftJoin('not_publishing_list as listed', (join) =>
      join
        .onRef('listed.release_id', '=', 'agreements.release_id')
        .onRef('listed.idcomp', '=', 'agreements.company_id'),
    )
    .select(['agreements.id', 'agreements.release_id', 'company_id', 'namecomp', 'by_rivc', 'by_client', 'remark'])
    .select(['isPublishedOnTestEnv', 'recipientsExtra', 'releaseDate', 'cancel_reason', 'agreements.version'])
    .select([releaseTime.as('releaseTime'), momentOrNull('sent_at').as('sent_at')])
    .select([
      momentInJson('agreements.created_at').as('created_at'),
      momentInJson('agreements.updated_at').as('updated_at'),
    ])
    .select(sql<boolean>`listed.idcomp is not null`.as('not_publishing'))
    .select([openOffer('agreements').as('offer'), trialsOf('agreements').as('trials')])
    .select(openRemarks('agreements.id').as('open_remarks'))
    .select(companyZone('agreements').as('company_zone'))
    .select((own) => jsonArrayFrom(recipientsOf(own, viewer)).as('recipients'))
    .select(calledOff('agreements.release_id', 'agreements.company_id').as('called_off'))
    .select(sql<boolean>`date_withdrawn`.as('date_withdrawn'))
    .select(publishedTo('agreements.release_id', 'agreements.company_id').as('published'))
    .select([
      isOver('agreements', now).as('date_passed'),
      hasAddressee('agreements').as('has_addressee'),
      closedFor.as('closed_for'),
      companyDay('agreements').as('company_day'),
    ])
    .whereRef('agreements.release_id', '=', 'releases.id')
    .where(knows.agreement(viewer, 'agreements', 'releases'))
    .orderBy(inRussianOrder('namecomp'))
    .orderBy('agreements.id')

type Raw = Awaited<ReturnType<ReturnType<typeof agreementsOf>['execute']>>[number]

/** Converts the agreements that were read with a release to the contract's. */
export async function shownAgreements(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  details: agreements.AgreementRow['details'],
  rows: Raw[],
  viewer: Viewer,
): Promise<(Omit<agreements.AgreementRow, 'scope_change'> & { trials: trials.Progress | null })[]> {
  const waitedBy = await waitedDays(db, clock, rows)
  const zone = installationZone()
  return rows.map(({ namecomp, has_addressee: _, closed_for: __, company_day: ___, ...row }) => ({
    ...row,
    zone,
    details,
    company: { idcomp: row.company_id, namecomp },
    // Extra addresses are for staff only.
    recipientsExtra: viewer.isRivc ? row.recipientsExtra : [],
    // The agreement's own status; being on the not-publishing list is shown separately.
    status: customerStatus({ ...row, listed: false }) as agreements.AgreementStatus,
    waiting_days: waitedBy(row),
  }))
}

import { sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { agreements, trials } from '@vypusk/contract'
import type { Deps } from '../../../platform/call.ts'
import { installationZone } from '../../../platform/clock.ts'
import { companyZone, waitedDays } from '../../calendars/port.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, knows, type Viewer } from '../../access/port.ts'
import { openRemarks } from '../../threads/port.ts'
import { customerStatus } from '../rules/readiness.ts'

/**
 * SQL for the date that the client offers and staff have not answered yet.
 * @param agreement the alias of the table of agreements
 */
export const openOffer = (agreement: string) => sql<agreements.AgreementRow['offer']>`(
  select json_build_object('id', o.id, 'releaseDate', o."releaseDate", 'releaseTime', to_char(o."releaseTime", 'HH24:MI'))
  from agreement_offers_for_releases o where o.agreement_id = ${sql.ref(`${agreement}.id`)} and o.state = 'open')`

/**
 * SQL for «Проверено 3 из 5»; null if the release is not on the test environment, or has no requests of the company.
 * @param agreement the alias of the table of agreements
 */
export const trialsOf = (agreement: string) => sql<trials.Progress | null>`(
  select json_build_object('tried', t.tried, 'failing', t.failing, 'total', t.total)
  from trials_for_releases as t
  where t.agreement_id = ${sql.ref(`${agreement}.id`)} and ${sql.ref(`${agreement}.isPublishedOnTestEnv`)})`

/** The release's agreements that are not deleted, by company; a client gets its own only. */
export async function agreementsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  release_id: number,
  viewer: Viewer,
): Promise<(Omit<agreements.AgreementRow, 'scope_change'> & { trials: trials.Progress | null })[]> {
  const rows = await ofRelease.all(db, { release_id, viewer: eyesOf(viewer) })
  const waitedBy = await waitedDays(db, clock, rows)
  const zone = installationZone()
  return rows.map((row) => {
    // The status of the agreement itself; the not-publishing list is reported beside it.
    const status = customerStatus({ ...row, listed: false }) as agreements.AgreementStatus
    // Extra addresses are visible to staff only.
    const recipientsExtra = viewer.isRivc ? row.recipientsExtra : []
    return { ...row, zone, recipientsExtra, status, waiting_days: waitedBy(row) }
  })
}

const ofRelease = statement((db, { release_id, viewer }: { release_id: number; viewer: Viewer }) =>
  db
    .selectFrom('agreements_for_releases as agreements')
    .innerJoin('releases', 'releases.id', 'agreements.release_id')
    .innerJoin('shared_companies as companies', 'companies.idcomp', 'agreements.company_id')
    .leftJoin('not_publishing_list as listed', (join) =>
      join
        .onRef('listed.release_id', '=', 'agreements.release_id')
        .onRef('listed.idcomp', '=', 'agreements.company_id'),
    )
    .select(['agreements.id', 'agreements.release_id', 'company_id', 'by_rivc', 'by_client', 'remark'])
    .select(['isPublishedOnTestEnv', 'recipientsExtra', 'releaseDate', 'releaseTime', 'cancel_reason', 'sent_at'])
    .select(['agreements.created_at', 'agreements.updated_at', 'agreements.version'])
    .select(sql<boolean>`listed.idcomp is not null`.as('not_publishing'))
    .select([openOffer('agreements').as('offer'), trialsOf('agreements').as('trials')])
    .select(openRemarks('agreements.id').as('open_remarks'))
    .select(companyZone('agreements').as('company_zone'))
    .select((eb) => [
      jsonBuildObject({ idcomp: eb.ref('companies.idcomp'), namecomp: eb.ref('namecomp') }).as('company'),
      jsonBuildObject({ id: eb.ref('releases.id'), title: eb.ref('title') }).as('details'),
      jsonArrayFrom(
        eb
          .selectFrom('agreement_recipients_for_releases as chosen')
          .innerJoin('shared_users as users', 'users.id', 'chosen.user_id')
          .select(['users.id', 'users.name', 'users.email as mailuser', 'users.idcomp'])
          .whereRef('chosen.agreement_id', '=', 'agreements.id')
          .orderBy(inRussianOrder('users.name'))
          .orderBy('users.id'),
      ).as('recipients'),
    ])
    .where('agreements.release_id', '=', release_id)
    .where(knows.agreement(viewer, 'agreements', 'releases'))
    .orderBy(inRussianOrder('namecomp'))
    .orderBy('agreements.id'),
)

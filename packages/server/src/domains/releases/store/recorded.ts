import { sql } from 'kysely'
import type { Transaction } from '../../../platform/transaction.ts'
import { oneOf } from '../../../platform/sql.ts'

/** Releases as their history records them. */

/** Something in a list of a release. */
interface Named {
  id: number
  name: string
}

/** SQL for what is in a release's list, in the order of the ids. */
const named = (query: string) =>
  sql<Named[]>`coalesce((select json_agg(entry order by id) from (${sql.raw(query)}) as entry), '[]')`

/** The releases, deleted or not: what their lists contain has names, and requests have numbers. */
export async function historyRows(tx: Transaction, ids: number[]) {
  const rows = await tx
    .selectFrom('releases')
    .innerJoin('release_steps as step', 'step.id', 'releases.step_id')
    .select(['releases.id', 'title', 'start_date', 'plan_date', 'planned_time', 'short_description'])
    .select(['is_visible_for_client', 'description', 'terms', 'comment', 'step.name_step as step'])
    // Two steps have the same name where one of them is hidden.
    .select(['releases.deleted_at', 'releases.step_id'])
    .select([
      named(`select idmod as id, namemod as name from release_modules join shared_modules as modules using (idmod)
        where release_id = releases.id`).as('modules'),
      named(`select idcomp as id, namecomp as name from release_companies
        join shared_companies as companies using (idcomp) where release_id = releases.id`).as('companies'),
      named(`select user_id as id, users.name from release_users join shared_users as users on users.id = user_id
        where release_id = releases.id`).as('users'),
      named(`select idcomp as id, namecomp || coalesce(' (' || reason || ')', '') as name from not_publishing_list
        join shared_companies as companies using (idcomp) where release_id = releases.id`).as('notPublishingList'),
      // What its company reads is no part of the history, but a change of the release.
      named(`select idcomp as id, coalesce(client_reason, '') as name from not_publishing_list
        where release_id = releases.id`).as('client_reasons'),
      named(`select file_id as id, file_name as name from release_files
        join shared_files as files on files.id = file_id where release_id = releases.id`).as('files'),
      sql<
        number[]
      >`array(select requests.id from shared_requests as requests where release_id = releases.id order by 1)`.as(
        'requests',
      ),
    ])
    .where('releases.id', '=', oneOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** One release. @throws if there was never one with this id */
export async function historyRow(tx: Transaction, id: number) {
  const row = (await historyRows(tx, [id])).get(id)
  if (!row) throw new Error(`There is no release ${id} to record`)
  return row
}
export type HistoryRow = Awaited<ReturnType<typeof historyRow>>

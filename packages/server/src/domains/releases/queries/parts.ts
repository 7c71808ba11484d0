import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { FileInfo, Ref, releases, requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { momentOf, type Clock } from '../../../platform/clock.ts'
import { inRussianOrder, momentInJson, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { knows, type Viewer } from '../../access/port.ts'
import { issuesOf, requestRows, type Issues } from '../../requests/port.ts'
import { fromTheBeginning, stays, type StepChange } from '../rules/calculation.ts'
import { stepOf, type Releases } from './rows.ts'

/**
 * The deploy log: publications of the release with their files, newest first. Staff see all of them, clients those to
 * their own company.
 */
export const readyOf = (eb: Releases, viewer: Viewer) =>
  eb
    .selectFrom('handed_over as item')
    .whereRef('item.release_id', '=', 'releases.id')
    .where(knows.publicationItem(viewer))
    .innerJoin('shared_users as author', 'author.id', 'item.author_id')
    .select((own) => [
      own.ref('item.publication_id').$notNull().as('id'),
      momentInJson('item.created_at').as('created_at'),
      jsonBuildObject({ id: own.ref('author.id'), name: own.ref('author.name') }).as('author'),
      jsonArrayFrom(
        own
          .selectFrom('handed_files')
          .innerJoin('shared_files as files', 'files.id', 'handed_files.file_id')
          .select(['files.id', 'file_name', 'files.version', 'size', 'sha256'])
          .select(momentInJson('uploaded').as('uploaded'))
          .whereRef('handed_files.handed_id', '=', 'item.id')
          .where(knows.packageFile(viewer, 'item.id', 'handed_files.file_id'))
          .orderBy('files.id'),
      ).as('files'),
    ])
    .orderBy('item.publication_id', 'desc')

/** The files attached to the release itself, for staff. */
export const ownFilesOf = (eb: Releases) =>
  eb
    .selectFrom('release_files')
    .innerJoin('shared_files as files', 'files.id', 'release_files.file_id')
    .select(['files.id', 'file_name', 'files.version', 'size', 'sha256', momentInJson('uploaded').as('uploaded')])
    .whereRef('release_id', '=', 'releases.id')
    .where('files.deleted_at', 'is', null)
    .orderBy('files.id')

/** The release's own files, which only staff see until they are published, and the files of its publications. */
export function allFiles(own: FileInfo[], log: releases.ReleaseReady[]) {
  const handedOver = new Map(log.flatMap(({ files }) => files.map((file) => [file.id, file])))
  const inside = own.filter(({ id }) => !handedOver.has(id))
  return { files: [...inside, ...handedOver.values()], own_files: inside.map(({ id }) => id) }
}

/** The changes of the release's step with their comments, oldest first. */
export const stepChangesOf = (eb: Releases) =>
  eb
    .selectFrom('release_step_changes as change')
    .innerJoin('release_steps as step', 'step.id', 'change.step_id')
    .innerJoin('shared_users as users', 'users.id', 'change.user_id')
    .select(['change.id', momentInJson('change.at').as('at'), 'change.comment'])
    .select((own) => [
      stepOf(own).as('step'),
      jsonBuildObject({ id: own.ref('users.id'), name: own.ref('users.name') }).as('user'),
    ])
    .whereRef('change.release_id', '=', 'releases.id')
    .orderBy('change.id')

interface Stepped {
  step_changes: StepChange[]
  created_at: string
  author: Ref
}

/** How long the release was on each step; the comments on the changes are for staff only. */
export function stepsHistory(clock: Clock, { step_changes, created_at, author }: Stepped, { isRivc }: Viewer) {
  const shown = step_changes.map((change) => ({ ...change, comment: isRivc ? change.comment : null }))
  return stays(fromTheBeginning(shown, created_at, author), momentOf(clock))
}

/** The developers' tasks of requests, with the total planned and spent time. */
export function issuesInfo(rows: requests.RequestRow[], issues: Issues): releases.RequestsIssuesInfo {
  const items = rows.map((row) => ({
    request_id: row.id,
    planned_time: row.backlog_request?.planned_time ?? 0,
    issues: issues.get(row.id) ?? [],
  }))
  return {
    planned_requests_time: items.reduce((sum, { planned_time }) => sum + planned_time, 0),
    spent_time: items.flatMap((item) => item.issues).reduce((sum, { spent_time }) => sum + spent_time, 0),
    items,
  }
}

/** The texts that describe the requests, by module. */
export const requestTexts = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_requests as requests')
    .innerJoin('shared_modules as modules', 'modules.idmod', 'requests.idmod')
    .innerJoin('shared_systems as systems', 'systems.idsys', 'modules.idsys')
    .select(['requests.id', 'e_title', 'description', 'isSolo', 'requests.version'])
    .select((eb) =>
      jsonBuildObject({
        idmod: eb.ref('modules.idmod'),
        namemod: eb.ref('namemod'),
        idsys: eb.ref('systems.idsys'),
        system: eb.ref('namesys'),
      }).as('module'),
    )
    .where('requests.id', '=', oneOf(ids))
    .orderBy(inRussianOrder('namesys'))
    .orderBy(inRussianOrder('namemod'))
    .orderBy('modules.idmod')
    .orderBy('requests.id'),
)

/** Returns `issuesInfo` for any requests; unknown ones are left out. */
export async function issuesOfRequests(db: Db, person: Person, ids: number[]) {
  const [rows, issues] = await Promise.all([requestRows(db, person, { ids }), issuesOf(db, { ids })])
  return { requestsIssuesInfo: issuesInfo(rows, issues) }
}

/** The companies on the not-publishing list, with the reason and the person who put them there. */
export const notPublishingOf = (eb: Releases) =>
  eb
    .selectFrom('not_publishing_list as listed')
    .innerJoin('shared_users as users', 'users.id', 'listed.user_id')
    .select(['listed.idcomp', 'reason', 'client_reason', momentInJson('listed.at').as('at')])
    .select((own) => jsonBuildObject({ id: own.ref('users.id'), name: own.ref('users.name') }).as('user'))
    .whereRef('listed.release_id', '=', 'releases.id')
    .orderBy('listed.idcomp')

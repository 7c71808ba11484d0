import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { knowsRelease, type ReleaseAccess, type Viewer } from '../../access/port.ts'
import { NO_RELEASE_ACCESS } from '../policy.ts'
import type { CompanyState } from '../rules.ts'
import { statesOf } from './rows.ts'

/** What rooms need to know of a release that is not deleted. */
export interface ReleaseFacts {
  id: number
  title: string
  step_id: number
  start_date: string
  plan_date: string
  /** Minutes. */
  planned_time: number
  is_visible_for_client: boolean
  /** The first publication; null before it. */
  published_at: string | null
  author_id: number
  version: number
  /** Ids, in no order. */
  companies: number[]
  modules_ids: number[]
  users: number[]
  notPublishingList: number[]
}

/** Ids of one of the release's lists, as an array. */
const idsOf = (table: string, column: string) =>
  sql<number[]>`array(select ${sql.ref(column)} from ${sql.table(table)} where release_id = releases.id)`

/** @param ids unknown and deleted ones are left out */
export function factsOf(db: Db, ids: number[]): Promise<ReleaseFacts[]> {
  return db
    .selectFrom('releases')
    .select([
      'id',
      'title',
      'step_id',
      'start_date',
      'plan_date',
      'planned_time',
      'is_visible_for_client',
      'published_at',
    ])
    .select(['author_id', 'version'])
    .select([
      idsOf('release_companies', 'idcomp').as('companies'),
      idsOf('release_modules', 'idmod').as('modules_ids'),
      idsOf('release_users', 'user_id').as('users'),
      idsOf('not_publishing_list', 'idcomp').as('notPublishingList'),
    ])
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** @throws 404 where there is no release, 403 «Нет доступа к данному релизу» where it is not the caller's to see */
export function mustSee<Release extends ReleaseAccess>(viewer: Viewer, release: Release | undefined): Release {
  if (!release) throw refuse('not_found')
  if (!knowsRelease(viewer, release)) throw refuseWith(NO_RELEASE_ACCESS)
  return release
}

/** The companies of each release with their agreements, by name. */
export async function companyStates(db: Db, ids: number[]): Promise<Map<number, CompanyState[]>> {
  const rows = await db
    .selectFrom('releases')
    .select((eb) => [
      'releases.id',
      jsonArrayFrom(statesOf(eb).select(['isPublishedOnTestEnv', 'remark'])).as('companies'),
    ])
    .where('releases.id', 'in', ids.length > 0 ? ids : [0])
    .execute()
  return new Map(rows.map(({ id, companies }) => [id, companies]))
}

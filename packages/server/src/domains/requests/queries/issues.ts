import { sql } from 'kysely'
import type { requests } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { oneOf } from '../../../platform/sql.ts'

/**
 * When a task was last reported; a task that did not change is as recent as the last reading of its tracker, unless its
 * tracker does not show it any more.
 */
export const reportedAt = sql<string | null>`greatest(i.reported_at, least(t.read_at, i.hidden_at))`

/** The contract's tasks of developers, without `reported_at`. */
export const issuesAsOf = (db: Db) =>
  db
    .selectFrom('issues as i')
    .leftJoin('trackers_for_requests as t', 't.name', 'i.tracker')
    .select([
      'i.id',
      'i.title',
      'i.status',
      'i.assignee',
      'i.planned_time',
      'i.spent_time',
      'i.url',
      'i.tracker',
      'i.key',
    ])

/** Which requests: those with the given ids, or those of one release. */
type Whose = { ids: number[] } | { release_id: number }

const issues = statement((db, { ids, release_id }: { ids?: number[]; release_id?: number }) =>
  issuesAsOf(db)
    .select(['i.request_id', reportedAt.as('reported_at')])
    .$if(ids !== undefined, (set) => set.where('i.request_id', '=', oneOf(ids)))
    .$if(release_id !== undefined, (set) =>
      set.where('i.request_id', 'in', (eb) =>
        eb
          .selectFrom('requests as q')
          .select('q.id')
          .where('q.release_id', '=', release_id ?? 0)
          .where('q.deleted_at', 'is', null),
      ),
    )
    .orderBy('i.request_id')
    .orderBy('i.id'),
)

export type Issues = ReadonlyMap<number, requests.Issue[]>
export const NO_ISSUES: Issues = new Map()

/** Developers' tasks by request; a request without any is not in the map. */
export async function issuesOf(db: Db, which: Whose): Promise<Issues> {
  const byRequest = new Map<number, requests.Issue[]>()
  for (const { request_id, ...issue } of await issues.all(db, which)) {
    const known = byRequest.get(request_id)
    if (known) known.push(issue)
    else byRequest.set(request_id, [issue])
  }
  return byRequest
}

const counts = statement((db) =>
  db
    .selectFrom('issues')
    .select(['tracker', ({ fn }) => fn.countAll<number>().as('issues')])
    .select(({ fn }) => fn.count<number>('hidden_at').as('hidden'))
    .where('tracker', 'is not', null)
    .groupBy('tracker'),
)

/** The number of tasks by their tracker's name, and of those that it does not show any more. */
export const countIssues = async (db: Db): Promise<Map<string, { issues: number; hidden: number }>> =>
  new Map((await counts.all(db, {})).map(({ tracker, ...count }) => [tracker ?? '', count]))

/** A part of a walk through the tasks or requests of a tracker. */
interface Part {
  tracker: string
  /** The id that the walk has come to. */
  after: number
  most: number
}

const openTasks = statement(
  (db, { tracker, after, most }: Part) =>
    db
      .selectFrom('issues as i')
      .innerJoin('requests as q', 'q.id', 'i.request_id')
      .leftJoin('releases_for_requests as r', 'r.id', 'q.release_id')
      .select(['i.id', sql<string>`i.key`.as('key'), 'i.hidden_at'])
      .where('i.tracker', '=', tracker)
      .where('i.id', '>', after)
      .where('q.deleted_at', 'is', null)
      .where('r.published_at', 'is', null)
      .orderBy('i.id')
      .limit(most),
  { planned: 'each time' },
)

/** The next tasks of a tracker whose requests are neither deleted nor in a published release. */
export const nextOpenTasks = (db: Db, part: Part) => openTasks.all(db, part)

const untracked = statement(
  (db, { tracker, source, after, most }: Part & { source: string }) =>
    db
      .selectFrom('requests as q')
      .select(['q.id', sql<string>`q.source_key`.as('key')])
      .where('q.source', '=', source)
      .where('q.id', '>', after)
      .where('q.deleted_at', 'is', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('issues as i')
              .select('i.id')
              .where('i.tracker', '=', tracker)
              .whereRef('i.key', '=', 'q.source_key'),
          ),
        ),
      )
      .orderBy('q.id')
      .limit(most),
  { planned: 'each time' },
)

/** The next requests that were imported from a tracker's own issues and whose task is not known, with their keys. */
export const nextUntracked = (db: Db, part: Part & { source: string }) => untracked.all(db, part)

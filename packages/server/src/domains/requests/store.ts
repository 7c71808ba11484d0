import { sql } from 'kysely'
import type { Transaction } from '../../platform/transaction.ts'
import type { BacklogRow, withWish } from './rules.ts'

/** Everything a change of a request looks at, with its row locked; locks are taken by id, so that two never cross. */
const lockedRows = (tx: Transaction) =>
  tx
    .selectFrom('requests as q')
    .select(['q.id', 'q.idcomp', 'q.release_id', 'q.version', 'q.backlog_version', 'q.description_version'])
    .select(['q.inBacklog', 'q.backlog_title', 'q.planned_time', 'q.backlog_priority', 'q.description', 'q.isSolo'])
    .where('q.deleted_at', 'is', null)
    .orderBy('q.id')
    .forUpdate()
export type LockedRequest = BacklogRow & Awaited<ReturnType<ReturnType<typeof lockedRows>['execute']>>[number]

export const lockRequests = (tx: Transaction, ids: number[]): Promise<LockedRequest[]> =>
  lockedRows(tx)
    .where('q.id', '=', sql<number>`any(${ids}::int[])`)
    .execute()

/** Locks the requests of a release: all, or those named. */
export const lockRequestsOfRelease = (tx: Transaction, release_id: number, ids: number[] | 'all') =>
  lockedRows(tx)
    .where('q.release_id', '=', release_id)
    .$if(ids !== 'all', (query) => query.where('q.id', '=', sql<number>`any(${ids}::int[])`))
    .execute()

/** The deleted one has the title still: history speaks of it. */
export const releaseTitle = async (tx: Transaction, id: number) =>
  (await tx.selectFrom('releases').select('title').where('id', '=', id).executeTakeFirst())?.title ?? null

export const writeRelease = (tx: Transaction, ids: number[], release_id: number | null, at: string) =>
  tx
    .updateTable('requests')
    .set((eb) => ({ release_id, version: eb('version', '+', 1), updated_at: at }))
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute()

export const writeBacklog = (tx: Transaction, id: number, row: ReturnType<typeof withWish>, at: string) =>
  tx
    .updateTable('requests')
    .set((eb) => ({ ...row, version: eb('version', '+', 1), backlog_version: eb('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()

export const writeDescription = (tx: Transaction, id: number, description: string, isSolo: boolean, at: string) =>
  tx
    .updateTable('requests')
    .set((eb) => ({
      description,
      isSolo,
      version: eb('version', '+', 1),
      description_version: eb('version', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()

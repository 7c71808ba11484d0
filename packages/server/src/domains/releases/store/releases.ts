import { sql, type Insertable, type Updateable } from 'kysely'
import type { adminLists } from '@vypusk/contract'
import type { EventActor } from '../../../platform/events.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { orderedList } from '../../../platform/ordered-list.ts'
import { insertRows } from '../../../platform/inserting.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { oneOf } from '../../../platform/sql.ts'

/**
 * Locks the releases' rows until the transaction ends, so that changes of one release run one after another. They are
 * always locked in the order of their ids, so that two changes of the same releases cannot deadlock. What refers to a
 * release is written meanwhile: the database looks at the release then, and whoever writes an agreement has locked that
 * one before it.
 */
export const lockRows = (tx: Transaction, ids: number[]) =>
  tx
    .selectFrom('releases')
    .select('id')
    .where('id', '=', oneOf(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** The same for a deleted release; undefined if it is not deleted. */
export const lockDeleted = (tx: Transaction, id: number) =>
  tx
    .selectFrom('releases')
    .select(['deleted_at', 'step_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

/** Reads from its history who deleted the release, and the requests it had then. */
export async function deletionOf(tx: Transaction, id: number) {
  const rows = await tx
    .selectFrom('shared_history as history')
    .select(['id', 'field', 'user_id', 'before', 'at'])
    .where('entity', '=', 'release')
    .where('entity_id', '=', id)
    .where('field', 'in', ['deleted_at', 'requests'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const deletion = rows.find(({ field }) => field === 'deleted_at')
  const freed = rows.find(({ field, at }) => field === 'requests' && at === deletion?.at)
  return {
    /** The history row of the deletion; null for a release deleted without one. */
    id: deletion?.id ?? null,
    deleted_by: deletion?.user_id ?? null,
    requests: (freed?.before ?? []) as number[],
  }
}

/** Whether the meaning of a step has changed since a row of the history. */
export const isStepRevalued = async (tx: Transaction, step_id: number, since: number): Promise<boolean> =>
  (await tx
    .selectFrom('shared_history')
    .select('id')
    .where('entity', '=', 'release_step')
    .where('entity_id', '=', step_id)
    .where('field', '=', 'kind')
    .where('id', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined

type Fields = Omit<Insertable<DB['releases']>, 'author_id' | 'created_at' | 'updated_at'>

/** @returns the new release's id */
export const insertRow = (tx: Transaction, { deps, person }: EventActor, fields: Fields): Promise<number> => {
  const at = momentOf(deps.clock)
  return tx
    .insertInto('releases')
    .values({ ...fields, author_id: person.id, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id)
}

/** Changes the row only: whoever changes a release raises its version once it is known to differ. */
export const writeFields = (tx: Transaction, id: number, patch: Updateable<DB['releases']>) =>
  tx.updateTable('releases').set(patch).where('id', '=', id).execute()

/** Changes the row and increments its version; the row must be locked. */
export const patchRow = (
  tx: Transaction,
  actor: EventActor,
  id: number,
  patch: Updateable<DB['releases']>,
): Promise<number> =>
  tx
    .updateTable('releases')
    .set((eb) => ({ ...patch, updated_at: momentOf(actor.deps.clock), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
    .then(({ version }) => version)

export const writeStepChange = (
  tx: Transaction,
  actor: EventActor,
  release_id: number,
  step_id: number,
  comment: string | null,
) =>
  tx
    .insertInto('release_step_changes')
    .values({ release_id, step_id, comment, user_id: actor.person.id, at: momentOf(actor.deps.clock) })
    .execute()

/** The lists of a release: the table and column of each, by the field that sends it. */
const lists = {
  modules_ids: ['release_modules', 'idmod'],
  users: ['release_users', 'user_id'],
  companies: ['release_companies', 'idcomp'],
} as const
export type List = keyof typeof lists

/** Replaces the ids of one of the release's lists. */
export async function replaceList(tx: Transaction, release_id: number, list: List, ids: number[]): Promise<void> {
  const [table, column] = lists[list]
  await sql`delete from ${sql.table(table)}
    where release_id = ${release_id} and not ${sql.ref(column)} = any(${ids}::int[])`.execute(tx)
  await sql`insert into ${sql.table(table)} (release_id, ${sql.ref(column)})
    select ${release_id}, unnest(${ids}::int[]) on conflict do nothing`.execute(tx)
}

/** An entry of one of the lists of a release. */
export interface Listed {
  release_id: number
  id: number
}

/**
 * Adds entries to the lists of several releases.
 * @returns those that were not there, in the order of their ids
 */
export async function addToLists(tx: Transaction, list: List, entries: Listed[]): Promise<Listed[]> {
  if (entries.length === 0) return []
  const [table, column] = lists[list]
  const { rows } = await sql<Listed>`insert into ${sql.table(table)} (release_id, ${sql.ref(column)})
    select release_id, id from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry(release_id int, id int)
    order by release_id, id
    on conflict do nothing returning release_id, ${sql.ref(column)} as id`.execute(tx)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** The same for one release. @returns the ids that were not there */
export const addToList = async (tx: Transaction, release_id: number, list: List, ids: number[]): Promise<number[]> =>
  (
    await addToLists(
      tx,
      list,
      ids.map((id) => ({ release_id, id })),
    )
  ).map(({ id }) => id)

/** Removes ids from one of the lists; a company is removed from the not-publishing list too. */
export async function removeFromList(tx: Transaction, release_id: number, list: List, ids: number[]): Promise<void> {
  const [table, column] = lists[list]
  const gone = list === 'companies' ? [table, 'not_publishing_list'] : [table]
  for (const each of gone) {
    await sql`delete from ${sql.table(each)}
      where release_id = ${release_id} and ${sql.ref(column)} = any(${ids}::int[])`.execute(tx)
  }
}

/** The companies that the release names, with what else in it needs them. */
export const neededCompanies = (tx: Transaction, release_id: number, ids: number[]) =>
  tx
    .selectFrom('release_companies as own')
    .innerJoin('shared_companies as company', 'company.idcomp', 'own.idcomp')
    .select((eb) => [
      'own.idcomp',
      'company.namecomp',
      eb
        .exists(
          eb
            .selectFrom('agreements_for_releases as agreement')
            .select('agreement.id')
            .whereRef('agreement.company_id', '=', 'own.idcomp')
            .whereRef('agreement.release_id', '=', 'own.release_id')
            .where('agreement.deleted_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('isAsked'),
      eb
        .exists(
          eb
            .selectFrom('shared_requests as request')
            .select('request.id')
            .whereRef('request.idcomp', '=', 'own.idcomp')
            .whereRef('request.release_id', '=', 'own.release_id')
            .where('request.deleted_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('hasRequests'),
    ])
    .where('own.release_id', '=', release_id)
    .where('own.idcomp', '=', oneOf(ids))
    .orderBy('own.idcomp')
    .execute()

/** The modules that the release names, each with whether the release has a request of it. */
export const neededModules = (tx: Transaction, release_id: number, ids: number[]) =>
  tx
    .selectFrom('release_modules as own')
    .select((eb) => [
      'own.idmod',
      eb
        .exists(
          eb
            .selectFrom('shared_requests as request')
            .select('request.id')
            .whereRef('request.idmod', '=', 'own.idmod')
            .whereRef('request.release_id', '=', 'own.release_id')
            .where('request.deleted_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('hasRequests'),
    ])
    .where('own.release_id', '=', release_id)
    .where('own.idmod', '=', oneOf(ids))
    .execute()

export const attachFiles = (tx: Transaction, release_id: number, ids: number[]) =>
  insertRows(
    tx,
    'release_files',
    ids.map((file_id) => ({ release_id, file_id })),
  ).execute()

/** @returns false if it is not one of the release's own files */
export const detachFile = async (tx: Transaction, release_id: number, file_id: number): Promise<boolean> => {
  const gone = tx.deleteFrom('release_files').where('release_id', '=', release_id).where('file_id', '=', file_id)
  return (await gone.executeTakeFirst()).numDeletedRows > 0n
}

/** Whether a release may be moved to the step; the step cannot be hidden before the transaction ends. */
export const holdStep = async (tx: Transaction, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('release_steps')
    .select('id')
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()) !== undefined

/** The list of steps; «Планирование» is not part of its order. */
export const releaseStepList = orderedList({
  table: 'release_steps',
  id: 'id',
  name: 'name_step',
  hidden: 'hidden_at',
  fixed: 0,
})

/** Locks every step but «Планирование» in one order, so that two changes of the steps' kinds wait for each other. */
export const lockSteps = (tx: Transaction) =>
  tx
    .selectFrom('release_steps')
    .select(['id', 'kind', 'hidden_at'])
    .where('id', '<>', 0)
    .orderBy('id')
    .forUpdate()
    .execute()

/** @returns the new version */
export async function writeStepKind(tx: Transaction, id: number, kind: adminLists.StepKind): Promise<number> {
  const { version } = await tx
    .updateTable('release_steps')
    .set((eb) => ({ kind, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

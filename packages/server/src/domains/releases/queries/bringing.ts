import { sql } from 'kysely'
import type { BodyOf, releases } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { inRussianOrder, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { overStatuses, requestRows } from '../../requests/port.ts'
import { comesAlong } from '../rules/bringing.ts'
import { factsOf } from './facts.ts'

const ownRequests = statement((db, { release_id }: { release_id: number }) =>
  db
    .selectFrom('shared_requests as requests')
    .select('id')
    .where('release_id', '=', release_id)
    .where('deleted_at', 'is', null),
)

/** The requests of a release that are not deleted. */
export const requestsIn = async (db: Db, release_id: number): Promise<number[]> =>
  (await ownRequests.all(db, { release_id })).map(({ id }) => id)

const comingOf = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_requests as request')
    .innerJoin('shared_companies as company', 'company.idcomp', 'request.idcomp')
    .innerJoin('shared_modules as module', 'module.idmod', 'request.idmod')
    .innerJoin('shared_systems as system', 'system.idsys', 'module.idsys')
    .leftJoin('living_modules as living', 'living.idmod', 'request.idmod')
    .select(['request.id', 'request.planned_time', 'company.idcomp', 'company.namecomp'])
    .select(['module.idmod', 'module.namemod', 'system.idsys', 'system.namesys as system'])
    .select(['company.deleted_at as company_deleted_at', 'living.idmod as living_idmod'])
    .where('request.id', '=', oneOf(ids))
    .where('request.deleted_at', 'is', null)
    .orderBy(inRussianOrder('company.namecomp'))
    .orderBy(inRussianOrder('system.namesys'))
    .orderBy(inRussianOrder('module.namemod'))
    .orderBy('request.id'),
)

/**
 * The requests with the companies and modules they bring; a hidden company is not brought, nor a module that is hidden or
 * belongs to a hidden system.
 */
export async function comingRows(db: Db, ids: number[]) {
  const rows = await comingOf.all(db, { ids })
  return {
    rows,
    companies: rows.filter(({ company_deleted_at }) => company_deleted_at === null),
    modules: rows.filter(({ living_idmod }) => living_idmod !== null),
  }
}

/** A release that is not created yet. */
const NOTHING = { companies: [], modules_ids: [], planned_time: 0, is_visible_for_client: false }

type CheckInput = BodyOf<typeof releases.checkRequests>

/** Checks which of the requests can be added to a release, what they bring, and why the others cannot be added. */
export async function checkedRequests(db: Db, person: Person, release_id: number, input: CheckInput) {
  const [release = NOTHING] = release_id === 0 ? [] : await factsOf(db, [release_id])
  const found = await requestRows(db, person, { ids: input.requests })
  const own = input.companies ? release_id : null
  const free = found.filter((row) => !row.release || row.release.id === input.from)
  const taken = found.filter((row) => row.release && row.release.id !== input.from)
  const there = taken.filter((row) => row.release?.id === own)
  const had = { companies: input.companies ?? release.companies, modules_ids: input.modules ?? release.modules_ids }
  const ids = [...free, ...there].map(({ id }) => id)
  const { rows, ...coming } = await comingRows(db, ids)
  const { companies } = comesAlong(coming.companies, had)
  const { modules } = comesAlong(coming.modules, had)
  const over = await overStatuses(db)
  const known = new Set(found.map(({ id }) => id))
  return {
    free,
    taken,
    missing: [...new Set(input.requests)].filter((id) => !known.has(id)),
    over: free.filter(({ status }) => over.has(status.id)).map(({ id }) => id),
    companies: named(companies, rows, 'idcomp', ({ idcomp, namecomp }) => ({ idcomp, namecomp })),
    modules: named(modules, rows, 'idmod', ({ idmod, namemod, idsys, system }) => ({ idmod, namemod, idsys, system })),
    hours: {
      planned_time: release.planned_time,
      planned_requests_time: release_id === 0 ? 0 : await timeOf(db, release_id),
      added: sumOf(free.map((row) => row.backlog_request?.planned_time ?? 0)),
    },
    is_visible_for_client: release.is_visible_for_client,
  }
}

const sumOf = (minutes: number[]) => minutes.reduce((sum, each) => sum + each, 0)

type Row = Awaited<ReturnType<typeof comingRows>>['rows'][number]

/** Adds the names found in the rows to counts by id, in the order of the rows. */
const named = <Named>(counts: Map<number, number>, rows: Row[], key: 'idcomp' | 'idmod', nameOf: (row: Row) => Named) =>
  [...counts].flatMap(([id, requests]) => {
    const row = rows.find((each) => each[key] === id)
    return row ? [{ ...nameOf(row), requests }] : []
  })

const time = statement((db, { release_id }: { release_id: number }) =>
  db
    .selectFrom('shared_requests as requests')
    .select(sql<number>`coalesce(sum(planned_time), 0)::int`.as('sum'))
    .where('release_id', '=', release_id)
    .where('deleted_at', 'is', null),
)

const timeOf = async (db: Db, release_id: number): Promise<number> => (await time.one(db, { release_id })).sum

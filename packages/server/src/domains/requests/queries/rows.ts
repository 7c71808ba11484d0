import { sql } from 'kysely'
import type { requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { backlogOf } from '../rules.ts'
import { knows } from '../../access/port.ts'
import { requestsFor } from './scope.ts'

/** Which requests: by number, or those of one release. */
export type Which = { ids: number[] } | { release_id: number }

/** The rows of the contract, as far as the person may know them, by id. */
export async function requestRows(db: Db, person: Person, which: Which): Promise<requests.RequestRow[]> {
  const rows = await selectRows(db, person, which).execute()
  return rows.map((row) => rowOf(row, person))
}

/** The same rows in the order of the ids. */
export async function rowsInOrder(db: Db, person: Person, ids: number[]): Promise<requests.RequestRow[]> {
  const byId = new Map((await requestRows(db, person, { ids })).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const selectRows = (db: Db, person: Person, which: Which) =>
  requestsFor(db, person)
    .where((eb) =>
      'ids' in which
        ? eb('q.id', '=', sql<number>`any(${which.ids}::int[])`)
        : eb('q.release_id', '=', which.release_id),
    )
    .innerJoin('request_statuses as s', 's.id', 'q.status_id')
    .innerJoin('request_types as t', 't.id', 'q.type_id')
    .innerJoin('users as a', 'a.id', 'q.author_id')
    .innerJoin('companies as c', 'c.idcomp', 'q.idcomp')
    .innerJoin('modules as m', 'm.idmod', 'q.idmod')
    .innerJoin('systems as sy', 'sy.idsys', 'm.idsys')
    .leftJoin('releases as r', (join) => join.onRef('r.id', '=', 'q.release_id').on(knows.release(person)))
    .select(['q.id', 'q.e_title', 'q.created_at', 'q.priority', 'q.urgency', 'q.isPaid', 'q.version'])
    .select(['q.inBacklog', 'q.backlog_title', 'q.planned_time', 'q.backlog_priority'])
    .select(['s.id as status_id', 's.name as status_name', 's.tone', 't.id as type_id', 't.name as type_name'])
    .select(['a.id as author_id', 'a.name as author_name', 'c.idcomp', 'c.namecomp'])
    .select(['m.idmod', 'm.namemod', 'm.idsys', 'sy.namesys'])
    .select(['r.id as release_id', 'r.title as release_title', 'r.plan_date'])
    .orderBy('q.id')

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number]

function rowOf(row: Row, { isRivc }: Person): requests.RequestRow {
  const { id, e_title, created_at, priority, urgency, isPaid, version } = row
  const { release_id, release_title, plan_date } = row
  return {
    id,
    e_title,
    created_at,
    // The column's own constraint keeps it to the contract's tones.
    status: { id: row.status_id, name: row.status_name, tone: row.tone as requests.RequestRow['status']['tone'] },
    type: { id: row.type_id, name: row.type_name },
    author: { id: row.author_id, name: row.author_name },
    company: { idcomp: row.idcomp, namecomp: row.namecomp },
    module: { idmod: row.idmod, namemod: row.namemod, idsys: row.idsys, system: row.namesys },
    release: release_id && release_title && plan_date ? { id: release_id, title: release_title, plan_date } : null,
    priority,
    urgency,
    isPaid,
    backlog_request: isRivc ? backlogOf(row) : null,
    version,
  }
}

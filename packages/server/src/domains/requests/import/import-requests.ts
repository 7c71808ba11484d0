import { createHash } from 'node:crypto'
import type { Db, Doer } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordMany } from '../../../platform/history.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { ensureUse } from '../../catalog/port.ts'
import { REQUEST_TITLES } from '../rules.ts'
import { mapColumns, type Mapping } from './columns.ts'
import { readDrafts, type BadRow, type Drafts } from './drafts.ts'
import { loadLists } from './lists.ts'
import { choosePlace, makePlace, type Placement, type Wanted } from './placement.ts'
import { planImport, type Plan } from './plan.ts'
import { ImportRefused } from './refused.ts'
import {
  insertRequests,
  knownRequests,
  lockReadable,
  rememberedMapping,
  rememberMapping,
  rememberRows,
  takeTurn,
  updateRequests,
} from './store.ts'
import { readFile, type FileTable } from './file.ts'
import type { Table } from './table.ts'

export interface ImportOrder extends Wanted {
  bytes: Uint8Array
  /** Name of what the keys belong to: the same key of the same source is the same request. */
  source: string
  /** What `--map` or the screen said. */
  mapping: Mapping
  dryRun: boolean
  /** One wrong row refuses the file. */
  allOrNothing?: boolean
}

export interface ImportReport extends Pick<Drafts, 'bad' | 'notes'> {
  encoding: FileTable['encoding']
  separator: string
  header: string[]
  mapping: Mapping
  rows: number
  created: number
  updated: number
  same: number
  deleted: number
  placement: Placement
}

/**
 * Takes requests in from a file, all that can be taken in one transaction. A dry run only says
 * what would be done. The same file again changes nothing (constraint requests_source_once).
 * @throws ImportRefused with a sentence when the file as a whole cannot be taken
 */
export async function importRequests(doer: Doer, order: ImportOrder): Promise<ImportReport> {
  const table = await readFile(order.bytes)
  const { db } = doer.deps
  // Remembered by rememberMapping only.
  const remembered = (await rememberedMapping(db, nameOf(table))) as Mapping | undefined
  const mapping = mapColumns(table.header, order.mapping, remembered)
  const lists = await loadLists(db)
  const { drafts, bad, notes } = readDrafts(table, mapping, lists)
  if (order.allOrNothing && bad.length > 0 && !order.dryRun) throw new ImportRefused(oneWrong(bad))
  const placement = choosePlace(lists, order)
  const keys = drafts.map(({ source_key }) => source_key)
  const planOn = async (on: Db) => planImport(drafts, await knownRequests(on, order.source, keys))
  const plan = order.dryRun
    ? await planOn(db)
    : await inTransaction(doer, async (tx) => {
        await takeTurn(tx)
        const work = await planOn(tx)
        await carryOut(tx, doer, work, placement, order.source)
        await rememberMapping(tx, nameOf(table), mapping, momentOf(doer.deps.clock))
        return work
      })
  const { encoding, header, separator, rows } = table
  return { encoding, separator, header, mapping, rows: rows.length, bad, notes, placement, ...counted(plan) }
}

const oneWrong = ([first, ...rest]: BadRow[]) =>
  `Строк с ошибками: ${rest.length + 1}, ничего не записано. Строка ${first?.line}: ${first?.reason}`

async function carryOut(tx: Transaction, doer: Doer, plan: Plan, placement: Placement, source: string) {
  if (plan.create.length > 0) await createAll(tx, doer, plan, placement, source)
  if (plan.update.length > 0) await updateAll(tx, doer, plan)
  if (plan.create.length + plan.update.length === 0) return
  // One event for all: screens fetch what they show anew.
  await emit(tx, doer, { kind: 'changed', entity: 'all', entity_id: 0, companies: null, data: {} })
}

/** A mapping is remembered by the header row it was made for, whatever its length. */
const nameOf = ({ header }: Table) => createHash('sha256').update(header.join('\n')).digest('hex')

const counted = ({ create, update, same, deleted }: Plan) => ({
  created: create.length,
  updated: update.length,
  same,
  deleted: deleted.length,
})

const { e_title, text, status, type, priority, urgency, isPaid, inBacklog, planned_time } = REQUEST_TITLES
const BACKLOG_TITLES = { inBacklog, planned_time }
const CHANGE_TITLES = { e_title, text, status, type, priority, urgency, isPaid, ...BACKLOG_TITLES }

async function createAll(tx: Transaction, doer: Doer, { create }: Plan, placement: Placement, source: string) {
  const at = momentOf(doer.deps.clock)
  const { status_id, type_id } = placement
  const here = await makePlace(tx, placement)
  const ids = await insertRequests(tx, create, { source, status_id, type_id, at, author_id: doer.person.id, ...here })
  await ensureUse(
    tx,
    distinct(create.map(({ row }) => ({ idcomp: row.idcomp ?? here.idcomp, idmod: row.idmod ?? here.idmod }))),
  )
  const said = create.flatMap(({ source_key, row }) => {
    const request_id = ids.get(source_key)
    return request_id === undefined ? [] : [{ request_id, row }]
  })
  await rememberRows(tx, said, at)
  // The request itself is no change; its backlog record is one that history has to tell of.
  const changes = said.map(({ request_id, row }) => ({
    entity: 'request' as const,
    entity_id: request_id,
    titles: BACKLOG_TITLES,
    before: null,
    after: typeof row.planned_time === 'number' ? { inBacklog: false, planned_time: row.planned_time } : {},
    via: 'import' as const,
  }))
  await recordMany<{ inBacklog?: boolean; planned_time?: number }>(tx, doer, changes)
}

async function updateAll(tx: Transaction, doer: Doer, { update }: Plan) {
  const at = momentOf(doer.deps.clock)
  const ids = update.map(({ known }) => known.id)
  const before = await lockReadable(tx, ids)
  await updateRequests(tx, update, at)
  const after = new Map((await lockReadable(tx, ids)).map((row) => [row.id, row]))
  const changes = before.map((row) => ({
    entity: 'request' as const,
    entity_id: row.id,
    titles: CHANGE_TITLES,
    before: row,
    after: after.get(row.id) ?? row,
    via: 'import' as const,
  }))
  await recordMany(tx, doer, changes)
  await ensureUse(tx, distinct([...after.values()].map(({ idcomp, idmod }) => ({ idcomp, idmod }))))
  await rememberRows(
    tx,
    update.map(({ known, draft }) => ({ request_id: known.id, row: { ...known.said, ...draft.row } })),
    at,
  )
}

interface Use {
  idcomp: number
  idmod: number
}
const distinct = (uses: Use[]) => [...new Map(uses.map((use) => [`${use.idcomp} ${use.idmod}`, use])).values()]

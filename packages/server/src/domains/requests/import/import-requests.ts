import { createHash } from 'node:crypto'
import type { Db, Doer } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { carryOut } from './carry-out.ts'
import { mapColumns, type Mapping } from './columns.ts'
import { readDrafts, type BadRow, type Drafts } from './drafts.ts'
import { loadLists } from './lists.ts'
import { choosePlace, type Placement, type Wanted } from './placement.ts'
import { planImport, type Plan } from './plan.ts'
import { ImportRefused } from './refused.ts'
import type { Tell } from './progress.ts'
import { knownRequests, rememberedMapping, rememberMapping, takeTurn } from './store.ts'
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
  onProgress?: Tell
}

const toNobody: Tell = async () => {}

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
  const { onProgress = toNobody } = order
  const table = await readFile(order.bytes)
  const { db } = doer.deps
  // Remembered by rememberMapping only.
  const remembered = (await rememberedMapping(db, nameOf(table))) as Mapping | undefined
  const mapping = mapColumns(table.header, order.mapping, remembered)
  const lists = await loadLists(db)
  const { drafts, bad, notes } = await readDrafts(table, mapping, lists, onProgress)
  if (order.allOrNothing && bad.length > 0 && !order.dryRun) throw new ImportRefused(oneWrong(bad))
  const placement = choosePlace(lists, order)
  const keys = drafts.map(({ source_key }) => source_key)
  const planOn = async (on: Db) => planImport(drafts, await knownRequests(on, order.source, keys))
  const plan = order.dryRun
    ? await planOn(db)
    : await inTransaction(doer, async (tx) => {
        await takeTurn(tx)
        const work = await planOn(tx)
        await carryOut(tx, doer, work, { source: order.source, placement }, onProgress)
        await rememberMapping(tx, nameOf(table), mapping, momentOf(doer.deps.clock))
        return work
      })
  const { encoding, header, separator, rows } = table
  return { encoding, separator, header, mapping, rows: rows.length, bad, notes, placement, ...counted(plan) }
}

const oneWrong = ([first, ...rest]: BadRow[]) =>
  `Строк с ошибками: ${rest.length + 1}, ничего не записано. Строка ${first?.line}: ${first?.reason}`

/** A mapping is remembered by the header row it was made for, whatever its length. */
const nameOf = ({ header }: Table) => createHash('sha256').update(header.join('\n')).digest('hex')

const counted = ({ create, update, same, deleted }: Plan) => ({
  created: create.length,
  updated: update.length,
  same,
  deleted: deleted.length,
})

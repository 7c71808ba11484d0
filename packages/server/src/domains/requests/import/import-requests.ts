import { createHash } from 'node:crypto'
import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { inTempFolder } from '../../../platform/temp-folder.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { carryOut } from './carry-out.ts'
import { mapColumns, type Mapping } from './columns.ts'
import { readDrafts, type BadRow, type Drafts } from './drafts.ts'
import type { Table } from './file.ts'
import { loadLists } from './lists.ts'
import { choosePlace, type Placement, type Wanted } from './placement.ts'
import { written, type Tally } from './plan.ts'
import { lookAhead } from './planning.ts'
import { readApart } from './reading.ts'
import { ImportRefused } from './refused.ts'
import type { Tell } from './progress.ts'
import { lockRequests, rememberedMapping, rememberMapping, takeTurn } from './store.ts'

export interface ImportOrder extends Wanted {
  /** Of the file. */
  path: string
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

export interface ImportReport extends Pick<Drafts, 'bad' | 'notes'>, Tally {
  encoding: Table['encoding']
  separator: string
  header: string[]
  mapping: Mapping
  rows: number
  placement: Placement
}

/**
 * Takes requests in from a file, all that can be taken in one transaction. A dry run only says
 * what would be done. The same file again changes nothing (constraint requests_source_once).
 * @throws ImportRefused with a sentence when the file as a whole cannot be taken
 */
export const importRequests = (actor: Actor, order: ImportOrder): Promise<ImportReport> =>
  inTempFolder(async (folder) => {
    const { onProgress: emitChange = toNobody } = order
    const table = await readApart(order.path, folder)
    const { db } = actor.deps
    // Remembered by rememberMapping only.
    const remembered = (await rememberedMapping(db, nameOf(table))) as Mapping | undefined
    const mapping = mapColumns(table.header, order.mapping, remembered)
    const lists = await loadLists(db)
    const { drafts, bad, notes } = await readDrafts(table, mapping, lists, { folder, emitChange })
    if (order.allOrNothing && bad.length > 0 && !order.dryRun) throw new ImportRefused(oneWrong(bad))
    const placement = choosePlace(lists, order)
    const ahead = await lookAhead(db, order.source, drafts)
    // A big file is written for minutes, and a second one waits for the first.
    const patient = { ...actor, deps: { ...actor.deps, db: actor.deps.longDb } }
    const write = () =>
      inTransaction(patient, async (tx) => {
        await takeTurn(tx)
        await rememberMapping(tx, nameOf(table), mapping, momentOf(actor.deps.clock))
        const total = written(ahead.tally)
        if (total === 0) return ahead.tally
        await lockRequests(tx, ahead.updated)
        return carryOut(tx, actor, drafts, { source: order.source, placement, total, emitChange })
      })
    const tally = order.dryRun ? ahead.tally : await write()
    const { encoding, header, separator, rows } = table
    return { encoding, separator, header, mapping, rows: rows.count, bad, notes, placement, ...tally }
  })

const oneWrong = ([first, ...rest]: BadRow[]) =>
  `Строк с ошибками: ${rest.length + 1}, ничего не записано. Строка ${first?.line}: ${first?.reason}`

/** A mapping is remembered by the header row it was made for, whatever its length. */
const nameOf = ({ header }: Table) => createHash('sha256').update(header.join('\n')).digest('hex')

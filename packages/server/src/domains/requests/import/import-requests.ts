import { createHash } from 'node:crypto'
import type { Actor, Db } from '../../../platform/call.ts'
import { installationZone, momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { inTempFolder } from '../../../platform/runtime/temp-folder.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { carryOut } from './writing/carry-out.ts'
import { mapColumns, rowReader, type Mapping } from './rows/columns.ts'
import { orderFrom, type DateOrder } from './rows/dates.ts'
import { readDrafts, type Drafts } from './rows/drafts.ts'
import type { Reading } from './rows/forms.ts'
import { unitOf, type Unit } from './rows/estimates.ts'
import type { Table } from './file/file.ts'
import { withKeys, type Keys } from './rows/keys.ts'
import { closedCompanies, loadLists } from '../queries/import/lists.ts'
import { lookThrough, type Looked } from './rows/first-pass.ts'
import { makeOfWords } from './words/make-missing.ts'
import { accountFinder, finder, type Lists } from './words/meanings.ts'
import { withoutAccount } from '../rules.ts'
import { choosePlace, type Placement, type Wanted } from './writing/placement.ts'
import { written, type Tally } from './writing/plan.ts'
import { checkStillThere } from './writing/still-there.ts'
import { lookAhead } from './writing/plan-drafts.ts'
import { readApart } from './file/reading.ts'
import { ImportRefused } from './refused.ts'
import type { ReportProgress } from './progress.ts'
import { rememberedChoices, rememberedMapping } from '../queries/import/choices.ts'
import { rememberMapping } from '../store/import/choices.ts'
import { rememberClosed, takeTurn } from '../store/import/requests.ts'
import { knownIn, ownerOf, sourceFor } from './source.ts'
import { kindOf } from './systems.ts'
import { choiceOf, readValues, type Choices } from './words/values.ts'

export interface ImportOrder extends Omit<Wanted, 'source'> {
  /** The path of the file. */
  path: string
  /** Without its extension. */
  fileName?: string
  /**
   * The name of the system that the keys belong to: the same key of the same source is the same request. Derived from
   * the file if left out.
   */
  source?: string | undefined
  /** The mapping given by `--map` or the screen. */
  mapping: Mapping
  /** The choices for the file's words made on the screen. */
  values?: Choices
  /** Which number of a date is the day, where the file leaves it open. */
  dateOrder?: DateOrder | undefined
  /** The unit of a bare number of hours. */
  unit?: Unit | undefined
  /** Whether comments and files are visible to the requests' companies too; by default they are internal. */
  openComments?: boolean
  /**
   * Whether requests that were not visible to everybody belong to their companies here; by default they belong to a
   * company without people.
   */
  openPrivate?: boolean
  dryRun: boolean
  /** Whether one bad row refuses the whole file. */
  allOrNothing?: boolean
  onProgress?: ReportProgress
}

const toNobody: ReportProgress = async () => {}

export interface ImportReport extends Omit<Drafts, 'drafts' | 'dues'>, Tally {
  encoding: Table['encoding']
  separator: string
  source: string
  /** Another source that these requests were imported from before. */
  known_source: string | null
  header: string[]
  mapping: Mapping
  rows: number
  placement: Placement
  reading: Reading
  evidence: Looked['evidence']
  /** The rows that were not visible to everybody. */
  closed: Looked['closed']
  lists: Lists
}

/**
 * Imports requests from a file, all valid rows in one transaction. A dry run only reports what would be done. Importing
 * the same file again changes nothing (constraint requests_source_once).
 * @throws ImportRefused with a sentence if the file as a whole cannot be imported
 */
export const importRequests = (actor: Actor, order: ImportOrder): Promise<ImportReport> =>
  inTempFolder((folder) => withKeys(actor.deps, (keys) => takeIn(actor, order, { folder, keys })))

async function takeIn(
  actor: Actor,
  order: ImportOrder,
  { folder, keys }: { folder: string; keys: Keys },
): Promise<ImportReport> {
  const { onProgress: emitChange = toNobody } = order
  const table = await readApart(order.path, folder, emitChange)
  const { db } = actor.deps
  // Stored by rememberMapping only.
  const remembered = (await rememberedMapping(db, nameOf(table))) as Mapping | undefined
  const mapping = mapColumns(table.header, order.mapping, remembered)
  const lists = await loadLists(db)
  const whose = await whoseKeys(db, order, table, mapping)
  const { source } = whose
  const placement = choosePlace(lists, await closedCompanies.all(db, {}), { ...order, source })
  const { reading, evidence, closed } = await readingOf(db, order, { table, mapping, lists, source, placement })
  const { drafts, dues, ...found } = await readDrafts(table, reading, { folder, keys, emitChange })
  if (order.allOrNothing && found.bad_count > 0 && !order.dryRun) throw new ImportRefused(oneWrong(found))
  const mark = order.dryRun ? markNone : keys.mark
  const ahead = await lookAhead(db, drafts, { source, placement, mark, emitChange })
  const write = () =>
    writeAll(actor, order, { table, source, mapping, lists, placement, reading, drafts, dues, ahead, keys })
  const tally = order.dryRun ? ahead.tally : await write()
  const { encoding, header, separator, rows } = table
  const about = { encoding, separator, ...whose, header, mapping, rows: rows.count }
  return { ...about, ...found, placement, reading, evidence, closed, lists, ...tally }
}

const markNone: Keys['mark'] = async () => {}

interface Work
  extends
    Pick<ImportReport, 'source' | 'mapping' | 'lists' | 'placement' | 'reading'>,
    Pick<Drafts, 'drafts' | 'dues'> {
  table: Table
  /** What there was to do before the transaction. */
  ahead: Awaited<ReturnType<typeof lookAhead>>
  keys: Keys
}

/** Writes everything in one transaction, and remembers the choices made for the file. */
function writeAll(actor: Actor, order: ImportOrder, work: Work): Promise<Tally> {
  const { table, source, mapping, lists, placement, reading, drafts, dues, ahead, keys } = work
  const { values: choices = {}, openComments: isOpen = false, onProgress: emitChange = toNobody } = order
  // Writing a big file takes minutes, and a second import waits for the first.
  const patient = { ...actor, deps: { ...actor.deps, db: actor.deps.longDb } }
  return inTransaction(patient, async (tx) => {
    await takeTurn(tx)
    const total = written(ahead.tally)
    const wanted = { ...order, source }
    if (total > 0) await checkStillThere(tx, { wanted, placement, lists, values: reading.values })
    await rememberMapping(tx, nameOf(table), mapping, momentOf(actor.deps.clock))
    const making = total === 0 ? [] : reading.values.making
    const { read } = reading.values
    const { asMade, madeId } = await makeOfWords(tx, actor, {
      source,
      system: placement.module.system,
      making,
      choices,
      read,
      dues,
    })
    if (total === 0) return ahead.tally
    await lockReleases(tx, actor, [...ahead.releases].map(madeId))
    await keys.lock(tx)
    if (reading.closed !== undefined) await rememberClosed(tx, madeId(reading.closed))
    const people = peopleBy(lists, reading)
    return carryOut(tx, actor, drafts, { source, placement, total, asMade, isOpen, people, emitChange })
  })
}

/** Releases are locked before their requests, as everywhere, and all at once, whatever their order in the file. */
async function lockReleases(tx: Transaction, actor: Actor, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const data = { releases: ids }
  await emit(tx, actor, { kind: 'requests.joining_ahead', entity: 'all', entity_id: 0, companies: [], data })
}

/** The source as given, otherwise derived from the keys; and another source that has the same requests. */
async function whoseKeys(db: Db, order: ImportOrder, table: Table, mapping: Mapping) {
  const known = await knownIn(db, table, rowReader(table.header, mapping))
  const source = order.source ?? sourceFor(known, kindOf(table.header), order.fileName ?? '')
  const owner = ownerOf(known.filter((one) => one.source !== source))
  return { source, known_source: ownerOf(known) === source ? null : owner }
}

/** How the file's words, dates and hours are read: as chosen now, as remembered, or as derived from the file. */
async function readingOf(
  db: Db,
  order: ImportOrder,
  { table, mapping, lists, source, placement }: Pick<Work, 'table' | 'mapping' | 'lists' | 'source' | 'placement'>,
): Promise<{ reading: Reading } & Omit<Looked, 'words'>> {
  const rows = rowReader(table.header, mapping)
  const { words, evidence, closed } = await lookThrough(table, rows)
  const remembered = await rememberedChoices(db, source)
  const values = readValues(words, { lists, chosen: order.values ?? {}, remembered, system: placement.module.system })
  const reading = {
    rows,
    values,
    closed: closed > 0 && order.openPrivate !== true ? closedCompany(placement, values) : undefined,
    order: order.dateOrder ?? orderFrom(evidence).order,
    unit: order.unit ?? unitOf(mapping.planned_time ?? '', kindOf(table.header)),
    zone: installationZone(),
    authors: { ...remembered.author, ...order.values?.author },
    company: placement.company.id,
    accountIn: accountFinder(lists.people),
  }
  return { reading, evidence, closed }
}

/** The company without people; a negative id if it has yet to be created. */
function closedCompany({ closed: { id, name } }: Placement, { making }: Reading['values']): number {
  if (id !== null) return id
  making.push({ field: 'company', word: name, id: -1 - making.length })
  return -making.length
}

/**
 * Finds the author of a comment by name, as whom they write in a company; choices for authors apply here too, whether
 * made now or earlier.
 */
function peopleBy({ people, ...lists }: Lists, { values, authors, accountIn }: Reading) {
  const byId = new Map(people.map((person) => [person.id, person]))
  const find = finder('author', { ...lists, people })
  const chosenAuthor = (name: string) => values.read('author', name) ?? choiceOf(authors, name)
  return (name: string, idcomp: number) => {
    const id = chosenAuthor(name) ?? chosenAuthor(withoutAccount(name))
    // The name was chosen to be nobody: a person with the same name here is somebody else.
    return name === '' || id === null ? undefined : byId.get(accountIn(id ?? find(name)?.id ?? 0, idcomp))
  }
}

const oneWrong = ({ bad: [first], bad_count: count }: Pick<Drafts, 'bad' | 'bad_count'>) =>
  `Строк с ошибками: ${count}, ничего не записано. Строка ${first?.line}: ${first?.reason}`

/** A mapping is remembered by a hash of its header row, which may be long. */
const nameOf = ({ header }: Table) => createHash('sha256').update(header.join('\n')).digest('hex')

import { isClosed, verifyRecords, type ChainRecord, type OpenRecord } from './chain.ts'
import { MANIFEST, manifest, RECORDS, recordLine, SCOPE_NAME, SUMS, type Manifest } from './file.ts'
import { TEXTS, type Sum } from './record.ts'

/**
 * Verifies a dossier using nothing but the dossier itself. Used by `npm run verify` and by the standalone page that
 * works without a server.
 */

/** The file is not a dossier, or has an unknown format version. The message is in Russian and meant for people. */
export class NoDossier extends Error {
  override name = 'NoDossier'
}

/** Files of the archive by name; null for a file that could not be unpacked. */
export type Files = ReadonlyMap<string, Uint8Array | null>

export interface CompanyVerdict {
  chain: string
  company: string
  records: number
  /** How many of them are closed to the reader, and how many have digests in place of their texts. */
  closed: number
  erased: number
  /** Records that are not part of a chain; they are only reported. */
  earlier: number
  /** Hash of the last record of the chain. */
  hash: string
  /** The first broken record with its number; null when the chain is intact. */
  fault: string | null
}

export interface Verdict {
  isWhole: boolean
  dossier: Manifest
  companies: CompanyVerdict[]
  /** Number of files that were compared with their checksums. */
  files: number
  /** Everything that is wrong; broken records come first. */
  faults: string[]
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function readManifest(files: Files): Manifest {
  const bytes = files.get(MANIFEST)
  if (!bytes) throw new NoDossier('Это не досье: в архиве нет файла dossier.json')
  const read = manifest.safeParse(parsed(text(bytes)))
  if (read.success) return read.data
  throw new NoDossier('Это не досье, или оно сделано другой версией: файл dossier.json не читается')
}

/** @returns the parsed value, or undefined if the text is not JSON */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const SUM_LINE = /^[0-9a-f]{64} {2}\S.*$/

/** Compares the files with SHA256SUMS in both directions. */
function faultsOfFiles(files: Files, sum: Sum): string[] {
  const list = files.get(SUMS)
  if (!list) return [`Файла ${SUMS} нет: сверять файлы не с чем`]
  const lines = text(list).split('\n').slice(0, -1)
  const unread = lines.findIndex((line) => !SUM_LINE.test(line)) + 1
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  const listed = [...sums].flatMap(([name, expected]) => {
    const bytes = files.get(name)
    if (bytes === undefined) return [`Файла ${name} нет`]
    return bytes && sum(bytes) === expected ? [] : [`Файл ${name} изменён`]
  })
  const added = [...files.keys()].filter((name) => name !== SUMS && !sums.has(name))
  return [
    ...(unread > 0 ? [`Строка ${unread} файла ${SUMS} изменена`] : []),
    ...(text(list).endsWith('\n') && sums.size === lines.length ? [] : [`Файл ${SUMS} изменён`]),
    ...listed,
    ...added.map((name) => `Файл ${name} добавлен`),
  ]
}

/** The name of a scope file is its own checksum, whatever SHA256SUMS says. */
const faultsOfScopes = (files: Files, sum: Sum): string[] =>
  [...files].flatMap(([name, bytes]) => {
    const expected = SCOPE_NAME.exec(name)?.[1]
    return expected && bytes && sum(bytes) !== expected ? [`Состав релиза ${name} не тот, что согласован`] : []
  })

function readRecords(files: Files): { records: ChainRecord[]; faults: string[] } {
  const bytes = files.get(RECORDS)
  if (!bytes) return { records: [], faults: [`Файла ${RECORDS} нет или он не распаковывается`] }
  const unread: number[] = []
  const lines = text(bytes).split('\n').filter(Boolean)
  const records = lines.flatMap((line, index) => {
    const read = recordLine.safeParse(parsed(line))
    if (read.success) return [read.data]
    unread.push(index + 1)
    return []
  })
  const others = unread.length > 1 ? `, и ещё строк: ${unread.length - 1}` : ''
  return { records, faults: unread.length > 0 ? [`Строка ${unread[0]} файла ${RECORDS} не читается${others}`] : [] }
}

const isErased = (record: OpenRecord) => !record.salt && TEXTS.some((name) => record.digests?.[name])

function verdictOf(head: Manifest['chains'][number], records: ChainRecord[], sum: Sum): CompanyVerdict {
  const { chain, company, hash, earlier } = head
  const verdict = verifyRecords(head, records, sum)
  const fault = verdict.fault && `${company}: ${lowered(verdict.fault.message)}`
  const open = records.filter((record): record is OpenRecord => !isClosed(record))
  const erased = open.filter(isErased).length
  const closed = records.length - open.length
  return { chain, company, records: verdict.records, closed, erased, earlier: earlier?.records ?? 0, hash, fault }
}

/** Staff may read every record: one that is closed in their dossier was closed by somebody else. */
const faultsOfClosing = ({ for_client }: Manifest, companies: CompanyVerdict[]): string[] =>
  for_client
    ? []
    : companies.flatMap(({ company, closed }) =>
        closed > 0 ? [`${company}: закрыто записей: ${closed}, хотя досье сделано для сотрудников`] : [],
      )

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)

/**
 * Checks every chain and every file of a dossier.
 * @param files of the archive by name; `repeated` lists names that occur more than once
 * @throws NoDossier
 */
export function verifyDossier(files: Files, sum: Sum, repeated: readonly string[] = []): Verdict {
  const dossier = readManifest(files)
  const { records, faults: unread } = readRecords(files)
  const byChain = Map.groupBy(records, ({ chain }) => chain)
  const companies = dossier.chains.map((head) => verdictOf(head, byChain.get(head.chain) ?? [], sum))
  const known = new Set(dossier.chains.map(({ chain }) => chain))
  const strange = [...byChain.keys()].filter((chain) => !known.has(chain))
  const faults = [
    ...unread,
    ...companies.flatMap(({ fault }) => fault ?? []),
    ...faultsOfClosing(dossier, companies),
    ...strange.map((chain) => `Записи цепочки ${chain} добавлены`),
    ...repeated.map((name) => `Файл ${name} стоит в архиве дважды`),
    ...faultsOfScopes(files, sum),
    ...faultsOfFiles(files, sum),
  ]
  return { isWhole: faults.length === 0, dossier, companies, files: files.size, faults }
}

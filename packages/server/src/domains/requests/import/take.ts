import { createWriteStream } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { cutTo, isLongerThan, requests } from '@vypusk/contract'
import type { Call, Db } from '../../../platform/call.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { inTempFolder } from '../../../platform/runtime/temp-folder.ts'
import { storable } from './characters.ts'
import { fieldTitles, parseMapping } from './rows/columns.ts'
import { importRequests, type ImportOrder, type ImportReport } from './import-requests.ts'
import { likeness } from './words/likeness.ts'
import { dropProgress, keepProgress } from '../store/import/progress.ts'
import type { ReportProgress } from './progress.ts'
import { ImportRefused } from './refused.ts'
import { readingShown } from './shown.ts'
import { wordOf, type Choice, type Choices } from './words/values.ts'

const NO_FILE = [422, 'Выберите файл с заявками'] as const
const EMPTY_FILE = [422, 'Файл пуст. Выберите другой'] as const
const WRONG_KEY = 'Ключ, по которому виден ход загрузки, не удалось прочитать'
const STOPPED = 'Загрузка остановлена, ничего не записано'
const WRONG_ID = 'Номер компании или модуля не удалось прочитать'
const WRONG_VALUES = 'Соответствие значений не удалось прочитать'
const LONG_SOURCE = 'Имя источника не длиннее 200 символов'
const MOST_SOURCE = 200

interface UploadedTable {
  name: string
  /** The path of the file's bytes. */
  path: string
  fields: Record<string, string>
}

/** Reads the file, stored in the folder, and the fields; only the first file is used. */
async function readParts(request: FastifyRequest, folder: string): Promise<UploadedTable & { size: number }> {
  const path = join(folder, 'sent')
  const sent = { name: '', path, size: 0, fields: {} as Record<string, string> }
  let hasFile = false
  for await (const part of request.parts({ limits: { fileSize: requests.MAX_IMPORT_BYTES } })) {
    if (part.type === 'field') sent.fields[part.fieldname] = String(part.value)
    else if (hasFile) part.file.resume()
    else {
      hasFile = true
      Object.assign(sent, { name: part.filename, size: await keep(part.file, path) })
    }
  }
  return sent
}

/** @returns the number of bytes */
async function keep(file: MultipartFile['file'], path: string): Promise<number> {
  file.once('limit', () => file.destroy(refuse('too_large')))
  const kept = createWriteStream(path)
  await pipeline(file, kept)
  return kept.bytesWritten
}

async function readForm(request: FastifyRequest, folder: string): Promise<UploadedTable> {
  const { size, ...sent } = await readParts(request, folder).catch((error: unknown) => {
    // Discards what is not read yet: the caller would otherwise never get to read the refusal.
    request.raw.unpipe()
    request.raw.resume()
    throw isPlain(error) ? refuse('bad_syntax') : error
  })
  const missing = sent.name === '' ? NO_FILE : EMPTY_FILE
  if (size === 0) throw refuseWith(missing, { errors: { file: [missing[1]] } })
  return sent
}

/** The parser throws bare errors for a broken body. */
const isPlain = (error: unknown) =>
  error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error)

function idOf(text: string | undefined): number | undefined {
  if (!text) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new ImportRefused(WRONG_ID)
  return Number(text)
}

/** The words as they are read from cells. */
const wordsOfCells = (words: Record<string, Choice>) =>
  Object.fromEntries(Object.entries(words).map(([word, choice]) => [wordOf(storable(word)), choice]))

/** Parses the choices for the file's words, sent as JSON by the screen. */
function choicesOf(json: string | undefined): Choices {
  if (!json) return {}
  try {
    const choices = requests.importChoices.parse(JSON.parse(json))
    return Object.fromEntries(Object.entries(choices).map(([field, words]) => [field, wordsOfCells(words)]))
  } catch {
    throw new ImportRefused(WRONG_VALUES)
  }
}

/** The source; undefined if it is to be derived from the file. */
function sourceOf(text: string | undefined): string | undefined {
  const source = storable(text ?? '').trim() || undefined
  if (source && isLongerThan(source, MOST_SOURCE)) throw new ImportRefused(LONG_SOURCE)
  return source
}

const orderOf = ({ name, path, fields }: UploadedTable): ImportOrder => ({
  path,
  fileName: cutTo(storable(basename(name, extname(name))), MOST_SOURCE) || 'Файл',
  source: sourceOf(fields['source']),
  mapping: fields['mapping'] ? parseMapping(fields['mapping']) : {},
  values: choicesOf(fields['values']),
  dateOrder: requests.dateOrder.safeParse(fields['date_order']).data,
  unit: requests.estimateUnit.safeParse(fields['unit']).data,
  company: idOf(fields['company']),
  module: idOf(fields['module']),
  openComments: fields['open_comments'] === '1',
  openPrivate: fields['open_private'] === '1',
  dryRun: fields['dry_run'] === '1',
  allOrNothing: fields['all_or_nothing'] === '1',
})

const countsOf = (whole: ImportReport) => {
  const { encoding, separator, source, known_source, header, rows, created, updated, same, deleted } = whole
  return { encoding, separator, source, known_source, header, rows, created, updated, same, deleted }
}

async function replyOf(db: Db, whole: ImportReport) {
  const { placement, bad, bad_count, notes, mapping } = whole
  return {
    message: 'Success',
    ...countsOf(whole),
    mapping: mapping as Record<string, string>,
    fields: fieldTitles,
    files_count: whole.files,
    files_bytes: whole.files_bytes,
    bad_count,
    bad,
    notes,
    ...readingShown(whole, await likeness(db, whole)),
    private_count: whole.closed,
    company: placement.company,
    module: placement.module,
  }
}

function keyOf({ fields }: UploadedTable): string | undefined {
  if (!fields['progress']) return undefined
  const { success, data } = requests.progressKey.safeParse(fields['progress'])
  if (!success) throw new ImportRefused(WRONG_KEY)
  return data
}

/** Imports the file and reports progress to the sender's screen, as long as the sender is connected. */
async function takeWatched(call: Call<typeof requests.importRequests>, sent: UploadedTable) {
  const key = keyOf(sent)
  const onProgress: ReportProgress = async (progress) => {
    if (call.request.raw.socket.destroyed) throw new ImportRefused(STOPPED)
    if (key) await keepProgress(call, key, progress)
  }
  try {
    return await importRequests(call, { ...orderOf(sent), onProgress })
  } finally {
    if (key) await dropProgress(call, key)
  }
}

/** Imports a file, or reports what would be done. */
export const takeFile = (call: Call<typeof requests.importRequests>) =>
  inTempFolder(async (folder) => {
    const sent = await readForm(call.request, folder)
    try {
      return await replyOf(call.deps.db, await takeWatched(call, sent))
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      throw refuseWith([422, error.message], {
        errors: { file: [error.message] },
        ...(error.found && { ...error.found, fields: fieldTitles }),
      })
    }
  })

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { headInWords } from '../platform/chain/daily-head.ts'
import { momentInWords, sizeInWords } from '../platform/text/plain-text.ts'
import { BackupError } from './manifest.ts'
import { readArchive, readOn, type Contents, type Visitor } from './read.ts'
import type { NamedFile } from './rows.ts'

/** A visitor that keeps nothing: the reader itself verifies the copy. */
export const proving: Visitor = {
  table: (_name, _columns, bytes) => readOn(bytes),
  file: (_key, _named, bytes) => readOn(bytes),
}

/**
 * Verifies a copy.
 * @throws BackupError when the file is not a copy or is damaged
 */
export async function verifyCopy(path: string): Promise<Contents> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new BackupError(`Файла ${path} нет`)
  return readArchive(createReadStream(path), proving)
}

const lineOf = ({ key, file_name }: NamedFile) => `  ${file_name} (${key})`

/** Problems of an intact copy; empty when there are none. */
export function faultsOf({ missing, altered }: Pick<Contents, 'missing' | 'altered'>): string[] {
  const faults: string[] = []
  if (missing.length > 0) faults.push(`Содержимого файлов нет (${missing.length}):`, ...missing.map(lineOf))
  if (altered.length > 0)
    faults.push(`Содержимое файлов не то, что было загружено (${altered.length}):`, ...altered.map(lineOf))
  return faults
}

/** A line with the copy's figures. */
export function figuresOf({ manifest, rows, files, bytes, missing, altered }: Contents): string {
  const parts = [
    `таблиц ${manifest.tables.length}`,
    `строк ${rows}`,
    `файлов ${files} (${sizeInWords(bytes)})`,
    `без содержимого ${missing.length}`,
    `изменённых ${altered.length}`,
  ]
  const sums = manifest.format > 1 ? 'контрольные суммы сходятся' : 'контрольных сумм в ней нет, прочитана до конца'
  const head = manifest.head ? `. ${headInWords(manifest.head)}` : ''
  return `Копия от ${momentInWords(manifest.made_at)}: ${parts.join(', ')}; ${sums}${head}`
}

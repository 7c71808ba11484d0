import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Loader } from './copy.ts'
import type { Random } from './random.ts'
import { type Moment, duringWork } from './time.ts'

/** Stores a file's bytes under its key. */
export type PutFile = (storage_key: string, bytes: Buffer) => Promise<void>

interface NewFile {
  file_name: string
  version: string
  bytes: Buffer
  uploaded: Moment
  uploaded_by: number
}

export interface Files {
  /**
   * Writes the row and keeps the bytes for `store`.
   * @returns the file's id and checksum
   */
  add(file: NewFile): { id: number; sha256: string }
  /** The keys of all the files. */
  keys(): string[]
  /** Stores all the bytes in the file store. */
  store(): Promise<void>
}

/** How many are stored at once, since each waits for the disk. */
const AT_ONCE = 64

export function filesInto(load: Loader, random: Random, put: PutFile): Files {
  const waiting: [key: string, bytes: Buffer][] = []
  let id = 0
  return {
    add: ({ file_name, version, bytes, uploaded, uploaded_by }) => {
      const key = random.uuid()
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      load.add('files', [++id, file_name, version, bytes.length, sha256, key, duringWork(uploaded), uploaded_by])
      waiting.push([key, bytes])
      return { id, sha256 }
    },
    keys: () => waiting.map(([key]) => key),
    store: async () => {
      const next = waiting.values()
      const work = async () => {
        for (const [key, bytes] of next) await put(key, bytes)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    },
  }
}

/** A compressed script, as found in installation packages. */
export function packageBytes(title: string, build: string, modules: string[]): Buffer {
  const lines = modules.map(
    (name, index) =>
      `insert into installed_modules (number, name, build) values (${index + 1}, '${name}', '${build}');`,
  )
  return gzipSync(`-- ${title}\n-- build ${build}\nbegin;\n${lines.join('\n')}\ncommit;\n`)
}

/** An instruction for people, with a UTF-8 byte order mark for old editors. */
export function instructionBytes(title: string, build: string, terms: string[]): Buffer {
  const steps = ['Снимите резервную копию.', ...terms, 'Проверьте номер сборки на странице входа.']
  const text = steps.map((step, index) => `${index + 1}. ${step}`).join('\r\n')
  return Buffer.from(`\uFEFF${title}\r\nСборка ${build}\r\n\r\n${text}\r\n`)
}

/** A table attached to a request by a client. */
export function tableBytes(random: Random): Buffer {
  const rows = Array.from(
    { length: random.int(4, 20) },
    (_, index) => `${index + 1};${random.int(100, 9999)};${random.int(1, 900)},50`,
  )
  return Buffer.from(`\uFEFF№;Документ;Сумма\r\n${rows.join('\r\n')}\r\n`)
}

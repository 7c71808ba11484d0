import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { ImportRefused } from './refused.ts'

/** Limits what a workbook may unpack to (APPNOTE.TXT 4.3): a file of 300 kB can contain a cell of 300 MB. */

const MIB = 1024 * 1024
const MOST_UNPACKED = 1024 * MIB
/** Tables are compressed to a tenth or a fiftieth; a higher ratio is a zip bomb. */
const MOST_TIMES = 200
const SMALL = 100 * MIB
/** The longest text between two tags: a cell of 32 767 characters of six bytes each. */
const LONGEST_TEXT = MIB
const MOST_PARTS = 10_000

const END = { sign: 0x06054b50, size: 22, comment: 65_535 }
const ENTRY = { sign: 0x02014b50, size: 46 }
const LOCAL_SIZE = 30
const STORED = 0
const TAG = 0x3c

const BROKEN = 'Файл Excel не удалось разобрать. Сохраните его заново как .xlsx'
const BOMB = 'Файл Excel распаковывается в слишком большой. Оставьте в нём только лист с заявками'
const LONG_CELL = 'В ячейке файла Excel слишком длинный текст. Сократите его'

interface Part {
  /** Pictures have no tags. */
  isXml: boolean
  method: number
  packed: number
  at: number
}

/**
 * Unpacks every part once and keeps nothing, in the memory of one chunk, so that what the reader loads later is known
 * to be small enough.
 * @throws ImportRefused for a broken archive, one that unpacks to too much, and a text too long for a cell
 */
export async function checkWorkbook(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const measure = measuring(Math.min(MOST_UNPACKED, Math.max(SMALL, size * MOST_TIMES)))
    for (const part of await partsOf(file, size)) {
      const start = await beginOf(file, part)
      if (part.packed > 0) await unpack(path, { ...part, at: start }, measure)
    }
  } finally {
    await file.close()
  }
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  if (bytesRead < length) throw new ImportRefused(BROKEN)
  return buffer
}

async function partsOf(file: FileHandle, size: number): Promise<Part[]> {
  const length = Math.min(size, END.size + END.comment)
  const tail = await readAt(file, size - length, length)
  const sign = Buffer.alloc(4)
  sign.writeUInt32LE(END.sign)
  const end = tail.lastIndexOf(sign)
  if (end === -1 || end + END.size > length) throw new ImportRefused(BROKEN)
  const [count, listed, from] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (count > MOST_PARTS || from + listed > size) throw new ImportRefused(BROKEN)
  return listOf(await readAt(file, from, listed), count)
}

function listOf(list: Buffer, count: number): Part[] {
  const parts: Part[] = []
  for (let at = 0; parts.length < count;) {
    if (at + ENTRY.size > list.length || list.readUInt32LE(at) !== ENTRY.sign) throw new ImportRefused(BROKEN)
    const named = list.readUInt16LE(at + 28)
    parts.push({
      isXml: /\.(xml|rels)$/i.test(list.toString('latin1', at + ENTRY.size, at + ENTRY.size + named)),
      method: list.readUInt16LE(at + 10),
      packed: list.readUInt32LE(at + 20),
      at: list.readUInt32LE(at + 42),
    })
    at += ENTRY.size + named + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
  }
  return parts
}

async function beginOf(file: FileHandle, { at }: Part): Promise<number> {
  const local = await readAt(file, at, LOCAL_SIZE)
  return at + LOCAL_SIZE + local.readUInt16LE(26) + local.readUInt16LE(28)
}

/** Counts the unpacked bytes of all parts, and the length of each text between two tags. */
function measuring(most: number) {
  let [unpacked, text] = [0, 0]
  return (chunk: Buffer, isXml: boolean) => {
    unpacked += chunk.length
    if (unpacked > most) throw new ImportRefused(BOMB)
    if (!isXml) return
    for (let from = 0; from < chunk.length;) {
      const tag = chunk.indexOf(TAG, from)
      text += (tag === -1 ? chunk.length : tag) - from
      if (text > LONGEST_TEXT) throw new ImportRefused(LONG_CELL)
      if (tag === -1) return
      text = 0
      from = tag + 1
    }
  }
}

type Measure = ReturnType<typeof measuring>

async function unpack(path: string, { isXml, method, packed, at }: Part, measure: Measure): Promise<void> {
  const bytes = createReadStream(path, { start: at, end: at + packed - 1 })
  const sink = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) measure(chunk, isXml)
  }
  try {
    if (method === STORED) await pipeline(bytes, sink)
    else await pipeline(bytes, createInflateRaw(), sink)
  } catch (error) {
    if (error instanceof ImportRefused) throw error
    throw new ImportRefused(BROKEN)
  }
}

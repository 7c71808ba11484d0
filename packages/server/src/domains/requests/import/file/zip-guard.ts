import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { ImportRefused } from '../refused.ts'

/** Limits what a workbook may unpack to (APPNOTE.TXT 4.3): a file of 300 kB can contain a cell of 300 MB. */

const MIB = 1024 * 1024
const MOST_UNPACKED = 1024 * MIB
/** Tables are compressed to a tenth or a fiftieth; a higher ratio is a zip bomb. */
const MOST_TIMES = 200
const SMALL = 100 * MIB
/** The longest text between two tags: a cell of 32 767 characters of six bytes each. */
const LONGEST_TEXT = MIB
/** The same of a part that is named like a picture: the workbook says which part is a sheet, whatever its name. */
const LONGEST_UNNAMED = 32 * MIB
const MOST_PARTS = 10_000

const END = { sign: 0x06054b50, size: 22, comment: 65_535 }
const ENTRY = { sign: 0x02014b50, size: 46 }
const LOCAL = { sign: 0x04034b50, size: 30 }
export const STORED = 0
const DEFLATED = 8
/** A flag of a part: its sizes follow its bytes. */
const SIZES_FOLLOW = 8
/** A size that is written elsewhere, because the archive is large. */
const ELSEWHERE = 0xffff_ffff
const TAG = 0x3c

const BROKEN = 'Файл Excel не удалось разобрать. Сохраните его заново как .xlsx'
const BOMB = 'Файл Excel распаковывается в слишком большой. Оставьте в нём только лист с заявками'
const LONG_CELL = 'В ячейке файла Excel слишком длинный текст. Сократите его'

interface Part {
  name: string
  flags: number
  method: number
  packed: number
  /** Where its header begins. */
  at: number
}

/** A part whose header was read. */
export interface Opened extends Part {
  /** Where its bytes begin. */
  start: number
  /** The reader takes it in passing, by its own header alone. */
  inPassing: boolean
}

/**
 * Unpacks every part once and keeps nothing, in the memory of one chunk, so that what the reader loads later is known
 * to be small enough.
 * @returns the parts
 * @throws ImportRefused for a broken archive, one that unpacks to too much, and a text too long for a cell
 */
export async function checkWorkbook(path: string): Promise<Opened[]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const measure = measuring(Math.min(MOST_UNPACKED, Math.max(SMALL, size * MOST_TIMES)))
    const parts: Opened[] = []
    for (const part of await partsOf(file, size)) parts.push(await opened(file, part))
    await checkPassing(file, parts)
    for (const part of parts) if (part.packed > 0) await unpack(path, part, measure)
    return parts
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
  const comment = tail.readUInt16LE(end + 20)
  const isLast = end + END.size + comment === length
  if (!isLast || count > MOST_PARTS || from + listed > size) throw new ImportRefused(BROKEN)
  return listOf(await readAt(file, from, listed), count)
}

function listOf(list: Buffer, count: number): Part[] {
  const parts: Part[] = []
  let at = 0
  while (parts.length < count) {
    if (at + ENTRY.size > list.length || list.readUInt32LE(at) !== ENTRY.sign) throw new ImportRefused(BROKEN)
    const named = list.readUInt16LE(at + 28)
    parts.push({
      name: list.toString('latin1', at + ENTRY.size, at + ENTRY.size + named),
      flags: list.readUInt16LE(at + 8),
      method: list.readUInt16LE(at + 10),
      packed: list.readUInt32LE(at + 20),
      at: list.readUInt32LE(at + 42),
    })
    at += ENTRY.size + named + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
  }
  if (at !== list.length) throw new ImportRefused(BROKEN)
  return parts
}

/** Reads the header of a part. @throws ImportRefused if the reader would find another part by it than by the list */
async function opened(file: FileHandle, part: Part): Promise<Opened> {
  const { at, name, flags, method, packed } = part
  const local = await readAt(file, at, LOCAL.size)
  const named = local.readUInt16LE(26)
  const [own, sizes] = [await readAt(file, at + LOCAL.size, named), [local.readUInt32LE(18), local.readUInt32LE(22)]]
  const isSized = (flags & SIZES_FOLLOW) === 0
  const inPassing = isSized && !sizes.includes(ELSEWHERE) && (method === STORED || method === DEFLATED)
  const isSame =
    local.readUInt32LE(0) === LOCAL.sign &&
    own.toString('latin1') === name &&
    ((local.readUInt16LE(6) & SIZES_FOLLOW) === 0) === isSized &&
    local.readUInt16LE(8) === method &&
    (!inPassing || sizes[0] === packed)
  // The reader would look elsewhere for a size that follows and is not in the list either.
  if (!isSame || !(isSized || packed > 0)) throw new ImportRefused(BROKEN)
  return { ...part, start: at + LOCAL.size + named + local.readUInt16LE(28), inPassing }
}

/**
 * Follows the headers from the beginning, as the reader does as long as it can, and not by the list.
 * @throws ImportRefused if it would meet a part that is not in the list
 */
async function checkPassing(file: FileHandle, parts: Opened[]): Promise<void> {
  const partAt = new Map(parts.map((part) => [part.at, part]))
  let at = 0
  for (let part = partAt.get(at); part?.inPassing; part = partAt.get(at)) at = part.start + part.packed
  if (!partAt.has(at) && (await readAt(file, at, 4)).readUInt32LE() === LOCAL.sign) throw new ImportRefused(BROKEN)
}

/** Counts the unpacked bytes of all parts, and the length of each text between two tags. */
function measuring(most: number) {
  let unpacked = 0
  return (isXml: boolean) => {
    const longest = isXml ? LONGEST_TEXT : LONGEST_UNNAMED
    let text = 0
    return (chunk: Buffer) => {
      unpacked += chunk.length
      if (unpacked > most) throw new ImportRefused(BOMB)
      for (let from = 0; from < chunk.length;) {
        const tag = chunk.indexOf(TAG, from)
        text += (tag === -1 ? chunk.length : tag) - from
        if (text > longest) throw new ImportRefused(isXml ? LONG_CELL : BOMB)
        if (tag === -1) return
        text = 0
        from = tag + 1
      }
    }
  }
}

type Measure = ReturnType<typeof measuring>

async function unpack(path: string, { name, method, packed, start }: Opened, measure: Measure): Promise<void> {
  const bytes = createReadStream(path, { start, end: start + packed - 1 })
  const measurePart = measure(/\.(xml|rels)$/i.test(name))
  const sink = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) measurePart(chunk)
  }
  try {
    if (method === STORED) await pipeline(bytes, sink)
    else await pipeline(bytes, createInflateRaw(), sink)
  } catch (error) {
    if (error instanceof ImportRefused) throw error
    throw new ImportRefused(BROKEN)
  }
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { createGunzip, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'

export interface Part {
  name: string
  bytes: Buffer
}

/** The parts of a copy, in order. */
export async function partsOf(path: string): Promise<Part[]> {
  const parts: Part[] = []
  const entries = createReadStream(path).pipe(createGunzip()).pipe(extract())
  for await (const entry of entries) parts.push({ name: entry.header.name, bytes: await buffer(entry) })
  return parts
}

/** Writes a copy with these parts, whether or not they fit together. */
export async function writeParts(path: string, parts: readonly Part[]): Promise<string> {
  const tar = pack()
  for (const { name, bytes } of parts) tar.entry({ name }, bytes)
  tar.finalize()
  await writeFile(path, gzipSync(await buffer(tar)))
  return path
}

/** The same bytes with one bit changed in the middle. */
export function flipped(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  const at = Math.floor(changed.length / 2)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

export const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FileStore } from '../../../platform/file-store.ts'
import { refuse } from '../../../platform/refusal.ts'
import { cleanName, cleanVersion } from '../rules.ts'

/** A file whose bytes are in the store and whose row is not written yet. */
export interface StoredFile {
  file_name: string
  version: string
  size: number
  sha256: string
  storage_key: string
}

/** Counts and hashes what flows through, so that a file of any size is never in memory. */
function measured(bytes: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  let size = 0
  async function* flow() {
    for await (const chunk of bytes) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  return { stream: Readable.from(flow(), { objectMode: false }), result: () => ({ size, sha256: hash.digest('hex') }) }
}

async function storeOne(store: FileStore, storage_key: string, { file, filename }: MultipartFile) {
  file.once('limit', () => file.destroy(refuse('too_large')))
  const { stream, result } = measured(file)
  await store.put(storage_key, stream)
  return { file_name: cleanName(filename), storage_key, ...result() }
}

/** The parser's own errors are bare ones: the caller's broken body. The disk's and ours have a code or a class. */
const isBrokenBody = (error: unknown) =>
  error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error)

/** The caller left in the middle. */
const isCutShort = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

/** What a refused body has not sent yet is let go by, or the caller would never come to read the refusal. */
function letGo({ raw }: FastifyRequest) {
  raw.unpipe()
  raw.resume()
}

/** Every part in turn; a file goes to the store as it arrives. */
async function takeParts(request: FastifyRequest, store: FileStore, stored: string[]) {
  const files: Omit<StoredFile, 'version'>[] = []
  const versions: string[] = []
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const storage_key = randomUUID()
      stored.push(storage_key)
      const file = await storeOne(store, storage_key, part)
      // A form whose file was not chosen sends a part without name and bytes.
      if (part.filename || file.size > 0) files.push(file)
    } else if (part.fieldname === 'version') {
      versions.push(cleanVersion(part.value))
    }
  }
  return files.map((file, n) => ({ ...file, version: versions[n] ?? '' }))
}

/**
 * Streams every file of a multipart body into the store. The nth `version` field is the nth file's.
 * @param stored storage keys so far, for the caller to remove should anything fail
 * @throws Refusal too_large or bad_syntax
 */
export async function receive(request: FastifyRequest, store: FileStore, stored: string[]): Promise<StoredFile[]> {
  try {
    return await takeParts(request, store, stored)
  } catch (error) {
    letGo(request)
    throw isBrokenBody(error) || isCutShort(request) ? refuse('bad_syntax') : error
  }
}

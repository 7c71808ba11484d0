import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/call.ts'
import { withoutBrackets } from '../../../platform/http/query-string.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { refusals } from '../policy.ts'
import { cleanVersion, nameInForm } from '../rules.ts'
import { noteHandle } from '../store/uploads.ts'
import { discardRest, refusalOfBytes } from './bytes.ts'
import { readBack } from './proving.ts'

/** A file whose bytes are in the store and whose row is not written yet. */
export interface StoredFile {
  file_name: string
  version: string
  size: number
  sha256: string
  storage_key: string
}

/** Limits of one call: bytes in a file, and number of files. */
export interface Limits {
  fileSize?: number
  files?: number
}

export type Note = (storage_key: string) => Promise<void>

/** Where bytes go. */
export type Storing = Pick<Deps, 'store' | 'db'>

/** Counts and hashes a stream while it is read, so that a file of any size is never in memory. */
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

/**
 * Stores a stream under a key, which has its row, and reads it back to check that what is stored is what was sent.
 * @throws Refusal 507 if it is not
 */
export async function storeBytes({ store, db }: Storing, storage_key: string, bytes: AsyncIterable<Buffer>) {
  const { stream, result } = measured(bytes)
  await store.put(storage_key, stream, async (handle) => void (await noteHandle(db, storage_key, handle)))
  const came = result()
  const stored = await readBack(store.get(storage_key))
  if (stored.size !== came.size || stored.sha256 !== came.sha256) throw refuseWith(refusals.damaged)
  return { storage_key, ...came }
}

async function storeOne(into: Storing, storage_key: string, { file, filename }: MultipartFile) {
  file.once('limit', () => file.destroy(refuse('too_large')))
  return { file_name: nameInForm(filename), ...(await storeBytes(into, storage_key, file)) }
}

/** @throws Refusal if it is too long */
export function versionIn(sent: unknown): string {
  const version = cleanVersion(sent)
  if (version === undefined)
    throw refuseWith(refusals.long_version, { errors: { version: [refusals.long_version[1]] } })
  return version
}

/** Reads every part in turn; a file goes to the store as it arrives. */
async function takeParts(request: FastifyRequest, into: Storing, note: Note, limits: Limits) {
  const files: Omit<StoredFile, 'version'>[] = []
  const versions: string[] = []
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      const storage_key = randomUUID()
      await note(storage_key)
      const file = await storeOne(into, storage_key, part)
      // A form in which no file was chosen sends a part without name and bytes.
      if (part.filename || file.size > 0) files.push(file)
    } else if (withoutBrackets(part.fieldname) === 'version') {
      versions.push(versionIn(part.value))
    }
  }
  return files.map((file, n) => ({ ...file, version: versions[n] ?? '' }))
}

/**
 * Streams every file of a multipart body into the store. The nth `version` field belongs to the nth file.
 * @param note called with each storage key before its first byte is stored
 * @param limits narrower than those of the installation
 * @throws Refusal too_large, store_full or bad_syntax
 */
export async function receive(
  request: FastifyRequest,
  into: Storing,
  note: Note,
  limits: Limits = {},
): Promise<StoredFile[]> {
  try {
    return await takeParts(request, into, note, limits)
  } catch (error) {
    discardRest(request)
    throw refusalOfBytes(request, error)
  }
}

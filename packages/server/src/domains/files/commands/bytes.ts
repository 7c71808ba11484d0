import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/call.ts'
import { Refusal, refuse, refuseWith } from '../../../platform/refusal.ts'
import { refusals } from '../policy.ts'
import { deleteUploads, type AbandonedUpload } from '../store/uploads.ts'

/** A line that says nothing for so long is dead, though nobody told us. */
const SILENCE_MS = 2 * 60_000

/** Ends a call whose sender has fallen silent; `heard` after every chunk. */
export function watchSilence({ raw }: FastifyRequest) {
  const timer = setTimeout(() => raw.destroy(new Error('the sender fell silent')), SILENCE_MS)
  return { restart: () => timer.refresh(), end: () => clearTimeout(timer) }
}

/** What a refused body has not sent yet is let go by, or the caller would never come to read the refusal. */
export function discardRest({ raw }: FastifyRequest) {
  raw.unpipe()
  raw.resume()
}

/** The parser's own errors are bare ones: the caller's broken body. The disk's and ours have a code or a class. */
const isBrokenBody = (error: unknown) =>
  error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error)

/** The caller left in the middle. */
const isCutShort = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** What is said already, and that there is no more room. */
export function refusalOfStore(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  return isFull(error) ? refuseWith(refusals.store_full) : undefined
}

/** What is said to a caller whose bytes could not be taken; our own faults stay what they are. */
export function refusalOfBytes(request: FastifyRequest, error: unknown): unknown {
  const known = refusalOfStore(error)
  if (known) return known
  return isBrokenBody(error) || isCutShort(request) ? refuse('bad_syntax') : error
}

/** Bytes nobody refers to; failing to remove them harms nobody: the sweeping comes by again. */
export const dropBytes = ({ store, log }: Deps, keys: string[]) =>
  Promise.all(
    keys.map((key) => store.delete(key).catch((error) => log.error({ err: error, key }, 'bytes left behind'))),
  )

/** @returns whether nothing of it is left */
async function deleteBytes({ store, log }: Deps, { storage_key, handle }: AbandonedUpload): Promise<boolean> {
  try {
    if (handle) await store.abandon(storage_key, handle)
    await store.delete(storage_key)
    return true
  } catch (error) {
    log.error({ err: error, key: storage_key }, 'bytes left behind')
    return false
  }
}

/**
 * Lets go of uploads that are given up (store/uploads.ts): their bytes, then their rows. What fails is found by the
 * next sweeping.
 */
export async function discard(deps: Deps, uploads: AbandonedUpload[]): Promise<void> {
  const gone = await Promise.all(uploads.map((upload) => deleteBytes(deps, upload)))
  const keys = uploads.filter((_, n) => gone[n]).map(({ storage_key }) => storage_key)
  if (keys.length > 0) await deleteUploads(deps.db, keys)
}

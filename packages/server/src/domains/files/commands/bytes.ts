import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { Refusal, refuse, refuseWith } from '../../../platform/refusal.ts'
import { refusals } from '../policy.ts'
import { markGone } from '../store/files.ts'
import { deleteUploads, type AbandonedUpload } from '../store/uploads.ts'

/** A connection that sends nothing for this long is considered dead. */
const SILENCE_MS = 2 * 60_000

/** Ends a call whose sender sends nothing any more; call `restart` after every chunk. */
export function watchSilence({ raw }: FastifyRequest) {
  const timer = setTimeout(() => raw.destroy(new Error('the sender fell silent')), SILENCE_MS)
  return { restart: () => timer.refresh(), end: () => clearTimeout(timer) }
}

/** Discards the rest of a refused body: the caller would otherwise never get to read the refusal. */
export function discardRest({ raw }: FastifyRequest) {
  raw.unpipe()
  raw.resume()
}

/**
 * Whether the caller's body is broken. The parser throws bare errors; those of the disk and our own have a code or a
 * class.
 */
const isBrokenBody = (error: unknown) =>
  error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error)

/** Whether the caller has left before the end. */
const isCutShort = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** The refusal to answer with: the one that was thrown, or that the store is full; undefined for other errors. */
export function refusalOfStore(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  return isFull(error) ? refuseWith(refusals.store_full) : undefined
}

/** The error for a caller whose bytes could not be stored; our own errors are returned unchanged. */
export function refusalOfBytes(request: FastifyRequest, error: unknown): unknown {
  const known = refusalOfStore(error)
  if (known) return known
  return isBrokenBody(error) || isCutShort(request) ? refuse('bad_syntax') : error
}

/** Deletes the bytes of deleted files. A failure does no harm: the sweeping tries again. */
export async function dropBytes(deps: Deps, keys: string[]): Promise<void> {
  const isGone = await Promise.all(keys.map((storage_key) => deleteBytes(deps, { storage_key, handle: null })))
  const gone = keys.filter((_, n) => isGone[n])
  if (gone.length > 0) await markGone(deps.db, gone, momentOf(deps.clock))
}

/** @returns whether all of it is deleted */
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
 * Deletes the bytes of uploads that are given up (store/uploads.ts), then their rows. What fails is left to the next
 * sweeping.
 */
export async function discard(deps: Deps, uploads: AbandonedUpload[]): Promise<void> {
  const gone = await Promise.all(uploads.map((upload) => deleteBytes(deps, upload)))
  const keys = uploads.filter((_, n) => gone[n]).map(({ storage_key }) => storage_key)
  if (keys.length > 0) await deleteUploads(deps.db, keys)
}

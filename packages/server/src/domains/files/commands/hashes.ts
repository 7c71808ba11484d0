import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Hashes of files on their way through this process; a hash takes a few hundred bytes. */
const MOST = 1000
const running = new Map<string, { hash: Hash; received: number }>()

/**
 * The hash so far of what has arrived, to be fed on. Undefined when another process took those bytes: the
 * file is then read once more when it is whole.
 */
export function continueHash(key: string, received: number): Hash | undefined {
  if (received === 0) return createHash('sha256')
  const found = running.get(key)
  return found?.received === received ? found.hash : undefined
}

/** Keeps the hash until more arrives. */
export function keepHash(key: string, hash: Hash | undefined, received: number): void {
  running.delete(key)
  if (!hash) return
  running.set(key, { hash, received })
  const [oldest] = running.keys()
  if (running.size > MOST && oldest) running.delete(oldest)
}

export const forgetHash = (key: string): void => void running.delete(key)

/** sha256 of a whole file: the one that grew with it, or of what is stored. */
export async function wholeHash(key: string, size: number, read: () => Readable): Promise<string> {
  const known = continueHash(key, size)
  if (known) return known.copy().digest('hex')
  const hash = createHash('sha256')
  for await (const chunk of read()) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

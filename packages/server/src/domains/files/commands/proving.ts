import { createHash } from 'node:crypto'
import { PIECE_BYTES } from '../../../platform/external/file-store/pieces.ts'

/** What is stored under a key, computed by reading it back from the store. */
export interface Stored {
  /** In bytes. */
  size: number
  /** The hash of the whole file, in hex. */
  sha256: string
  /** The hashes of its pieces of PIECE_BYTES each; the last one may be smaller. */
  digests: string[]
}

/** Reads and hashes all of a stream; a file of any size is never in memory. */
export async function readBack(bytes: AsyncIterable<Uint8Array>): Promise<Stored> {
  const whole = createHash('sha256')
  const digests: string[] = []
  let piece = createHash('sha256')
  let [size, inPiece] = [0, 0]
  for await (const chunk of bytes) {
    whole.update(chunk)
    size += chunk.length
    for (let taken = 0; taken < chunk.length;) {
      const part = chunk.subarray(taken, taken + PIECE_BYTES - inPiece)
      piece.update(part)
      taken += part.length
      inPiece += part.length
      if (inPiece < PIECE_BYTES) continue
      digests.push(piece.digest('hex'))
      piece = createHash('sha256')
      inPiece = 0
    }
  }
  if (inPiece > 0) digests.push(piece.digest('hex'))
  return { size, sha256: whole.digest('hex'), digests }
}

/** The digests of the first pieces; '' for pieces stored by a version that did not compute digests. */
export const digestsUpTo = (pieces: number, digests: string[]): string[] =>
  Array.from({ length: pieces }, (_, n) => digests[n] ?? '')

/** Whether what is stored is what was sent, as far as that is known. */
export const isWhatCame = (stored: Stored, { size, digests }: { size: number; digests: string[] }): boolean =>
  stored.size === size && digests.every((digest, n) => digest === '' || digest === stored.digests[n])

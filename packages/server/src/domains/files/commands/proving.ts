import { createHash } from 'node:crypto'
import { PIECE_BYTES } from '../../../platform/file-store/pieces.ts'

/** What is under a key, read from the store and not from anybody's memory of it. */
export interface Stored {
  /** Bytes. */
  size: number
  /** Of the whole, in hex. */
  sha256: string
  /** The same of each piece of PIECE_BYTES, the last one perhaps smaller. */
  digests: string[]
}

/** Reads all of it, as it flows: a file of any size is never in memory. */
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

/** The digests of so many pieces; '' for a piece that was kept by a version that knew none. */
export const digestsUpTo = (pieces: number, digests: string[]): string[] =>
  Array.from({ length: pieces }, (_, n) => digests[n] ?? '')

/** Whether what is stored is what was sent, as far as it is known what that was. */
export const isWhatCame = (stored: Stored, { size, digests }: { size: number; digests: string[] }): boolean =>
  stored.size === size && digests.every((digest, n) => digest === '' || digest === stored.digests[n])

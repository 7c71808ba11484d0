import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** The number of bytes read and processed at a time; memory holds two pieces, however large the file is. */
export const PIECE = 8 << 20

const read = (file: Blob, from: number) => file.slice(from, from + PIECE).arrayBuffer()

/**
 * Computes the SHA-256 of a file in hex, reading it piece by piece, one piece ahead.
 * @param onProgress called with the number of bytes processed
 */
export async function sha256Of(file: Blob, onProgress: (done: number) => void): Promise<string> {
  const sum = sha256.create()
  let coming = read(file, 0)
  for (let done = 0; done < file.size; done += PIECE) {
    const piece = new Uint8Array(await coming)
    coming = read(file, done + PIECE)
    sum.update(piece)
    onProgress(Math.min(done + PIECE, file.size))
  }
  return bytesToHex(sum.digest())
}

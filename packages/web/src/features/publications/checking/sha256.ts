import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Read and worked through at a time: memory stays that of two of them, however large the file. */
export const PIECE = 8 << 20

const read = (file: Blob, from: number) => file.slice(from, from + PIECE).arrayBuffer()

/**
 * The SHA-256 of a file in hex, read piece by piece with one piece ahead.
 * @param onProgress told how many bytes are done
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

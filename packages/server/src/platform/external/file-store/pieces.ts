/** Size of a piece. S3 takes 10 000 pieces of at least 5 MiB, so files may have up to 80 000 MiB. */
export const PIECE_BYTES = 8 * 1024 * 1024

/**
 * How many bytes of a file have arrived, given its complete pieces and the rest: only the last piece may be smaller.
 */
export const arrivedOf = (size: number, pieces: number, rest: number): number =>
  Math.min(size, pieces * PIECE_BYTES + rest)

/**
 * Collects bytes until a piece is full. One buffer is reused for all pieces, so that a file of any size takes the
 * memory of one piece.
 * @param first bytes that are already there
 */
export function createPiece(first: Uint8Array = new Uint8Array()) {
  const buffer = Buffer.allocUnsafe(PIECE_BYTES)
  buffer.set(first)
  let filled = first.length
  return {
    /**
     * Takes as much of the chunk as fits.
     * @returns the number of bytes taken
     */
    take: (chunk: Uint8Array): number => {
      const fits = chunk.subarray(0, PIECE_BYTES - filled)
      buffer.set(fits, filled)
      filled += fits.length
      return fits.length
    },
    isFull: () => filled === PIECE_BYTES,
    /** The collected bytes; valid until the next `take`. */
    bytes: () => buffer.subarray(0, filled),
    empty: () => (filled = 0),
  }
}

/**
 * Splits bytes into pieces of PIECE_BYTES, the last one smaller. Each piece is valid until the next one is requested.
 */
export async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const piece = createPiece()
  for await (const chunk of bytes) {
    for (let taken = 0; taken < chunk.length;) {
      taken += piece.take(chunk.subarray(taken))
      if (!piece.isFull()) continue
      yield piece.bytes()
      piece.empty()
    }
  }
  if (piece.bytes().length > 0) yield piece.bytes()
}

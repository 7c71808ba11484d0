import type { Readable } from 'node:stream'

/** Storage for the bytes of files. Keys are UUIDs, never names given by people. */
export interface FileStore {
  /**
   * Stores a stream; nothing exists under the key until everything is stored safely.
   * @param begun called before the first piece with the store's handle, if it needs one to discard what a killed
   *   process has left (`abandon`)
   */
  put(key: string, bytes: Readable, begun?: (handle: string) => Promise<void>): Promise<void>
  /**
   * Reads a file.
   * @param range first and last byte, both included
   */
  get(key: string, range?: { start: number; end: number }): Readable
  /** Size of a file in bytes, or undefined when the key does not exist. */
  stat(key: string): Promise<{ size: number } | undefined>
  /** Deletes a file, or what an interrupted `put` left behind. */
  delete(key: string): Promise<void>
  /**
   * Begins a file that arrives over many calls.
   * @returns the store's handle for it, until it is joined
   */
  begin(key: string): Promise<string>
  /**
   * Stores one piece safely.
   * @returns the mark of the piece, which `join` needs
   */
  putPiece(piece: Piece): Promise<string>
  /**
   * Joins the pieces into one file under the key; may be repeated.
   * @param marks of all pieces, in order
   */
  join(key: string, handle: string, marks: string[]): Promise<void>
  /** Discards a file that will not be joined. */
  abandon(key: string, handle: string): Promise<void>
}

export interface Piece {
  key: string
  /** The handle returned by `begin`. */
  handle: string
  /** From 0. Sending the same number again replaces the piece. */
  number: number
  /** PIECE_BYTES of them, fewer only in the last piece (file-store/pieces.ts). */
  bytes: Uint8Array
}

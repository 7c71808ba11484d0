import type { Readable } from 'node:stream'

/** Where the bytes of files are. Keys are UUIDs, never names that people gave. */
export interface FileStore {
  /** Streams in; nothing is there under the key until all of it is, safely stored. */
  put(key: string, bytes: Readable): Promise<void>
  /** @param range first and last byte, both included */
  get(key: string, range?: { start: number; end: number }): Readable
  /** Bytes, or undefined when there is no such key. */
  stat(key: string): Promise<{ size: number } | undefined>
  /** Also what a broken `put` has left. */
  delete(key: string): Promise<void>
  /** For a file that arrives over many calls. @returns the store's own name of it until it is joined */
  begin(key: string): Promise<string>
  /** Keeps one piece of it safely. @returns the piece's mark, which `join` wants */
  putPiece(piece: Piece): Promise<string>
  /** Makes the pieces one file under the key; may be repeated. @param marks of every piece, in order */
  join(key: string, handle: string, marks: string[]): Promise<void>
  /** Lets go of a file that will not be joined. */
  abandon(key: string, handle: string): Promise<void>
}

export interface Piece {
  key: string
  /** What `begin` gave. */
  handle: string
  /** From 0. The same number again replaces the piece. */
  number: number
  /** PIECE_BYTES of them, fewer only in the last piece (file-store/pieces.ts). */
  bytes: Uint8Array
}

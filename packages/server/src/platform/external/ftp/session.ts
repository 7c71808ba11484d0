import type { Readable } from 'node:stream'

/** Address of the server and the account to use. */
export interface Address {
  host: string
  port: number
  user: string
  password: string
  /** The folder that all paths are in: relative to the user's home folder, or to the root after a second slash. */
  folder: string
  /**
   * SHA-256 of the server's host key or certificate in base64, as printed by `ssh-keygen -l`; null when none is given.
   */
  fingerprint: string | null
}

/** A connection to a server of any kind. Paths are relative to the folder of FTP_URL, with `/` as separator. */
export interface Session {
  /** Size in bytes, or undefined when the file does not exist. */
  sizeOf(path: string): Promise<number | undefined>
  /** Creates the folder and its missing parents; existing ones are kept. */
  makeFolder(path: string): Promise<void>
  /** @param from 0 overwrites the file, anything else appends to the bytes that are there */
  write(path: string, bytes: Readable, from: number): Promise<void>
  /** @param isReplacing whether an existing file may be replaced; some servers never do it, and some always */
  rename(from: string, to: string, isReplacing: boolean): Promise<void>
  /** Succeeds if the file does not exist. */
  remove(path: string): Promise<void>
  close(): void
}

/** A server that does not answer for so long is considered gone, in ms. */
export const PATIENCE_MS = 30_000

/** The server's fingerprint is not the one in FTP_URL. */
export class StrangeServer extends Error {
  override name = 'StrangeServer'
}

import type { Readable } from 'node:stream'

/** Where the server is, and who we are there. */
export interface Address {
  host: string
  port: number
  user: string
  password: string
  /** The folder everything stands in: from the person's own one, from the root after a second slash. */
  folder: string
  /** SHA-256 of the server's host key or certificate in base64, as `ssh-keygen -l` writes it; null: none was pinned. */
  fingerprint: string | null
}

/** One connection to a server of any kind. Paths begin with the folder of FTP_URL and have `/` between their parts. */
export interface Session {
  /** Bytes, or undefined when there is no such file. */
  sizeOf(path: string): Promise<number | undefined>
  /** With every folder above it; one that is there stays. */
  makeFolder(path: string): Promise<void>
  /** @param from 0 begins the file anew, more goes on after the bytes that are there */
  write(path: string, bytes: Readable, from: number): Promise<void>
  /** Takes the place of what is there. */
  rename(from: string, to: string): Promise<void>
  /** A file that is not there is removed already. */
  remove(path: string): Promise<void>
  close(): void
}

/** A server that does not answer for so long is gone, in ms. */
export const PATIENCE_MS = 30_000

/** The server is not the one whose fingerprint FTP_URL names. */
export class StrangeServer extends Error {
  override name = 'StrangeServer'
}

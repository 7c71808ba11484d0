import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from './address.ts'

/** The file that a running server writes into its data folder (PostgreSQL, `miscadmin.h`: LOCK_FILE_LINE_…). */
export interface PidFile {
  pid: number
  dataFolder: string
  address: Address
}

export const pidFilePath = (folder: string) => join(folder, 'postmaster.pid')

/** What the file says; null when there is none, or when it is not complete yet. */
export async function readPidFile(folder: string): Promise<PidFile | null> {
  const text = await readFile(pidFilePath(folder), 'utf8').catch(() => null)
  const [pid, dataFolder, , port, socketFolder, listenAddress] = text?.split('\n') ?? []
  if (!pid || !dataFolder || !port) return null
  return { pid: Number(pid), dataFolder, address: { host: socketFolder || listenAddress || '', port: Number(port) } }
}

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Address } from './address.ts'

/** What a running server writes into its data folder (PostgreSQL, `miscadmin.h`: LOCK_FILE_LINE_…). */
export interface PidFile {
  pid: number
  dataFolder: string
  address: Address
}

export const pidFilePath = (folder: string) => join(folder, 'postmaster.pid')

export async function readPidFile(folder: string): Promise<PidFile | null> {
  const text = await readFile(pidFilePath(folder), 'utf8').catch(() => null)
  const [pid, dataFolder, , port, socketFolder, listenAddress] = text?.split('\n') ?? []
  if (!pid || !dataFolder || !port) return null
  return { pid: Number(pid), dataFolder, address: { host: socketFolder || listenAddress || '', port: Number(port) } }
}

/** Signal 0 only asks; EPERM means there is such a process and it is somebody else's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** After a power cut the number may belong to any other program. */
export async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform === 'win32') return true
  const command =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).then(({ stdout }) => stdout)
  return command.then(
    (text) => text.includes('postgres'),
    () => false,
  )
}

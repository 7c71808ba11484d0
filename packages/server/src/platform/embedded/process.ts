import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * Whether the process exists. Signal 0 only checks; EPERM means that the process exists but belongs to another user.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process is PostgreSQL: after a power cut the number may belong to any other program. */
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

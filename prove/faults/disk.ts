import { execFile, spawnSync } from 'node:child_process'
import { chmod, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atProgramEnd } from '../../packages/server/src/testing/program-end.ts'

/** A small disk that can be filled up. */
export interface Disk {
  /** Fills the disk until this many bytes are left. */
  fill(left: number): Promise<void>
  empty(): Promise<void>
  unmount(): Promise<void>
}

const run = promisify(execFile)
const BLOCK = 1024 * 1024

/** Mounts a small disk at the folder. @returns undefined if mounting is not allowed; only root may */
export async function mountDisk(folder: string, megabytes: number): Promise<Disk | undefined> {
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
  if (!isMounted) return undefined
  await chmod(folder, 0o711)
  process.on('exit', () => spawnSync('umount', ['-l', folder]))
  const unmount = async () => void (await run('umount', ['-l', folder]).catch(() => {}))
  // A folder cannot be removed while a disk is mounted on it.
  atProgramEnd(unmount)
  const ballast = join(folder, 'ballast')
  return {
    fill: async (left) => {
      const { bavail, bsize } = await statfs(folder)
      const file = await open(ballast, 'w')
      const zeros = Buffer.alloc(BLOCK)
      for (let rest = bavail * bsize - left; rest > 0; rest -= BLOCK) {
        const isFull = await file.write(zeros, 0, Math.min(rest, BLOCK)).then(
          () => false,
          () => true,
        )
        if (isFull) break
      }
      await file.close()
    },
    empty: () => rm(ballast, { force: true }),
    unmount,
  }
}

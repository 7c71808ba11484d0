import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import type { Clock } from '../platform/clock.ts'
import { isAlive } from '../platform/embedded/process.ts'
import { BackupError } from './manifest.ts'

/** Removes what killed processes have left behind. */
async function clearOld(path: string) {
  for (const name of await readdir(dirname(path))) {
    const pid = name.startsWith(`${basename(path)}.`)
      ? /^[.](\d+)[.]part$/.exec(name.slice(basename(path).length))?.[1]
      : ''
    if (pid && !isAlive(Number(pid))) await rm(join(dirname(path), name), { force: true })
  }
}

const HALF = /^vypusk-[\d_-]+\.tar\.gz\.(\d+)\.part$/
const HOUR_MS = 3_600_000

/**
 * Removes unfinished daily backups, each of which has its own name. Another machine may be writing one in the same
 * folder.
 */
export async function clearHalves(folder: string, clock: Clock): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = HALF.exec(name)?.[1]
    if (!pid) continue
    const rested = clock.now().getTime() - (await stat(join(folder, name))).mtimeMs
    if (rested > (isAlive(Number(pid)) ? 24 * HOUR_MS : HOUR_MS)) await rm(join(folder, name), { force: true })
  }
}

async function settleOnDisk(path: string, flags: string) {
  const handle = await open(path, flags)
  await handle.sync().finally(() => handle.close())
}

const WHY: Record<string, string> = {
  ENOSPC: 'на диске кончилось место',
  EDQUOT: 'на диске кончилось место',
  ENOENT: 'такой папки нет',
  ENOTDIR: 'такой папки нет',
  EACCES: 'нет права писать сюда',
  EPERM: 'нет права писать сюда',
  EROFS: 'сюда ничего нельзя записать',
  EISDIR: 'это папка',
}

function sentenceOf(error: Error & { code?: string; syscall?: string }, path: string) {
  const why = WHY[error.code ?? '']
  return why && error.syscall ? new BackupError(`Копия ${path} не записана: ${why}`, { cause: error }) : error
}

/**
 * Writes a file under a temporary name and renames it once all of it is on disk and verified: whatever happens, the
 * final name refers to the previous copy or to the complete new one.
 * @param write writes the content
 * @param prove throws when the written file cannot be trusted
 * @throws BackupError when the disk does not accept it
 */
export async function writeWhole<Result>(
  path: string,
  write: (out: Writable) => Promise<Result>,
  prove: (half: string) => Promise<unknown>,
): Promise<Result> {
  const half = `${path}.${process.pid}.part`
  try {
    await clearOld(path)
    const result = await write(createWriteStream(half, { mode: 0o600 }))
    await settleOnDisk(half, 'r+')
    await prove(half)
    await rename(half, path)
    if (process.platform !== 'win32') await settleOnDisk(dirname(path), 'r')
    return result
  } catch (error) {
    throw error instanceof Error ? sentenceOf(error, path) : error
  } finally {
    await rm(half, { force: true }).catch(() => undefined)
  }
}

import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { systemClock, type Clock } from '../platform/clock.ts'
import { isAlive } from '../platform/embedded/process.ts'
import { withoutTrace } from '../platform/runtime/temp-folder.ts'
import { BackupError } from './manifest.ts'

/** The end of an unfinished file's name: its machine, which earlier versions did not name, and the process on it. */
const WRITER = /^\.(?:(.+)\.)?(\d+)\.part$/
const halfOf = (path: string) => `${path}.${hostname()}.${process.pid}.part`

const HOUR_MS = 3_600_000
const ALIVE_MS = 60_000
const RESTED_MS = 10 * ALIVE_MS

/**
 * Shows, while a file is written and verified, that its process is alive: verifying it writes nothing, and may take
 * hours. @returns ends it
 */
function showAlive(half: string): () => void {
  const touch = () => {
    const now = systemClock.now()
    return utimes(half, now, now).catch(() => undefined)
  }
  const beat = setInterval(() => void touch(), ALIVE_MS).unref()
  return () => clearInterval(beat)
}

/** Whether the writer of an unfinished file has certainly ended: this process begins its own only after clearing. */
const hasEnded = (machine: string | undefined, id: number) =>
  machine === hostname() && (id === process.pid || !isAlive(id))

/**
 * Whether nothing was heard from the writer of an unfinished file for so long that it is taken for abandoned. That there
 * is a process of its number proves nothing: in a container that was started again, another one has it.
 */
async function isAbandoned(path: string, machine: string | undefined, clock: Clock): Promise<boolean> {
  const rested = clock.now().getTime() - (await stat(path)).mtimeMs
  return rested > (machine === hostname() ? RESTED_MS : HOUR_MS)
}

/** Removes what killed processes of this machine have left behind. */
async function clearOld(path: string) {
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(basename(path))) continue
    const [, machine = hostname(), pid] = WRITER.exec(name.slice(basename(path).length)) ?? []
    if (!pid || machine !== hostname()) continue
    const half = join(dirname(path), name)
    if (hasEnded(machine, Number(pid)) || (await isAbandoned(half, machine, systemClock)))
      await rm(half, { force: true })
  }
}

const HALF = /^vypusk-[\d_-]+\.tar\.gz(\..+)$/

/**
 * Removes unfinished daily backups, each of which has its own name. Another machine may be writing one in the same
 * folder.
 */
export async function clearHalves(folder: string, clock: Clock): Promise<void> {
  for (const name of await readdir(folder)) {
    const writer = WRITER.exec(HALF.exec(name)?.[1] ?? '')
    if (!writer) continue
    const [, machine, id] = writer
    const half = join(folder, name)
    if (hasEnded(machine, Number(id)) || (await isAbandoned(half, machine, clock))) await rm(half, { force: true })
  }
}

const DAILY = /^vypusk-\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d(_incomplete)?\.tar\.gz$/
const MINUTE_MS = 60_000

/**
 * The name of the daily backup made at a moment. It is in UTC, unlike what people read: names have to sort by their
 * moments, also in the hour that is repeated in autumn and after the installation's zone was changed.
 */
export const dailyName = (moment: Date): string =>
  `vypusk-${moment.toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-')}.tar.gz`

/** The name that a daily backup gets when something is missing in it. */
export const incompleteName = (name: string): string => name.replace('.tar.gz', '_incomplete.tar.gz')

const isWhole = (name: string) => DAILY.exec(name)?.[1] === undefined

/**
 * The daily backups to delete, so that `keep` are left: the oldest ones, and before them those named by a moment that is
 * still to come. They were made while the clock was ahead, and would otherwise take the place of every later one. The
 * latest one that is complete is never deleted: once files are lost, every later backup lacks them.
 * @param names of everything in the folder
 * @param made the backup that was just made: it is never deleted
 */
export function copiesToDelete(
  names: string[],
  { made, keep, now }: { made: string; keep: number; now: Date },
): { former: string[]; kept: number } {
  const latest = dailyName(new Date(now.getTime() + MINUTE_MS))
  const others = names.filter((name) => DAILY.test(name) && name !== made).toSorted()
  const inOrder = [...others.filter((name) => name > latest), ...others.filter((name) => name <= latest)]
  const latestWhole = isWhole(made) ? made : inOrder.findLast(isWhole)
  const former = inOrder.slice(0, Math.max(0, others.length + 1 - keep)).filter((name) => name !== latestWhole)
  return { former, kept: others.length + 1 - former.length }
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
  const half = halfOf(path)
  const whole = async () => {
    await clearOld(path)
    const result = await write(createWriteStream(half, { mode: 0o600 }))
    await settleOnDisk(half, 'r+')
    await prove(half)
    await rename(half, path)
    if (process.platform !== 'win32') await settleOnDisk(dirname(path), 'r')
    return result
  }
  const endShowing = showAlive(half)
  return withoutTrace(half, whole)
    .catch((error: unknown) => {
      throw error instanceof Error ? sentenceOf(error, path) : error
    })
    .finally(endShowing)
}

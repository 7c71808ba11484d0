import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isAlive } from '../embedded/process.ts'
import { makePrivateFolder } from './folders.ts'

const NAME = 'vypusk-work-'
const named = () => join(tmpdir(), `${NAME}${hostname()}.${process.pid}-`)
/** A folder's name: its machine and the process on it, which earlier versions did not name. */
const MAKER = /^vypusk-work-(.+)\.(\d+)-[^-]+$/
/** No work takes so long, and a folder in use is kept (`keepFolder`). */
const LEFT_MS = 24 * 3_600_000
const KEEP_MS = 3_600_000

/** The folders that this process has made. */
const ownFolders = new Set<string>()

/** In a container every main process has the same number: a folder with the own one may be of a former process. */
function isLeft(path: string): boolean {
  const [, machine, pid] = MAKER.exec(basename(path)) ?? []
  if (!pid || machine !== hostname()) return false
  return Number(pid) === process.pid ? !ownFolders.has(path) : !isAlive(Number(pid))
}

/** @param own the newest folder, by whose time the others are compared */
async function clearLeft(own: string): Promise<void> {
  const { mtimeMs: now } = await stat(own)
  for (const name of await readdir(tmpdir())) {
    const path = join(tmpdir(), name)
    if (!name.startsWith(NAME) || path === own) continue
    // Another process may be removing it too, or it may be another user's.
    const made = await stat(path).catch(() => undefined)
    if (!made || !(isLeft(path) || now - made.mtimeMs > LEFT_MS)) continue
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

/**
 * Removes what killed processes have left: a volume for temporary files outlives them, and what a large import had
 * written may be most of it.
 */
export const clearTempFolders = (): Promise<void> => inTempFolder(async () => undefined)

/** Shows that a folder is in use, and makes it again if something that cleans up by age has removed it. */
export async function keepFolder(path: string): Promise<void> {
  await makePrivateFolder(path)
  // What changes in a folder changes its time, by the clock that all of them are compared by.
  await rmdir(await mkdtemp(join(path, 'kept-')))
}

/**
 * Makes a folder for all temporary files of a process that lives for months, and removes what killed ones have left.
 * @returns its path, and a function that removes it when the process has ended
 */
export function folderOfProcess(): { path: string; remove: () => void } {
  const path = mkdtempSync(named())
  ownFolders.add(path)
  void clearLeft(path).catch(() => undefined)
  const keeping = setInterval(() => void keepFolder(path).catch(() => undefined), KEEP_MS).unref()
  const remove = () => {
    clearInterval(keeping)
    rmSync(path, { recursive: true, force: true })
    ownFolders.delete(path)
  }
  return { path, remove }
}

/** Removes the folder when this process ends, if it is its own: a main process that was killed removes nothing. */
export function removeOwnAtExit(): void {
  const path = tmpdir()
  if (basename(path).startsWith(NAME)) process.on('exit', () => rmSync(path, { recursive: true, force: true }))
}

const unfinished = new Set<string>()
process.on('exit', () => unfinished.forEach((path) => rmSync(path, { recursive: true, force: true })))

/** Removes a file or folder once the work is over, even if the process ends during it. */
export async function withoutTrace<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  unfinished.add(path)
  try {
    return await work()
  } finally {
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
    unfinished.delete(path)
  }
}

/**
 * Runs work with a temporary folder for what does not fit into memory. The folder is removed when the work ends, even
 * if it fails.
 */
export async function inTempFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  // At once, so that no other work of this process sees a folder that it does not know.
  const folder = mkdtempSync(named())
  ownFolders.add(folder)
  return withoutTrace(folder, async () => {
    await clearLeft(folder)
    return run(folder)
  }).finally(() => ownFolders.delete(folder))
}

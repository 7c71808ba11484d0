import { rmSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = 'vypusk-work-'
/** No work takes so long. */
const LEFT_MS = 24 * 3_600_000

/** Removes what killed processes have left: a volume for temporary files outlives them. @param own the newest folder */
async function clearLeft(own: string): Promise<void> {
  const { mtimeMs: now } = await stat(own)
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(NAME)) continue
    const path = join(tmpdir(), name)
    // Another process may be removing it too, or it may be another user's.
    const made = await stat(path).catch(() => undefined)
    if (made && now - made.mtimeMs > LEFT_MS) await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
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
  const folder = await mkdtemp(join(tmpdir(), NAME))
  return withoutTrace(folder, async () => {
    await clearLeft(folder)
    return run(folder)
  })
}

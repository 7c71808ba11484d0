import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Files of the product are readable only by its own user, whatever the umask of the user who starts it. */
export const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/**
 * Creates a folder and its missing parents. Node's own `recursive` option loops forever, blocking a thread, when the
 * system reports "no such folder" although the parent exists (`/proc/nowhere`); here each folder is tried only once.
 * @throws the system's error
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const above = dirname(path)
  try {
    return await makeOne(path, mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error
  }
  await makeFolder(above, mode)
  await makeOne(path, mode)
}

/** Creates one folder if it does not exist; fails if there is a file with that name. */
async function makeOne(path: string, mode?: number) {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(path)).isDirectory()
    if (!isThere) throw error
  }
}

/** Creates a folder and its missing parents, accessible only to the own user. */
export const makePrivateFolder = (path: string) => makeFolder(path, PRIVATE_FOLDER)

/** Makes a folder private if it exists: an earlier version may have left it, and everything in it, open to others. */
export const closePrivateFolder = (path: string): Promise<void> =>
  chmod(path, PRIVATE_FOLDER).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })

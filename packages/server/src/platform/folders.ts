import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What the product keeps of people's is for its own user alone, whatever the umask of whoever starts it. */
export const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/**
 * Makes a folder, and those above it that are missing. Node's own `recursive` asks for ever where the system says "no such
 * folder" of one whose parent is there (`/proc/nowhere`), and holds a thread meanwhile: here each is asked for once.
 * @throws what the system says
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

/** Makes one folder where none is; a file of that name is refused. */
async function makeOne(path: string, mode?: number) {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(path)).isDirectory()
    if (!isThere) throw error
  }
}

/** Makes a folder, and those above it that are missing, for the own user alone. */
export const makePrivateFolder = (path: string) => makeFolder(path, PRIVATE_FOLDER)

/** Closes a folder that an earlier version left open, if it is there: what lies in it is then out of everybody's reach. */
export const closePrivateFolder = (path: string): Promise<void> =>
  chmod(path, PRIVATE_FOLDER).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })

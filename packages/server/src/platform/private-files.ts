import { chmod, mkdir } from 'node:fs/promises'

/** What the product keeps of people's is for its own user alone, whatever the umask of whoever starts it. */
export const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/** Makes a folder, and those above it that are missing, for the own user alone. */
export const makePrivateFolder = (path: string) => mkdir(path, { recursive: true, mode: PRIVATE_FOLDER })

/** Closes a folder that an earlier version left open, if it is there: what lies in it is then out of everybody's reach. */
export const closePrivateFolder = (path: string): Promise<void> =>
  chmod(path, PRIVATE_FOLDER).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })

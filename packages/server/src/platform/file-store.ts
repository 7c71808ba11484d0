import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Where the bytes of files are. Keys are UUIDs, never names that people gave. */
export interface FileStore {
  /** Streams in; nothing is there under the key until all of it is, safely on disk. */
  put(key: string, bytes: Readable): Promise<void>
  /** @param range first and last byte, both included */
  get(key: string, range?: { start: number; end: number }): Readable
  /** Bytes, or undefined when there is no such key. */
  stat(key: string): Promise<{ size: number } | undefined>
  delete(key: string): Promise<void>
}

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Files in a folder of this machine, spread over 256 subfolders. */
export function folderStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('a storage key is a UUID')
    return join(folder, key.slice(0, 2), key)
  }
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      const half = `${path}.part`
      await mkdir(dirname(path), { recursive: true })
      try {
        await pipeline(bytes, createWriteStream(half))
        const handle = await open(half, 'r+')
        await handle.sync().finally(() => handle.close())
        await rename(half, path)
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
    },
    get: (key, range) => createReadStream(pathOf(key), range),
    stat: async (key) => {
      const found = await stat(pathOf(key)).catch(() => undefined)
      return found && { size: found.size }
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  }
}

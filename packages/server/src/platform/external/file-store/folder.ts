import { createReadStream, createWriteStream } from 'node:fs'
import { open as openFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore, Piece } from '../file-store.ts'
import { makePrivateFolder, PRIVATE_FILE } from '../../runtime/folders.ts'
import { PIECE_BYTES } from './pieces.ts'
import { writeAll } from './write-all.ts'

type Open = typeof openFile

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => ({ size }),
    () => undefined,
  )

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Flushes what was written to the disk. */
async function settle(path: string) {
  const handle = await openFile(path, 'r+')
  await handle.sync().finally(() => handle.close())
}

/** Writes a piece at its place in the unfinished file, and waits for the disk. */
async function writePiece(open: Open, half: string, { number, bytes }: Piece) {
  const handle = await open(half, number === 0 ? 'w' : 'r+', PRIVATE_FILE)
  try {
    await writeAll(handle, bytes, number * PIECE_BYTES)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Stores a stream; the file gets its final name once everything is on the disk. */
async function putWhole(path: string, half: string, bytes: Readable) {
  await makePrivateFolder(dirname(half))
  try {
    await pipeline(bytes, createWriteStream(half, { mode: PRIVATE_FILE }))
    await settle(half)
    await rename(half, path)
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
}

async function joinHalf(path: string, half: string) {
  try {
    await rename(half, path)
  } catch (error) {
    // Already joined by an earlier call whose answer was lost.
    if (!isMissing(error) || !(await sizeOf(path))) throw error
  }
}

/**
 * A store in a folder of this machine. Files are spread over 256 subfolders; the name of an unfinished one ends in
 * `.part`.
 * @param open replaced by tests with a disk that writes fewer bytes than it is given
 */
export function folderStore(folder: string, open: Open = openFile): FileStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('a storage key is a UUID')
    return join(folder, key.slice(0, 2), key)
  }
  const halfOf = (key: string) => `${pathOf(key)}.part`
  const remove = async (key: string) => {
    await rm(pathOf(key), { force: true })
    await rm(halfOf(key), { force: true })
  }
  return {
    put: (key, bytes) => putWhole(pathOf(key), halfOf(key), bytes),
    get: (key, range) => createReadStream(pathOf(key), range),
    stat: (key) => sizeOf(pathOf(key)),
    delete: remove,
    begin: async (key) => {
      await makePrivateFolder(dirname(pathOf(key)))
      return 'folder'
    },
    putPiece: async (piece) => {
      await writePiece(open, halfOf(piece.key), piece)
      return String(piece.bytes.length)
    },
    join: (key) => joinHalf(pathOf(key), halfOf(key)),
    abandon: remove,
  }
}

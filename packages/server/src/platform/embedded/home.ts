import { createHash } from 'node:crypto'
import { readlink, rename, rm, rmdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Log } from '../runtime/log.ts'
import { EmbeddedError } from './error.ts'
import { canWrite, giveTo, ownerOf, type Owner } from './owner.ts'
import { makeFolder } from '../runtime/folders.ts'

/** Where root keeps what PostgreSQL must reach when its user cannot enter the data folder. */
export const systemFolder = '/var/lib/vypusk'

export interface Home {
  /** Contains the cluster, its log and its password. */
  folder: string
  owner: Owner
}

export const homeIn = (dataDir: string) => join(dataDir, 'postgres')

/**
 * Opens the folder of the embedded database: `<dataDir>/postgres`. When root starts the server and the database's own
 * user cannot reach that folder (a checkout under a 0700 home), it becomes a link to a folder of `/var/lib/vypusk`.
 * Deleting the data folder then still means starting from scratch, and one previous database is kept.
 */
export async function openHome(dataDir: string, log: Log): Promise<Home> {
  await makeFolder(dataDir)
  const folder = homeIn(dataDir)
  const moved = await readlink(folder).catch(() => null)
  const home = await makeHome(moved ?? folder)
  if (await canWrite(home.owner, home.folder)) return home
  if (moved) throw new EmbeddedError(`PostgreSQL не может писать в папку ${moved}`)
  return moveAway(folder, log)
}

async function makeHome(folder: string): Promise<Home> {
  await makeFolder(folder)
  const owner = await ownerOf(folder)
  await giveTo(owner, folder)
  return { folder, owner }
}

async function moveAway(folder: string, log: Log): Promise<Home> {
  await rmdir(folder).catch(() => {
    throw new EmbeddedError(`Папка ${folder} стала недоступна пользователю базы данных. Откройте доступ к ней`)
  })
  const elsewhere = join(systemFolder, createHash('sha256').update(folder).digest('hex').slice(0, 12))
  await setAside(elsewhere)
  const home = await makeHome(elsewhere)
  await symlink(elsewhere, folder)
  log.warn(`Папка ${dirname(folder)} недоступна для PostgreSQL, поэтому база данных хранится в ${elsewhere}`)
  return home
}

/** Moves aside what is left from a deleted data folder; the one moved aside before is removed. */
async function setAside(folder: string) {
  const previous = `${folder}.previous`
  await rm(previous, { recursive: true, force: true })
  await rename(folder, previous).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

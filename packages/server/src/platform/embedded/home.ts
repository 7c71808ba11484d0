import { createHash } from 'node:crypto'
import { readlink, rename, rm, rmdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Log } from '../log.ts'
import { EmbeddedError } from './error.ts'
import { canWrite, giveTo, ownerOf, type Owner } from './owner.ts'
import { makeFolder } from '../folders.ts'

/** Where root keeps what PostgreSQL must reach when the data folder lies behind a closed door. */
export const systemFolder = '/var/lib/vypusk'

export interface Home {
  /** Holds the cluster, its log and its password. */
  folder: string
  owner: Owner
}

export const homeIn = (dataDir: string) => join(dataDir, 'postgres')

/**
 * The folder of the embedded database: `<dataDir>/postgres`. Where root starts the server and the
 * database's own user cannot reach that (a checkout under a 0700 home), it is a link to a folder of
 * `/var/lib/vypusk`: deleting the data folder still means starting anew, and one database before it is kept.
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

/** What is left of a data folder that somebody deleted; the one before that goes. */
async function setAside(folder: string) {
  const previous = `${folder}.previous`
  await rm(previous, { recursive: true, force: true })
  await rename(folder, previous).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'
import { giveTo, giveTree, runAs } from './owner.ts'
import { isAlive } from './process.ts'

export const superuser = 'app'

/** How clients reach the server: through a socket nobody else can open, or (on Windows) loopback with a password. */
export type Transport = 'socket' | 'loopback'

/** A cluster: the folder with the data of one major version. */
export interface Cluster {
  folder: string
  home: Home
  binaries: Binaries
  transport: Transport
  /** Null with a socket, where the file system decides who may connect. */
  password: string | null
}

const folderIn = (home: string) => join(home, '18')

/** Whether a complete cluster exists here. */
export const isClusterMade = (home: string): boolean => existsSync(join(folderIn(home), 'PG_VERSION'))

/**
 * Opens the cluster, creating it when there is none. It is created under another name and then renamed, so that a
 * process killed halfway leaves no incomplete cluster.
 */
export async function openCluster(
  home: Home,
  binaries: Binaries,
  transport: Transport,
): Promise<{ cluster: Cluster; fresh: boolean }> {
  const folder = folderIn(home.folder)
  const password = transport === 'loopback' ? await readPassword(home) : null
  const cluster = { folder, home, binaries, transport, password }
  await removeUnfinished(home)
  if (!isClusterMade(home.folder)) return { cluster, fresh: await makeCluster(cluster) }
  if (home.owner && home.owner.uid !== (await stat(folder)).uid) await giveTree(home.owner, folder)
  return { cluster, fresh: false }
}

const unfinishedName = /^18\.new-(\d+)-/

async function removeUnfinished(home: Home) {
  for (const name of await readdir(home.folder)) {
    const pid = Number(unfinishedName.exec(name)?.[1])
    if (pid && !isAlive(pid)) await rm(join(home.folder, name), { recursive: true, force: true })
  }
}

/** @returns whether this call created it: of two processes starting at once, one does */
async function makeCluster({ folder, home, binaries, password }: Cluster): Promise<boolean> {
  const unfinished = await mkdtemp(`${folder}.new-${process.pid}-`)
  await giveTo(home.owner, unfinished)
  const access = password ? ['--auth=scram-sha-256', `--pwfile=${passwordFile(home)}`] : ['--auth=trust']
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const args = ['-D', unfinished, '-U', superuser, ...access, ...locale, '--no-instructions']
  await runAs(home.owner, binaries('initdb'), args, home.folder)
  const won = await rename(unfinished, folder).then(
    () => true,
    () => false,
  )
  if (!won) await rm(unfinished, { recursive: true, force: true })
  await keepNames(home.folder)
  return won
}

/** A rename survives a power cut only after its folder has been written to disk. */
async function keepNames(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

const passwordFile = (home: Home) => join(home.folder, 'password')

async function readPassword(home: Home): Promise<string> {
  const file = passwordFile(home)
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept) return kept
  await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(() => null)
  await giveTo(home.owner, file)
  return readFile(file, 'utf8')
}

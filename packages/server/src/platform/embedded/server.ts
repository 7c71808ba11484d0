import { readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { chooseAddress, releaseAddress, type Address } from './address.ts'
import { superuser, type Cluster } from './cluster.ts'
import { writeConf } from './conf.ts'
import { EmbeddedError } from './error.ts'
import { runAs } from './owner.ts'
import { pidFilePath, readPidFile, type PidFile } from './pid-file.ts'
import { isAlive, isPostgres } from './process.ts'

/** In seconds. Recovery takes longer the more was written since the last checkpoint. */
const patience = 600

export const clientConfig = (cluster: Cluster, address: Address, database: string) => ({
  ...address,
  user: superuser,
  password: cluster.password ?? '',
  database,
  ssl: false,
})

/**
 * Makes sure that the cluster's server is running: one that outlived a killed process is used as it is, otherwise one
 * is started. Of several processes doing this at once, one starts it.
 * @returns the server's address
 * @throws EmbeddedError with the end of the server's log
 */
export async function ensureServer(cluster: Cluster): Promise<Address> {
  for (let attempt = 1; ; attempt++) {
    const running = await findRunning(cluster)
    if (running) return running
    try {
      await start(cluster)
    } catch (error) {
      // Another process may be starting it, or the last backends of a killed server may still be exiting.
      if (attempt >= 20) throw error
      await pause(250)
    }
  }
}

async function findRunning(cluster: Cluster): Promise<Address | null> {
  for (const deadline = performance.now() + patience * 1000; performance.now() < deadline; await pause(50)) {
    const found = await readPidFile(cluster.folder)
    if (!found || !isAlive(found.pid)) return null
    if (await isForeign(cluster, found)) {
      await rm(pidFilePath(cluster.folder))
      return null
    }
    if (await answers(cluster, found.address)) return found.address
  }
  throw new EmbeddedError(`Встроенный PostgreSQL в папке ${cluster.folder} не отвечает`)
}

/** Whether the file came along with a copied folder, or its process number now belongs to another program. */
async function isForeign(cluster: Cluster, found: PidFile) {
  const own = await realpath(cluster.folder)
  return own !== (await realpath(found.dataFolder).catch(() => null)) || !(await isPostgres(found.pid))
}

async function answers(cluster: Cluster, address: Address): Promise<boolean> {
  const client = new pg.Client(clientConfig(cluster, address, 'postgres'))
  client.on('error', () => {})
  return client
    .connect()
    .then(() => client.end())
    .then(
      () => true,
      () => false,
    )
}

async function start(cluster: Cluster) {
  const { home, folder, binaries } = cluster
  await writeConf(cluster, await chooseAddress(cluster))
  const log = join(home.folder, 'postgres.log')
  const before = await makeRoom(log)
  // Relative paths, because pg_ctl puts both into a shell command without escaping special characters.
  const args = ['start', '-D', '.', '-l', '../postgres.log', '-w', '-t', String(patience)]
  await runAs(home.owner, binaries('pg_ctl'), args, folder).catch(async (error: Error) => {
    const output = await readFile(log).catch(() => Buffer.alloc(0))
    const text = output.subarray(before).toString().trim().slice(-2000) || error.message
    throw new EmbeddedError(`Встроенный PostgreSQL не запустился. В его журнале ${log} сказано:\n${text}`)
  })
}

/**
 * Moves a long log aside.
 * @returns the length of the log that remains
 */
async function makeRoom(log: string): Promise<number> {
  const size = (await stat(log).catch(() => null))?.size ?? 0
  if (size < 10 * 1024 * 1024) return size
  await rename(log, `${log}.1`)
  return 0
}

/** Stops the server: running transactions are rolled back, everything acknowledged is written out. */
export async function stopServer({ home, folder, binaries }: Cluster): Promise<void> {
  const running = await readPidFile(folder)
  if (!running) return
  const stop = (mode: string) =>
    runAs(home.owner, binaries('pg_ctl'), ['stop', '-D', '.', '-m', mode, '-w', '-t', '60'], folder)
  // After an immediate stop the next start recovers the rest.
  await stop('fast').catch(() => stop('immediate'))
  await releaseAddress(running.address)
}

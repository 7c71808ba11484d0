import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { advisoryLocks } from './database/advisory-locks.ts'
import { temporaryFolder } from '../testing/folder.ts'
import type { Transport } from './embedded/cluster.ts'
import { readPidFile } from './embedded/pid-file.ts'
import { isAlive } from './embedded/process.ts'
import { startEmbedded, type Embedded } from './embedded.ts'

const quiet = { info() {}, warn() {} }
const cleaning: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).toReversed()) await clean()
})

async function newFolder() {
  const folder = await temporaryFolder('embedded')
  cleaning.push(folder.remove)
  return folder.path
}

async function start(dataDir: string, transport?: Transport): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, log: quiet, ...(transport && { transport }) })
  cleaning.push(() => embedded.stop())
  return embedded
}

async function ask<Row extends pg.QueryResultRow>(config: pg.ClientConfig, text: string): Promise<Row[]> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  return client.query<Row>(text).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  )
}

/** The connection by which a process shows that it uses the server. */
async function present(config: pg.ClientConfig) {
  const client = new pg.Client({ ...config, database: 'postgres', application_name: 'vypusk presence' })
  client.on('error', () => {})
  await client.connect()
  return client
}

const clusterOf = (dataDir: string) => join(dataDir, 'postgres', '18')
const pidOf = async (dataDir: string) => (await readPidFile(clusterOf(dataDir)))?.pid ?? 0
const note = (config: pg.ClientConfig) => ask(config, 'create table notes as select 1 as kept')
const notes = (config: pg.ClientConfig) => ask<{ kept: number }>(config, 'select kept from notes')

describe.each<Transport>(['socket', 'loopback'])('the embedded database, %s', (transport) => {
  it('is created once, survives a stop, and leaves no process', async () => {
    const dataDir = await newFolder()
    const first = await start(dataDir, transport)
    expect(first.fresh).toBe(true)
    await note(first.config)
    const pid = await pidOf(dataDir)
    await first.stop()
    expect(await readPidFile(clusterOf(dataDir))).toBeNull()
    expect(isAlive(pid) && (await readFile(`/proc/${pid}/cmdline`, 'utf8'))).toBeFalsy()

    const second = await start(dataDir, transport)
    expect(second.fresh).toBe(false)
    expect(await notes(second.config)).toEqual([{ kept: 1 }])
  })

  it('is restarted when the server is killed, at the same address, with everything acknowledged', async () => {
    const dataDir = await newFolder()
    const { config } = await start(dataDir, transport)
    await note(config)
    process.kill(await pidOf(dataDir), 'SIGKILL')
    await expect.poll(() => notes(config).catch(() => null)).toEqual([{ kept: 1 }])
  })
})

describe('several processes in one folder', () => {
  it('create one database when they start at the same moment', async () => {
    const dataDir = await newFolder()
    const all = await Promise.all([start(dataDir), start(dataDir), start(dataDir)])
    await note(all[0].config)
    for (const { config } of all) expect(await notes(config)).toEqual([{ kept: 1 }])
  })

  it('share the server: only the last to leave stops it', async () => {
    const dataDir = await newFolder()
    const [first, second] = [await start(dataDir), await start(dataDir)]
    await first.stop()
    await note(second.config)
    await second.stop()
    expect(await pidOf(dataDir)).toBe(0)
  })

  it('stop the server when all of them leave at the same moment', async () => {
    const dataDir = await newFolder()
    const all = [await start(dataDir), await start(dataDir), await start(dataDir)]
    await Promise.all(all.map((each) => each.stop()))
    expect(await pidOf(dataDir)).toBe(0)
  })

  it('do not count one that was killed a moment ago', async () => {
    const dataDir = await newFolder()
    const { config, stop } = await start(dataDir)
    const ended = spawnSync(process.execPath, ['--version'])
    // The connection of the killed process, which the server has not closed yet.
    const left = await present(config)
    await left.query('select pg_advisory_lock_shared($1, $2)', [advisoryLocks.present, ended.pid])
    await stop()
    expect(await pidOf(dataDir)).toBe(0)
  })

  it('count one of an earlier version, which does not tell its number', async () => {
    const dataDir = await newFolder()
    const { config, stop } = await start(dataDir)
    const earlier = await present(config)
    await stop()
    expect(await pidOf(dataDir)).not.toBe(0)
    await earlier.end()
    await (await start(dataDir)).stop()
    expect(await pidOf(dataDir)).toBe(0)
  })
})

describe('a folder with a history', () => {
  it('opens after a kill that left a stale pid file', async () => {
    const dataDir = await newFolder()
    const first = await start(dataDir)
    await note(first.config)
    const pidFile = join(clusterOf(dataDir), 'postmaster.pid')
    const left = await readFile(pidFile)
    await first.stop()
    // The number now belongs to another program: this process.
    await writeFile(pidFile, left.toString().replace(/^\d+/, String(process.pid)))
    expect(await notes((await start(dataDir)).config)).toEqual([{ kept: 1 }])
  })

  it('is not confused with the one it was copied from', async () => {
    const [original, copy] = [await newFolder(), await newFolder()]
    const first = await start(original)
    await cp(join(original, 'postgres'), join(copy, 'postgres'), {
      recursive: true,
      filter: (path) => !path.includes('.s.PGSQL') && !path.endsWith('postgres.log'),
    })
    const second = await start(copy)
    await note(second.config)
    await expect(notes(first.config)).rejects.toThrow('notes')
  })

  it('removes what a killed first start has left incomplete', async () => {
    const dataDir = await newFolder()
    const unfinished = join(dataDir, 'postgres', '18.new-999999-half')
    await mkdir(unfinished, { recursive: true })
    expect((await start(dataDir)).fresh).toBe(true)
    await expect(readFile(unfinished)).rejects.toThrow('ENOENT')
  })

  it('may be in a folder closed to all other users', async () => {
    const home = await newFolder()
    await chmod(home, 0o700)
    const dataDir = join(home, 'data')
    const first = await start(dataDir)
    await note(first.config)
    await first.stop()
    const moved = await realpath(join(dataDir, 'postgres'))
    cleaning.unshift(() => rm(moved, { recursive: true, force: true }))
    expect(await notes((await start(dataDir)).config)).toEqual([{ kept: 1 }])
  })

  it('may be deeper than a socket path can be long', async () => {
    const dataDir = join(await newFolder(), 'папка'.repeat(12), 'data')
    const { config } = await start(dataDir)
    await note(config)
    expect(await notes(config)).toEqual([{ kept: 1 }])
  })

  it('may have quotes and spaces in its name', async () => {
    const dataDir = join(await newFolder(), `it's "a" folder, $HOME`)
    const { config } = await start(dataDir)
    await note(config)
    expect(await notes(config)).toEqual([{ kept: 1 }])
  })
})

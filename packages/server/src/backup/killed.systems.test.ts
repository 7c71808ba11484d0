import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import type { FileStore } from '../platform/external/file-store.ts'
import { readSettings } from '../platform/settings.ts'
import { prepareDatabase } from '../prepare.ts'
import { addressOf, createTestDatabase, run } from '../testing/database.ts'
import { asNew, asOld, copy, copyWorld, COPIED, inFolder, oldSystem, store } from '../testing/processes/restoring.ts'
import type { Stage } from './restore.ts'

const quiet = { info() {}, warn() {} }
const program = fileURLToPath(new URL('../testing/processes/restorer.ts', import.meta.url))
copyWorld()

async function killAt(stage: Stage, name: string, config: pg.ClientConfig) {
  const options = JSON.stringify({ config, folder: inFolder(name), copy: copy(), stage })
  const child = spawn(process.execPath, [program, options], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [, signal] = await once(child, 'exit')
  return signal
}

/** It takes the server a moment to notice that the connections are gone. */
async function untilGone(config: pg.ClientConfig) {
  const client = new pg.Client(config)
  await client.connect()
  const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  await expect.poll(async () => (await client.query(others)).rowCount).toBe(0)
  await client.end()
}

test.each<[Stage, object]>([
  ['proved', asOld],
  ['opened', asOld],
  ['rows', asOld],
  ['files', asOld],
  ['swapping', asOld],
  ['swapped', asNew],
])('killed at the stage %s it leaves one system complete, and the next restore succeeds', async (stage, expected) => {
  const system = await oldSystem(`killed-${stage}`)
  expect(await killAt(stage, `killed-${stage}`, system.database.config)).toBe('SIGKILL')
  await untilGone(system.database.config)
  expect(await system.read()).toMatchObject({ ...expected, state: 'current' })
  await system.restore()
  expect(await system.read()).toMatchObject(asNew)
  await system.drop()
})

test('the start after a killed restore works with the old system and cleans up', async () => {
  const system = await oldSystem('start')
  await killAt('files', 'start', system.database.config)
  await untilGone(system.database.config)
  expect(await system.onDisk()).toBe(3)
  const settings = readSettings({
    DATABASE_URL: addressOf(system.database.config),
    DATA_DIR: inFolder('data'),
    DEMO: 'on',
  })
  const options = {
    settings,
    log: quiet,
    clock: systemClock,
    store: store('start'),
    requests: 100,
    onReplaced: () => {},
  }
  const { demo, stop } = await prepareDatabase(options)
  await stop()
  expect(demo).toBe(false)
  expect(await system.read()).toMatchObject({ ...asOld, beside: false })
  expect(await system.onDisk()).toBe(2)
  await system.drop()
})

test('the pieces of a file that broke off are discarded too, which a storage lists nowhere', async () => {
  const system = await oldSystem('pieces')
  const abandon = vi.fn<FileStore['abandon']>(async () => {})
  const brokenOff: FileStore['put'] = async (key, _bytes, begun) => {
    await begun?.(`handle of ${key}`)
    throw new Error('broken off')
  }
  const broken = { ...store('pieces'), put: brokenOff, abandon }
  await expect(system.restore(copy(), { store: broken })).rejects.toThrow('broken off')
  expect(abandon.mock.calls).toEqual([[COPIED, `handle of ${COPIED}`]])
  expect(await system.read()).toMatchObject({ ...asOld, beside: false })
  await system.drop()
})

test('a restore whose database dies says so in a sentence, and the old system is as it was', async () => {
  const system = await oldSystem('database-dies')
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const dying = system.restore(copy(), {
    onStage: async (stage) => void (stage === 'migrated' && (await run(system.database.config, end))),
  })
  await expect(dying).rejects.toThrow(/^Не удалось: сервер прервал соединение\. Прежняя система осталась как была$/)
  expect(await system.read()).toMatchObject({ ...asOld, state: 'current' })
  await system.drop()
})

test('a new database whose restore was killed is not filled with demo data', async () => {
  const database = await createTestDatabase({ create: `encoding 'UTF8' template template0` })
  await killAt('rows', 'new', database.config)
  await untilGone(database.config)
  const settings = readSettings({ DATABASE_URL: addressOf(database.config), DATA_DIR: inFolder('data'), DEMO: 'on' })
  const options = { settings, log: quiet, clock: systemClock, store: store('new'), requests: 100, onReplaced: () => {} }
  await expect(prepareDatabase(options)).rejects.toThrow('Восстановите её из копии')
  await database.drop()
})

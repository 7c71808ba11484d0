import { expect, onTestFinished, test } from 'vitest'
import { addressesOf } from './platform/database/addresses.ts'
import { orUnreachable } from './platform/database/connect.ts'
import { openDatabase } from './platform/database.ts'
import { folderStore } from './platform/external/file-store/folder.ts'
import { systemClock } from './platform/clock.ts'
import { readSettings } from './platform/settings.ts'
import { joinPrepared, prepareDatabase } from './prepare.ts'
import { createTestDatabase } from './testing/database.ts'
import { makeFile } from './testing/making/make-publication.ts'
import { openDatabaseProxy } from './testing/servers/database-proxy.ts'
import { temporaryFolder } from './testing/folder.ts'

const quiet = { info() {}, warn() {} }

/** The message by which a server that is starting refuses a connection. */
function starting(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

async function place() {
  const { config, drop } = await createTestDatabase()
  onTestFinished(drop)
  const { path, remove } = await temporaryFolder('prepare')
  onTestFinished(remove)
  const proxy = await openDatabaseProxy(config)
  onTestFinished(proxy.close)
  const { connectionString, user, port, database } = proxy.config
  const DATABASE_URL = connectionString ?? `postgres://${user}@127.0.0.1:${port}/${database}`
  return { proxy, settings: readSettings({ DATABASE_URL, DATA_DIR: path, DEMO: 'off' }) }
}

const WAYS = {
  'the process': (settings: ReturnType<typeof readSettings>) => {
    const store = folderStore(settings.dataDir)
    return prepareDatabase({ settings, log: quiet, clock: systemClock, store, requests: 0, onReplaced() {} })
  },
  'a worker': (settings: ReturnType<typeof readSettings>) => joinPrepared(settings, quiet, () => {}),
}

test.each([
  ['the process', 'is starting', starting(), 'сервер ещё запускается или уже останавливается'],
  ['the process', 'goes away', Buffer.from(''), 'сервер прервал соединение'],
  ['a worker', 'is starting', starting(), 'сервер ещё запускается или уже останавливается'],
] as const)('%s ends with a sentence if the server %s during any of its steps', async (who, _, lastBytes, why) => {
  const { proxy, settings } = await place()
  let connections = 0
  const attempt = () => {
    proxy.leaveAfter(connections, lastBytes)
    return WAYS[who](settings).then(
      ({ stop }) => stop().then(() => undefined),
      (error: Error) => `${error.name}: ${error.message}`,
    )
  }
  for (let message = await attempt(); message !== undefined; message = await attempt()) {
    expect(message).toMatch(/^DatabaseError: Не удалось подключиться: база данных vypusk_test_\w+ на /)
    expect(message).toContain(`Причина: ${why}`)
    connections += 1
  }
  // Or the server has left no step without its connection.
  expect(connections).toBeGreaterThan(2)
})

test('a start notes the address of the system once, beside those that it had', async () => {
  const { settings } = await place()
  const moved: string[] = []
  for (const publicUrl of ['http://10.0.0.5', 'https://one.example', 'http://10.0.0.5']) {
    const { config, stop } = await WAYS['the process']({ ...settings, publicUrl })
    const { db, close } = openDatabase(config, quiet)
    const { calendarHost, atPresent } = await addressesOf(db, publicUrl)
    await close()
    await stop()
    expect(calendarHost).toBe('10.0.0.5')
    moved.push(atPresent('http://10.0.0.5/a https://one.example/b'))
  }
  expect(moved).toEqual([
    'http://10.0.0.5/a https://one.example/b',
    'https://one.example/a https://one.example/b',
    'http://10.0.0.5/a http://10.0.0.5/b',
  ])
})

test('a start whose files are in another store says so', async () => {
  const { settings } = await place()
  const warnings: string[] = []
  const store = folderStore(settings.dataDir)
  const start = async () => {
    const log = { ...quiet, warn: (text: string) => void warnings.push(text) }
    const clock = systemClock
    return (await prepareDatabase({ settings, log, clock, store, requests: 0, onReplaced() {} })).stop()
  }
  await start()
  expect(warnings).toEqual([])
  const { db, close } = openDatabase({ connectionString: settings.databaseUrl! }, quiet)
  await makeFile(db)
  await close()
  await start()
  expect(warnings).toEqual([expect.stringContaining('Хранилище не то: файлов системы проверено 1, в нём нет 1.')])
})

test('errors of a line that breaks are those of an unreachable server, and others stay what they are', async () => {
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })
  await expect(orUnreachable('база данных x', Promise.reject(broken))).rejects.toThrow(
    'Не удалось подключиться: база данных x. Причина: сервер прервал соединение',
  )
  const full = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC', syscall: 'write' })
  await expect(orUnreachable('база данных x', Promise.reject(full))).rejects.toBe(full)
})

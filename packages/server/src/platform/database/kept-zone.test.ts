import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { zones } from '@vypusk/contract'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { keepZone, takeZone } from './kept-zone.ts'
import { momentInWords } from '../text/plain-text.ts'

let database: TestDatabase
let warnings: string[]
const log = { info() {}, warn: (text: string) => void warnings.push(text) }

beforeEach(async () => {
  database = await createTestDatabase()
  warnings = []
})
afterEach(async () => {
  process.env['TZ'] = 'UTC'
  await database.drop()
})

async function startIn(zone: string | undefined, start = keepZone) {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
  await start(database.config, log)
  return zones.ownZone()
}

async function ask(statement: string) {
  const client = new pg.Client(database.config)
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

test('the zone of the first start is kept, and every later process runs in it', async () => {
  expect(await startIn('Europe/Moscow')).toBe('Europe/Moscow')
  expect(await startIn(undefined)).toBe('Europe/Moscow')
  expect(warnings).toEqual([])
  expect(momentInWords('2026-03-05T18:00:00Z')).toBe('05.03.2026 21:00')
  expect(await startIn('Asia/Omsk')).toBe('Europe/Moscow')
  expect(await startIn('Asia/Omsk', takeZone)).toBe('Europe/Moscow')
  expect(warnings).toEqual([
    expect.stringMatching(/^TZ=Asia\/Omsk не действует: .* Europe\/Moscow, .*npm run zone -- Asia\/Omsk$/),
    expect.stringMatching(/^TZ=Asia\/Omsk не действует/),
  ])
})

test('a command keeps nothing, and does not mind a database without tables', async () => {
  expect(await startIn('Asia/Omsk', takeZone)).toBe('Asia/Omsk')
  expect(await startIn('Europe/Moscow')).toBe('Europe/Moscow')
  await ask('drop schema public cascade')
  expect(await startIn('Asia/Omsk', takeZone)).toBe('Asia/Omsk')
})

test('a zone that PostgreSQL does not know is refused', async () => {
  await ask(`insert into installation values ('zone', '"Mars/X"')`)
  await expect(startIn('UTC')).rejects.toThrow('PostgreSQL не знает часового пояса Mars/X')
})

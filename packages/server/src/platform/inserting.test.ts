import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openDatabase, type Database } from './database.ts'
import { inTransaction, type Transaction } from './transaction.ts'
import { insertRows, type RowOf } from './inserting.ts'
import { NOBODY } from './person.ts'

let database: TestDatabase
let opened: Database
beforeAll(async () => {
  database = await createTestDatabase()
  opened = openDatabase(database.config, { info() {}, warn() {} })
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

const AT = '2026-03-06T06:30:00.000Z'

const inOne = <Result>(run: (tx: Transaction) => Promise<Result>) =>
  inTransaction({ deps: { db: opened.db, clock: { now: () => new Date(AT) } }, person: NOBODY }, run)

test('rows with more values than a statement may have parameters are inserted in their order', async () => {
  const rows = Array.from({ length: 40_000 }, (_, index) => ({ namecomp: `Компания ${index}`, created_at: AT }))
  const made = await inOne((tx) => insertRows(tx, 'companies', rows).returning(['idcomp', 'namecomp']).execute())
  expect(made.map(({ namecomp }) => namecomp)).toEqual(rows.map(({ namecomp }) => namecomp))
})

test('bytes, lists, objects, moments and what rows leave out are stored as by values', async () => {
  const row = {
    entity: 'release',
    entity_id: 7,
    field: 'title',
    title: 'Название',
    before: { title: 'Весна «1»' },
    after: { list: ['а', 1, null] },
    hash: Buffer.from([0, 255, 92]),
    user_id: undefined,
    address: 'kto@example.ru',
    at: AT,
  }
  const key = { entity: 'release', entity_id: 7, topic: 'a', event_ids: [1, 2] }
  const read = await inOne(async (tx) => {
    await insertRows(tx, 'history', [row, { ...row, hash: null }]).execute()
    await insertRows(tx, 'held_letters', [{ ...key, since: AT, due_at: AT }]).execute()
    return {
      history: await tx.selectFrom('history').select(['before', 'after', 'hash', 'note', 'at']).orderBy('id').execute(),
      held: await tx.selectFrom('held_letters').select(['event_ids', 'notices', 'due_at']).execute(),
    }
  })
  const { before, after, hash } = row
  expect(read.history).toEqual([
    { before, after, hash, note: null, at: AT },
    { before, after, hash: null, note: null, at: AT },
  ])
  expect(read.held).toEqual([{ event_ids: [1, 2], notices: {}, due_at: AT }])
})

test('text is no value of a jsonb column', () => {
  const asText = { entity: 'release', entity_id: 7, topic: 'a', event_ids: [1], since: AT, due_at: AT, notices: '{}' }
  // @ts-expect-error -- `values` takes it as JSON, `insertRows` would store a JSON string
  const row: RowOf<'held_letters'> = asText
  expect(row).toBe(asText)
})

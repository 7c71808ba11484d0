import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { type Row, rowWriter } from './binary.ts'
import { copyLoader } from './copy.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.config)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Loads the rows and reads them back as PostgreSQL prints them. */
async function loaded(types: string[], rows: Row[]): Promise<(string | null)[][]> {
  const names = types.map((_, index) => `c${index}`)
  await client.query("begin; set local timezone = 'UTC'")
  await client.query(`create table loaded (${types.map((type, index) => `c${index} ${type}`).join(', ')})`)
  const load = copyLoader(client, { loaded: names }, { loaded: types })
  for (const row of rows) load.add('loaded', row)
  await load.finish()
  const { rows: found } = await client.query<(string | null)[]>({
    text: `select ${names.map((name) => `${name}::text`).join(', ')} from loaded`,
    rowMode: 'array',
  })
  await client.query('rollback')
  return found
}

test.each([
  ['smallint', -3, '-3'],
  ['integer', -2_147_483_648, '-2147483648'],
  ['bigint', 9_007_199_254_740_991, '9007199254740991'],
  ['bigint', -4_294_967_297, '-4294967297'],
  ['boolean', false, 'false'],
  ['text', 'a\tb\\N\n"ё" 🙂', 'a\tb\\N\n"ё" 🙂'],
  ['text', '', ''],
  ['jsonb', '{"a": "<b>"}', '{"a": "<b>"}'],
  ['uuid', '0f8fad5b-d9cb-469f-a165-70867728950e', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ['date', Date.parse('1999-12-31') / 86_400_000, '1999-12-31'],
  ['timestamp with time zone', Date.parse('2026-03-05T07:08:09.010Z'), '2026-03-05 07:08:09.01+00'],
  ['timestamp with time zone', Date.parse('1969-12-31T23:59:59.999Z'), '1969-12-31 23:59:59.999+00'],
  ['time without time zone', '21:30', '21:30:00'],
  ['integer[]', [1, 22], '{1,22}'],
  ['text[]', ['a,b', '"'], '{"a,b","\\""}'],
  ['text[]', [], '{}'],
])('%s: %j', async (type, value, written) => {
  expect(await loaded([type, type], [[value, null]])).toEqual([[written, null]])
})

test('rows arrive complete and in order, however many batches they fill', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => [index, 'щ'.repeat(index % 500)])
  expect(await loaded(['integer', 'text'], rows)).toEqual(rows.map(([id, text]) => [String(id), text]))
})

test('refuses values that do not fit the column', () => {
  const rows = rowWriter(['integer', 'text'])
  expect(() => rows.write(Buffer.alloc(100), 0, ['1', 'a'])).toThrow('"1" is not what the column takes')
  expect(() => rows.write(Buffer.alloc(100), 0, [1])).toThrow('a row of 1 for 2 columns')
  expect(() => rowWriter(['money'])).toThrow('no binary form of money is known')
})

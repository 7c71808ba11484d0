import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leftForTheReleaseBefore } from '../../../scripts/lint/rooms.mjs'
import { testApp, type TestApp } from './testing/app.ts'

let product: TestApp
beforeAll(async () => (product = await testApp()))
afterAll(() => product.close())

/** The plan of a query, step by step; a table inside a view is shown under its own name. */
async function planOf(question: string): Promise<string> {
  const { rows } = await sql<Record<'QUERY PLAN', string>>`explain (costs off) ${sql.raw(question)}`.execute(
    product.deps.db,
  )
  return rows.map((row) => row['QUERY PLAN'].replace(/( on \w+) \w+$/, '$1')).join('\n')
}

/** Views of a single table, with the table (docs/decisions/0055). */
async function viewsOfOneTable() {
  const { rows } = await sql<{ view: string; table: string }>`
    select view_name as view, min(table_name) as table from information_schema.view_table_usage
    join information_schema.tables using (table_schema, table_name)
    where view_schema = current_schema() and (view_name like 'shared\\_%' or view_name like '%\\_for\\_%')
    group by view_name having count(*) = 1 and bool_and(table_type = 'BASE TABLE')`.execute(product.deps.db)
  return rows
}

test('a join over views of one table each is planned like one over their tables', async () => {
  const views = await viewsOfOneTable()
  expect(views.length).toBeGreaterThan(40)
  for (const { view, table } of views) {
    const [ofView, ofTable] = await Promise.all([
      planOf(`select 1 from ${view} as one left join ${view} as other on true`),
      planOf(`select 1 from ${table} as one left join ${table} as other on true`),
    ])
    expect({ view, plan: ofView }).toEqual({ view, plan: ofTable })
  }
})

test('people are shared without their credentials', async () => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'shared_users'`.execute(product.deps.db)
  const names = rows.map(({ name }) => name)
  expect(names).toContain('has_password')
  expect(names).not.toContain('password_hash')
})

/** Words of the product's code and of functions in the database. */
async function wordsOfReaders(): Promise<Set<string>> {
  const { rows } = await sql<{ body: string }>`
    select prosrc as body from pg_proc where pronamespace = current_schema()::regnamespace`.execute(product.deps.db)
  const paths = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['testing/**'] })
  const code = paths
    .filter((path) => !/[.](test|gen)[.]ts$/.test(path))
    .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
  return new Set([...code, ...rows.map(({ body }) => body)].flatMap((text) => text.match(/\w+/g) ?? []))
}

test('every view is read by the product or by another view', async () => {
  const { rows } = await sql<{ view: string; is_in_view: boolean }>`
    select table_name as view, exists (select from information_schema.view_table_usage as usage
      where usage.table_schema = views.table_schema and usage.table_name = views.table_name) as is_in_view
    from information_schema.views where table_schema = current_schema() order by table_name`.execute(product.deps.db)
  const words = await wordsOfReaders()
  expect(rows.length).toBeGreaterThan(100)
  const unread = rows.filter(({ view, is_in_view }) => !is_in_view && !words.has(view)).map(({ view }) => view)
  expect(unread).toEqual(leftForTheReleaseBefore)
})

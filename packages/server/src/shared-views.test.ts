import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

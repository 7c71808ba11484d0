import { RawNode, sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makePeople } from '../../testing/making/make.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { thingsOfCompany } from './queries/settling.ts'
import { reopenNotices, settleNotices } from './store.ts'

/** Notices are kept for months, so what is done while agreements are locked must not read all of them. */

const AT = '2026-03-06T06:30:00.000Z'
const COUNT = 20_000

let product: TestApp
beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  const { manager } = await makePeople(db)
  await sql`
    with event as (
      insert into events (kind, entity, entity_id, companies, at)
      select 'changed', 'agreement', n, '{}', ${AT}::timestamptz from generate_series(1, ${COUNT}::int) as n
      returning id, entity_id)
    insert into notices
      (user_id, event_id, kind, reason, entity, entity_id, text, doer, screen, matter, at, read_at, settled_at)
    select ${manager}::int, event.id, 'approval', 'recipient', 'agreement', event.entity_id, '', '', true, 'date 1',
      ${AT}::timestamptz, settled, settled
    from event, lateral (
      select case when event.entity_id % 4 > 0 then ${AT}::timestamptz - event.entity_id * interval '1 minute' end
        as settled) as moment`.execute(db)
  await sql`analyze events`.execute(db)
  await sql`analyze notices`.execute(db)
})
afterAll(() => product.close())

/** How the database would find the notices for the statements that something sends. */
async function plansOf(run: (tx: Transaction) => Promise<unknown>): Promise<string> {
  const plans: string[] = []
  const explaining = product.deps.db.withPlugin({
    transformQuery: ({ node }) => RawNode.create(['explain (costs off) ', ''], [node]),
    transformResult: async ({ result: { rows } }) => {
      plans.push(...rows.map((row) => String(row['QUERY PLAN'])))
      return { rows: [] }
    },
  })
  // A statement is compiled already, and the plugin sees only its rows.
  const send = explaining.executeQuery.bind(explaining)
  explaining.executeQuery = <Row>(query: CompiledQuery<Row>) =>
    send<Row>({ ...query, sql: `explain (costs off) ${query.sql}` })
  await run(explaining as Transaction)
  return plans.filter((line) => /Scan .*notices/.test(line)).join('\n')
}

test.each<[string, string, (tx: Transaction) => Promise<unknown>]>([
  ['reopening', 'notices_by_event', (tx) => reopenNotices(tx, 'agreement', [1, 2], AT)],
  ['what showing a company reopens', 'notices_settled', (tx) => thingsOfCompany(tx, 1, AT)],
  ['settling', 'notices_unsettled', (tx) => settleNotices(tx, 'agreement', [1, 2], AT)],
])('%s notices is done by an index', async (_, index, run) => {
  const plan = await plansOf(run)
  expect(plan).toMatch(new RegExp(`(on|using) ${index}`))
  expect(plan).not.toContain('Seq Scan on notices')
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { consequences, releases, scopes } from '@vypusk/contract'
import { letterWorld } from '../../testing/letters.ts'
import { countOf, manyAgreements } from '../../testing/making/many-agreements.ts'
import { makeCompany, makeRelease } from '../../testing/making/make.ts'
import { statementsOf } from '../../testing/statements.ts'
import { lookAtScopes } from './commands/scope-changes.ts'

const world = letterWorld()

const look = async () => countOf((await statementsOf(() => lookAtScopes(world.product.deps))).texts)

/** How many statements notice that the scopes of this many companies have changed, and that they have returned. */
async function looks(many: number) {
  const { product, people } = world
  const { db } = product.deps
  const { release_id, ids } = await manyAgreements(product, people.manager, many)
  const describe = (description: string) =>
    db.updateTable('releases').set({ description }).where('id', '=', release_id).execute()
  const agreements = () => db.updateTable('agreements').where('release_id', '=', release_id)
  await describe('Как согласовано')
  await look()
  await sql`update agreements set by_client = true, agreed_sha = seen_sha, accepted_sha = seen_sha
    where release_id = ${release_id}`.execute(db)
  await describe('Иначе')
  const changed = await look()
  await agreements()
    .set((eb) => ({ accepted_sha: eb.ref('seen_sha') }))
    .execute()
  await describe('Как согласовано')
  const returned = await look()
  const held = await db
    .selectFrom('held_letters')
    .select(['entity_id', 'since', 'due_at', 'event_ids'])
    .where('topic', '=', 'agreement.scope_changed')
    .where('entity_id', 'in', ids)
    .orderBy('entity_id')
    .execute()
  const decided = await db
    .selectFrom('scope_decisions')
    .select(['agreement_id', 'kind'])
    .where('agreement_id', 'in', ids)
    .orderBy('id')
    .execute()
  const recorded = await db
    .selectFrom('history')
    .select('entity_id')
    .where('field', '=', 'scope_decision')
    .where('entity_id', 'in', ids)
    .orderBy('id')
    .execute()
  return { ids, held, decided, recorded, changed, returned }
}

test('changed scopes of 500 companies are noticed with as many statements as those of 40', async () => {
  const forty = await looks(40)
  const { ids, held, decided, recorded, changed, returned } = await looks(500)
  expect([changed, returned]).toEqual([forty.changed, forty.returned])
  expect(held.map(({ entity_id }) => entity_id)).toEqual(ids)
  // Each is told of the three changes by one letter, ten minutes after the last of them.
  const at = world.product.clock.now().getTime()
  const due_at = new Date(at + 10 * 60_000).toISOString()
  for (const one of held) {
    expect(one).toMatchObject({ since: expect.any(String), due_at, event_ids: [0, 0, 0].map(() => expect.any(Number)) })
    expect(one.event_ids).toEqual(one.event_ids.toSorted((a, b) => a - b))
  }
  expect(decided).toEqual(ids.map((agreement_id) => ({ agreement_id, kind: 'returned' })))
  expect(recorded.map(({ entity_id }) => entity_id)).toEqual(ids)
})

/** How many statements decide about the changed scopes of this many companies, one of which has changed again. */
async function settles(many: number, decision: scopes.Decision) {
  const { product, people, manager } = world
  const { db } = product.deps
  const { release_id, ids } = await manyAgreements(product, people.manager, many, { recipientsExtra: ['anna@mail.ru'] })
  const describe = (description: string) =>
    db.updateTable('releases').set({ description }).where('id', '=', release_id).execute()
  await describe('Как согласовано')
  await look()
  await sql`update agreements set by_client = true, agreed_sha = seen_sha, accepted_sha = seen_sha
    where release_id = ${release_id}`.execute(db)
  await describe('Иначе')
  await look()
  const row = () =>
    db
      .selectFrom('agreements')
      .select(['id', 'by_client', 'agreed_sha', 'accepted_sha', 'seen_sha', 'told_sha', 'scope_changed_at', 'version'])
      .where('release_id', '=', release_id)
      .orderBy('id')
      .execute()
  const before = await row()
  const seen = before.map(({ id, seen_sha }, index) => ({
    id,
    scope_sha: index === 0 ? '0'.repeat(64) : (seen_sha ?? ''),
  }))
  const { result, texts } = await statementsOf(() =>
    manager(scopes.settle, { body: { agreements: seen, decision, reason: 'Опечатка' } }),
  )
  const [other = 0, ...done] = ids
  expect(result.body).toMatchObject({ done, refused: [{ id: other, message: expect.stringContaining('ещё раз') }] })
  const after = await row()
  expect(after[0]).toEqual(before[0])
  const isAnew = decision === 'anew'
  expect(after.slice(1)).toEqual(
    before.slice(1).map((one) => ({
      ...one,
      by_client: !isAnew,
      accepted_sha: isAnew ? one.accepted_sha : one.seen_sha,
      told_sha: decision === 'ignore' ? one.told_sha : one.seen_sha,
      scope_changed_at: isAnew ? one.scope_changed_at : null,
      version: one.version + 1,
    })),
  )
  const letters = await db
    .selectFrom('letters')
    .select(['entity_id', 'text'])
    .where('kind', '=', 'agreement.scope_settled')
    .where('entity_id', 'in', ids)
    .orderBy('entity_id')
    .execute()
  expect(letters.map(({ entity_id }) => entity_id)).toEqual(decision === 'ignore' ? [] : done)
  for (const { text } of letters) expect(text).toContain('Изменено: Описание релиза')
  return countOf(texts)
}

test.each(['anew', 'tell', 'ignore'] as const)(
  '«%s» about the changed scopes of 60 companies takes as many statements as about those of 10',
  async (decision) => {
    const ten = await settles(10, decision)
    expect(await settles(60, decision)).toBe(ten)
  },
)

type End = (ids: number[], release_id: number) => Promise<{ status: number }>

/** Ways to end agreements, and how many at most. */
const ENDS: [string, number, End][] = [
  ['withdrawn', 200, (ids) => world.manager(consequences.withdraw, { body: { ids } })],
  ['deleted with their release', 500, (_, id) => world.manager(releases.remove, { params: { id } })],
]

/** How many statements undo that this many agreements, which were asked and agreed, have ended. */
async function undoes(many: number, end: End) {
  const { product, people, manager } = world
  const { db } = product.deps
  const { release_id, ids } = await manyAgreements(product, people.manager, many, { by_client: true })
  const states = () =>
    db
      .selectFrom('agreements')
      .select(['id', 'by_rivc', 'by_client', 'sent_at', 'heard_at', 'deleted_at', 'withdrawn_at', 'unsent_at'])
      .where('release_id', '=', release_id)
      .orderBy('id')
      .execute()
  const before = await states()
  await end(ids, release_id)
  expect((await states()).filter(({ sent_at }) => sent_at !== null)).toEqual([])
  const { acts } = (await manager(consequences.withdrawals)).body
  const { result, texts } = await statementsOf(() =>
    manager(consequences.undo, { body: { act_id: acts[0]?.act_id ?? 0 } }),
  )
  expect(result.body.agreements).toEqual(ids)
  expect(await states()).toEqual(before)
  return countOf(texts)
}

test.each(ENDS)('agreements that were %s come back with as many statements for %i as for 40', async (_, many, end) => {
  const forty = await undoes(40, end)
  expect(await undoes(many, end)).toBe(forty)
})

/** How many statements undo that the dates of one company in this many releases were withdrawn. */
async function returns(many: number) {
  const { product, people, manager } = world
  const { db } = product.deps
  const company_id = await makeCompany(db, { namecomp: `ООО «Ждёт ${many} релизов»` })
  const at = '2026-03-02T09:00:00.000Z'
  const asked = { releaseDate: '2026-07-02', by_rivc: true, sent_at: at, heard_at: at, created_at: at, updated_at: at }
  const ids: number[] = []
  for (let n = 0; n < many; n += 1) {
    const release = { author_id: people.manager, plan_date: '2026-07-01' }
    const release_id = await makeRelease(db, release, { companies: [company_id] })
    const { id } = await db
      .insertInto('agreements')
      .values({ release_id, company_id, author_id: people.manager, recipientsExtra: [], ...asked })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  expect((await manager(consequences.withdraw, { body: { ids } })).status).toBe(200)
  const { acts } = (await manager(consequences.withdrawals)).body
  const { result, texts } = await statementsOf(() =>
    manager(consequences.undo, { body: { act_id: acts[0]?.act_id ?? 0 } }),
  )
  expect(result.body.agreements).toEqual(ids)
  return countOf(texts)
}

test('dates come back with as many statements for 40 releases as for 5', async () => {
  const five = await returns(5)
  expect(await returns(40)).toBe(five)
})

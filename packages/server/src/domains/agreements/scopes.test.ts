import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { agreements, approve, releases, scopes } from '@vypusk/contract'
import { letterWorld, read, send, linkOf, update } from '../../testing/letters.ts'
import { makeModule, makeRequest } from '../../testing/making/make.ts'
import {
  addToRelease,
  agreed,
  describe,
  newScope,
  ownRequest,
  removeFromRelease,
  settle,
} from '../../testing/making/scopes.ts'
import { lookAtScopes } from './commands/scope-changes.ts'

const world = letterWorld()
const readiness = async (id: number) => (await world.manager(releases.get, { params: { id } })).body.readiness

test('the scope is canonical JSON of what the company can read, with the SHA-256 of that text', async () => {
  const { id, request } = await newScope(world)
  await describe(world, request, '<p>Печать <b>сразу</b> &amp; по <i>складам</i></p><ul><li>раз</li><li>два</li></ul>')
  const { scope } = await read(world, id)
  expect(scope?.requests).toMatchObject([{ id: request, text: 'Печать сразу & по складам\nраз\nдва' }])
  const { sha256, format, ...body } = scope as scopes.Scope
  const canonical = JSON.stringify({
    description: body.description,
    modules: body.modules.map(({ idmod, namemod, system }) => ({ idmod, namemod, system })),
    requests: body.requests.map((one) => ({ id: one.id, text: one.text, title: one.title })),
    terms: body.terms,
  })
  expect(format).toBe(1)
  expect(createHash('sha256').update(canonical).digest('hex')).toBe(sha256)
})

test('a scope contains nothing of other companies, no unused module and no internal text', async () => {
  const { id, release_id } = await newScope(world)
  const { db } = world.product.deps
  const { people } = world
  const unused = await makeModule(db, [people.company2], { namemod: 'канарейка модуля' })
  await db.insertInto('release_modules').values({ release_id, idmod: unused }).execute()
  const canary = (overrides: object) =>
    makeRequest(db, {
      author_id: people.client1,
      idcomp: people.company1,
      idmod: people.module,
      e_title: 'канарейка',
      release_id,
      ...overrides,
    })
  await canary({ idcomp: people.company2, description: 'канарейка чужая' })
  await canary({ idmod: unused })
  await canary({ deleted_at: '2026-03-03T09:00:00.000Z' })
  await db
    .updateTable('releases')
    .set({ comment: 'канарейка', title: 'канарейка' })
    .where('id', '=', release_id)
    .execute()
  await makeRequest(db, {
    author_id: people.client1,
    idcomp: people.company1,
    idmod: people.module,
    release_id,
    e_title: 'Своя',
    text: 'канарейка',
    backlog_title: 'канарейка',
    inBacklog: true,
  })
  await send(world, id)
  for (const api of [world.manager, world.client1]) {
    const { body } = await api(agreements.get, { params: { id } })
    expect(body.scope?.requests.map(({ title }) => title)).toContain('Своя')
    expect(JSON.stringify([body.scope, body.scope_change])).not.toContain('канарейка')
  }
})

test('an approval that names an outdated scope is refused with the difference', async () => {
  const { id, request } = await newScope(world)
  await send(world, id)
  const seen = (await read(world, id)).scope?.sha256 ?? ''
  await describe(world, request, 'Иначе')
  const late = await update(world.client1, id, { updateTarget: 5, scope_sha: seen })
  expect([late.status, late.refusal.message]).toEqual([409, expect.stringContaining('Состав релиза изменился')])
  const change = late.refusal['scope_change'] as scopes.ScopeDifference
  expect(change.changed).toMatchObject([{ kind: 'request', id: request, after: expect.stringContaining('Иначе') }])
  expect((await read(world, id)).status).toBe(1)
  const again = await update(world.client1, id, { updateTarget: 5, scope_sha: change.scope_sha })
  expect([again.status, again.body.agreement.status]).toEqual([200, 2])
})

test('the link of a letter shows the scope and checks it in the same way', async () => {
  const { id, request } = await newScope(world)
  await send(world, id)
  const token = linkOf(world, 'client1@example.ru')
  const { product } = world
  const ask = async () => (await product.anonymous(approve.ask, { params: { token } })).body
  const question = await ask()
  expect(question.requests).toMatchObject([{ id: request }])
  await describe(world, request, 'Иначе')
  const answer = (scope_sha: string) =>
    product.anonymous(approve.answer, { params: { token }, body: { answer: 'agree', scope_sha } })
  const late = await answer(question.scope_sha ?? '')
  expect(late.status).toBe(409)
  const now = await ask()
  expect(now.scope_sha).not.toBe(question.scope_sha)
  expect((await answer(now.scope_sha ?? '')).status).toBe(200)
})

test('a call that names no scope agrees to the present one, and the history records that', async () => {
  const { id } = await newScope(world)
  await send(world, id)
  await update(world.client1, id, { updateTarget: 5 })
  const { scope, history, scope_change } = await read(world, id)
  expect(scope_change).toBeNull()
  expect(history.find(({ field }) => field === 'scope')).toMatchObject({
    title: 'Согласованный состав',
    after: `действующий, вызов его не назвал: ${scope?.sha256}`,
  })
})

test('clients see no scope of a hidden release', async () => {
  const { id, release_id } = await agreed(world)
  await world.product.deps.db
    .updateTable('releases')
    .set({ is_visible_for_client: false })
    .where('id', '=', release_id)
    .execute()
  await addToRelease(world, release_id, [await ownRequest(world)])
  const mine = (await world.client1(agreements.get, { params: { id } })).body
  expect([mine.scope, mine.scope_change]).toEqual([null, null])
  const { body: list } = await world.client1(agreements.list, { query: { per_page: 500 } })
  expect(list.data.find((row) => row.id === id)?.scope_change).toBeNull()
  expect((await read(world, id)).scope_change).not.toBeNull()
})

test('a request added after the approval is a change until staff settle it, and the company is not ready', async () => {
  const { id, release_id } = await agreed(world)
  await update(world.manager, id, { updateTarget: 1, isPublishedOnTestEnv: true })
  expect((await readiness(release_id))?.ready).toBe(true)
  const added = await ownRequest(world, { e_title: 'Новая' })
  await addToRelease(world, release_id, [added])
  const part = { kind: 'request', id: added, title: 'Новая' }
  const { body: release } = await world.manager(releases.get, { params: { id: release_id } })
  expect(release.companies[0]?.scope_change).toMatchObject({ added: [part], removed: [], changed: [] })
  expect(release.agreements[0]?.scope_change).toEqual(release.companies[0]?.scope_change)
  expect(release.readiness?.waiting[0]?.reasons).toEqual(['Состав изменился после согласования'])
  const { body: list } = await world.manager(agreements.list, { query: { per_page: 500 } })
  expect(list.data.find((row) => row.id === id)?.scope_change).toMatchObject({ added: [part] })
  const mine = (await world.client1(agreements.get, { params: { id } })).body
  expect(mine.scope_change).toMatchObject({ added: [part] })
  await lookAtScopes(world.product.deps)
  expect((await read(world, id)).scope_change).toMatchObject({ added: [part] })
})

test.each(['tell', 'ignore'] as const)('«%s» settles the change and keeps the approval', async (decision) => {
  const { id, release_id, scope_sha } = await agreed(world)
  await addToRelease(world, release_id, [await ownRequest(world)])
  expect(await settle(world, id, decision, 'Опечатка')).toMatchObject({ done: [id], refused: [] })
  const now = await read(world, id)
  expect([now.status, now.scope_change]).toEqual([2, null])
  expect(now.scope_decisions).toMatchObject([{ kind: decision, reason: 'Опечатка', by: { name: 'Имя manager' } }])
  expect(now.history[0]).toMatchObject({ field: 'scope_decision', note: 'Опечатка' })
  const seen = (await world.client1(agreements.get, { params: { id } })).body
  expect(JSON.stringify([seen.history, seen.scope_decisions])).not.toMatch(/scope_decision|Опечатка/)
  const { agreed_sha, accepted_sha } = await shas(id)
  expect([agreed_sha, accepted_sha]).toEqual([scope_sha, now.scope?.sha256])
  // The settled change stays settled; another change has to be settled again, with everything that differs from the
  // approval.
  await addToRelease(world, release_id, [await ownRequest(world)])
  expect((await read(world, id)).scope_change?.added).toHaveLength(2)
})

const shas = (id: number) =>
  world.product.deps.db
    .selectFrom('agreements')
    .select(['agreed_sha', 'accepted_sha', 'frozen_sha'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('«anew» clears the approval; the client sees the difference and settles it by agreeing', async () => {
  const { id, release_id } = await agreed(world)
  await addToRelease(world, release_id, [await ownRequest(world)])
  await settle(world, id, 'anew', 'Опечатка')
  const mine = (await world.client1(agreements.get, { params: { id } })).body
  expect([mine.status, mine.scope_change?.added.length]).toEqual([1, 1])
  expect(mine.history[0]).toMatchObject({ field: 'by_client', after: false, note: null })
  await update(world.client1, id, { updateTarget: 5, scope_sha: mine.scope?.sha256 })
  const { agreed_sha, accepted_sha } = await shas(id)
  expect([agreed_sha, accepted_sha]).toEqual([mine.scope?.sha256, mine.scope?.sha256])
  expect((await read(world, id)).scope_change).toBeNull()
})

test('a decision about a scope that has changed again is refused', async () => {
  const { id, release_id } = await agreed(world)
  await addToRelease(world, release_id, [await ownRequest(world)])
  const scope_sha = (await read(world, id)).scope_change?.scope_sha ?? ''
  await addToRelease(world, release_id, [await ownRequest(world)])
  const { body } = await world.manager(scopes.settle, { body: { agreements: [{ id, scope_sha }], decision: 'tell' } })
  expect(body).toMatchObject({ done: [], refused: [{ id, message: expect.stringContaining('ещё раз') }] })
})

test('«ignore» needs a reason', async () => {
  const body = { agreements: [{ id: 1, scope_sha: '0'.repeat(64) }], decision: 'ignore' as const }
  const { status, refusal } = await world.manager(scopes.settle, { body })
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['reason']])
})

test('a scope that changes back is no change any more, even if another was settled', async () => {
  const { id, release_id } = await agreed(world)
  const added = await ownRequest(world)
  await addToRelease(world, release_id, [added])
  await settle(world, id, 'ignore', 'Внутреннее')
  await lookAtScopes(world.product.deps)
  await removeFromRelease(world, release_id, added)
  expect((await read(world, id)).scope_change).toBeNull()
  await lookAtScopes(world.product.deps)
  const { agreed_sha, accepted_sha } = await shas(id)
  expect(accepted_sha).toBe(agreed_sha)
  expect((await read(world, id)).scope_decisions[0]?.kind).toBe('returned')
})

test('a request renamed during the approval is agreed to as it was seen, or not at all', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id, request } = await newScope(world)
    await send(world, id)
    const seen = (await read(world, id)).scope?.sha256 ?? ''
    const [yes] = await Promise.all([
      update(world.client1, id, { updateTarget: 5, scope_sha: seen }),
      describe(world, request, `Иначе ${round}`),
    ])
    const after = await read(world, id)
    expect(after.scope?.sha256).not.toBe(seen)
    expect([
      [200, 2, 1],
      [409, 1, undefined],
    ]).toContainEqual([yes.status, after.status, after.scope_change?.changed.length])
  }
})

test('when two people settle a change at once, one of them does', async () => {
  const { id, release_id } = await agreed(world)
  await addToRelease(world, release_id, [await ownRequest(world)])
  const scope_sha = (await read(world, id)).scope_change?.scope_sha ?? ''
  const body = { agreements: [{ id, scope_sha }], decision: 'tell' as const }
  const both = await Promise.all([world.manager(scopes.settle, { body }), world.admin(scopes.settle, { body })])
  expect(both.flatMap((one) => one.body.done)).toEqual([id])
})

test('every write that affects a scope leaves a mark', async () => {
  const { id, release_id, request } = await agreed(world)
  const { people } = world
  const ways = [
    `update releases set description = '<p>Иначе</p>' where id = ${release_id}`,
    `update releases set terms = '<p>Копия</p>' where id = ${release_id}`,
    `update requests set e_title = e_title || '!' where id = ${request}`,
    `insert into release_modules values (${release_id}, ${people.module})`,
    `update modules set namemod = namemod || '!' where idmod = ${people.module}`,
    `update systems set namesys = namesys || '!' where idsys = (select idsys from modules where idmod = ${people.module})`,
    `update requests set deleted_at = now() where id = ${request}`,
    `update requests set deleted_at = null where id = ${request}`,
    `delete from company_modules where idcomp = ${people.company1}`,
    `insert into company_modules values (${people.company1}, ${people.module})`,
    `update requests set release_id = null where id = ${request}`,
  ]
  const { deps } = world.product
  for (const way of ways) {
    await lookAtScopes(deps)
    const before = await read(world, id)
    await sql.raw(way).execute(deps.db)
    const marks = await deps.db.selectFrom('scope_checks').select('release_id').execute()
    expect([way, marks.some((mark) => mark.release_id === release_id)]).toEqual([way, true])
    expect([way, (await read(world, id)).scope?.sha256]).not.toEqual([way, before.scope?.sha256])
  }
})

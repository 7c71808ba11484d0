import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminLists, planning, releases } from '@vypusk/contract'
import { makeAgreement, makeCompany, makeModule } from '../../testing/making/make.ts'
import { releasesWorld } from '../../testing/releases.ts'

const { product, db, people, staff, client, newRelease, newRequest, detail, fields, save } = await releasesWorld()
afterAll(() => product.close())

let port = 0
let avia = 0
let module = 0
beforeAll(async () => {
  port = await makeCompany(db, { namecomp: 'АО «Порт»' })
  avia = await makeCompany(db, { namecomp: 'АО «Авиа»' })
  module = await makeModule(db, [port, avia])
})

const ALL = { companies: true, modules: true }
const NONE = { companies: [], modules: [] }

/** A release of the first company and its module only. */
const narrow = (overrides: Parameters<typeof newRelease>[0] = {}) =>
  newRelease(overrides, { companies: [people.company1], modules: [people.module], users: [] })
const portRequest = (overrides: Parameters<typeof newRequest>[0] = {}) =>
  newRequest({ idcomp: port, idmod: module, ...overrides })

const add = (id: number, requests: number[], bring?: releases.Bring) =>
  staff(releases.addRequests, { params: { id }, body: { requests, ...(bring && { bring }) } })
const check = async (id: number, requests: number[], rest = {}) =>
  (await staff(releases.checkRequests, { params: { id }, body: { requests, ...rest } })).body
const back = (id: number, body: object) => staff(releases.takeBack, { params: { id }, body })
const stateOf = async (id: number) => {
  const { companies, modules_ids, requests, readiness } = await detail(id)
  return {
    companies: companies.map(({ idcomp }) => idcomp).toSorted((a, b) => a - b),
    modules: modules_ids.toSorted((a, b) => a - b),
    requests: requests.map((request) => request.id),
    unnamed: readiness?.unnamed.map(({ idcomp }) => idcomp),
  }
}
const sorted = (...ids: number[]) => ids.toSorted((a, b) => a - b)

describe('every command brings what the preview has shown', () => {
  test.each<[way: string, bring: releases.Bring | undefined, companies: boolean, modules: boolean]>([
    ['without a choice: nothing, as before', undefined, false, false],
    ['nothing chosen', { companies: false, modules: false }, false, false],
    ['companies only', { companies: true, modules: false }, true, false],
    ['modules only', { companies: false, modules: true }, false, true],
    ['everything', ALL, true, true],
  ])('adding, %s', async (_, bring, hasCompany, hasModule) => {
    const id = await narrow()
    const requests = [await portRequest({ planned_time: 90, inBacklog: true }), await newRequest()]
    const shown = await check(id, requests)
    expect(shown).toMatchObject({
      companies: [{ idcomp: port, namecomp: 'АО «Порт»', requests: 1 }],
      modules: [{ idmod: module, requests: 1 }],
      hours: { planned_requests_time: 0, added: 90 },
      is_visible_for_client: true,
    })
    const brought = {
      companies: hasCompany ? shown.companies.map(({ idcomp }) => idcomp) : [],
      modules: hasModule ? shown.modules.map(({ idmod }) => idmod) : [],
    }
    expect((await add(id, requests, bring)).body.brought).toMatchObject(brought)
    expect(await stateOf(id)).toEqual({
      companies: sorted(people.company1, ...brought.companies),
      modules: sorted(people.module, ...brought.modules),
      requests,
      unnamed: hasCompany ? [] : [port],
    })
  })

  test('of many, only those that are named', async () => {
    const id = await narrow()
    const requests = [await portRequest(), await portRequest({ idcomp: avia })]
    const { body } = await add(id, requests, { companies: [avia, people.company2], modules: [] })
    expect(body.brought).toMatchObject({ companies: [avia], modules: [] })
    expect((await stateOf(id)).unnamed).toEqual([port])
  })

  test('a form, when created and when changed', async () => {
    const request = await portRequest()
    const form = { companies: [people.company1], modules: [people.module] }
    expect(await check(0, [request], form)).toMatchObject({
      companies: [{ idcomp: port }],
      modules: [{ idmod: module }],
    })
    const body = { ...fields(), companies: form.companies, modules_ids: form.modules, requests: [request], bring: ALL }
    const { id } = (await save(0, body)).body.release
    expect(await stateOf(id)).toMatchObject({
      companies: sorted(people.company1, port),
      modules: sorted(people.module, module),
    })
    // Removed in the form, it comes with the request that is in the release.
    expect(await check(id, [request], form)).toMatchObject({
      companies: [{ idcomp: port }],
      modules: [{ idmod: module }],
    })
    await save(id, { ...body, bring: undefined })
    expect(await stateOf(id)).toMatchObject({ companies: [people.company1], unnamed: [port] })
    await save(id, body)
    expect(await stateOf(id)).toMatchObject({ companies: sorted(people.company1, port), unnamed: [] })
  })

  test('a move', async () => {
    const [from, to] = [await narrow(), await narrow()]
    const request = await portRequest()
    await add(from, [request])
    expect((await check(to, [request])).companies).toEqual([])
    const shown = await check(to, [request], { from })
    expect([shown.free.map(({ id }) => id), shown.companies.map(({ idcomp }) => idcomp)]).toEqual([[request], [port]])
    const moved = await staff(releases.moveRequests, {
      params: { id: from },
      body: { requests: [request], release_id: to, bring: ALL },
    })
    expect(moved.body.brought).toMatchObject({ companies: [port], modules: [module] })
    expect((await stateOf(to)).companies).toEqual(sorted(people.company1, port))
    // When the request is moved back, what it brought is removed in the same act.
    const undone = await back(to, { requests: [request], ...moved.body.brought, release_id: from })
    expect(undone).toMatchObject({ status: 200, body: { kept: [] } })
    expect(await stateOf(to)).toMatchObject({ companies: [people.company1], modules: [people.module], requests: [] })
    expect((await stateOf(from)).requests).toEqual([request])
  })

  test('planning, each release separately', async () => {
    const [first, second] = [await narrow(), await narrow()]
    const [one, other] = [await portRequest(), await portRequest()]
    const { start_date, plan_date } = await detail(first)
    const change = (release_id: number, request: number) => ({ release_id, start_date, plan_date, requests: [request] })
    const { body, status } = await staff(planning.save, {
      body: { changes: [change(first, one), change(second, other)], bring: [{ release_id: first, bring: ALL }] },
    })
    expect(status).toBe(200)
    expect(body.brought).toMatchObject([
      { release_id: first, companies: [port], modules: [module] },
      { release_id: second, ...NONE },
    ])
    expect([(await stateOf(first)).unnamed, (await stateOf(second)).unnamed]).toEqual([[], [port]])
  })
})

test('reports closed and refused requests, taken ones and unknown ones', async () => {
  const [id, other] = [await narrow(), await narrow()]
  const [closed, refused, taken] = [
    await portRequest({ status_id: 5 }),
    await portRequest({ status_id: 6 }),
    await portRequest({ idcomp: avia }),
  ]
  await add(other, [taken])
  const shown = await check(id, [closed, refused, taken, 999_999])
  expect(shown).toMatchObject({ over: [closed, refused], taken: [{ id: taken }], missing: [999_999] })
  // A request that cannot be added brings nothing.
  expect(shown.companies.map(({ idcomp }) => idcomp)).toEqual([port])
})

test('requests are over with a status that an administrator has marked, whatever it is called', async () => {
  const admin = await product.as('admin')
  const body = { name: 'Сдано' }
  const { id: status_id } = (await admin(adminLists.create, { params: { list: 'request_status' }, body })).body
  const [id, finished] = [await narrow(), await portRequest({ status_id })]
  const over = async () => (await check(id, [finished])).over
  expect(await over()).toEqual([])
  await admin(adminLists.setOver, { params: { id: status_id }, body: { is_over: true } })
  expect(await over()).toEqual([finished])
})

test('a deleted company or module is never brought', async () => {
  const [gone, goneModule] = [await makeCompany(db), await makeModule(db)]
  const at = new Date(0).toISOString()
  await db.updateTable('companies').set({ deleted_at: at }).where('idcomp', '=', gone).execute()
  await db.updateTable('modules').set({ deleted_at: at }).where('idmod', '=', goneModule).execute()
  const id = await narrow()
  const request = await newRequest({ idcomp: gone, idmod: goneModule })
  expect(await check(id, [request])).toMatchObject({ companies: [], modules: [] })
  expect((await add(id, [request], ALL)).body.brought).toMatchObject(NONE)
  expect((await stateOf(id)).unnamed).toEqual([])
})

test('a module of a deleted system is neither brought nor saved', async () => {
  const idmod = await makeModule(db)
  const at = new Date(0).toISOString()
  await db
    .updateTable('systems')
    .set({ deleted_at: at })
    .where('idsys', '=', db.selectFrom('modules').select('idsys').where('idmod', '=', idmod))
    .execute()
  const id = await narrow()
  const request = await newRequest({ idmod })
  expect((await check(id, [request])).modules).toEqual([])
  expect((await add(id, [request], ALL)).body.brought).toMatchObject({ modules: [] })
  const { title, start_date, plan_date } = (await staff(releases.get, { params: { id } })).body
  const body = { title, start_date, plan_date, modules_ids: [idmod] }
  expect(await staff(releases.save, { params: { id }, body })).toMatchObject({
    status: 422,
    refusal: { errors: { modules_ids: [expect.any(String)] } },
  })
})

describe('undoing', () => {
  test('removes exactly what was brought', async () => {
    const id = await narrow()
    const before = await stateOf(id)
    const requests = [await portRequest(), await newRequest()]
    const { brought } = (await add(id, requests, ALL)).body
    expect(await back(id, { requests, ...brought })).toMatchObject({ status: 200, body: { kept: [] } })
    expect(await stateOf(id)).toEqual(before)
    const { changes } = (await staff(releases.getHistory, { params: { id } })).body
    expect(changes.map(({ field }) => field)).toEqual(expect.arrayContaining(['companies', 'modules', 'requests']))
  })

  test('leaves what something else needs by now, with the reason', async () => {
    const id = await narrow()
    const [first, second, third] = [await portRequest(), await portRequest(), await portRequest({ idcomp: avia })]
    const { brought } = (await add(id, [first, third], ALL)).body
    await add(id, [second], ALL)
    await makeAgreement(db, { release_id: id, company_id: avia, author_id: people.manager })
    const { body } = await back(id, { requests: [first, third], ...brought })
    expect(body.kept).toEqual([
      'АО «Порт»: осталась, в релизе есть другие её заявки',
      'АО «Авиа»: осталась, с ней уже есть согласование',
    ])
    expect(await stateOf(id)).toMatchObject({
      companies: sorted(people.company1, port, avia),
      modules: sorted(people.module, module),
      requests: [second],
    })
  })

  test('also removes a company whose request was there without it', async () => {
    const id = await narrow()
    const [first, second] = [await portRequest(), await portRequest()]
    await add(id, [first])
    const { brought } = (await add(id, [second], ALL)).body
    await back(id, { requests: [second], ...brought })
    expect(await stateOf(id)).toMatchObject({ companies: [people.company1], requests: [first], unnamed: [port] })
  })

  test('does nothing if a request is in another release by now', async () => {
    const [id, other] = [await narrow(), await narrow()]
    const requests = [await portRequest(), await portRequest()]
    const { brought } = (await add(id, requests, ALL)).body
    await staff(releases.moveRequests, { params: { id }, body: { requests: [requests[0] ?? 0], release_id: other } })
    expect((await back(id, { requests, ...brought })).status).toBe(404)
    expect((await stateOf(id)).companies).toEqual(sorted(people.company1, port))
  })
})

test('two additions at once: each company is brought once, and undoing removes only what its own act brought', async () => {
  const id = await narrow()
  const requests = await Promise.all(Array.from({ length: 12 }, () => portRequest()))
  const replies = await Promise.all(requests.map((request) => add(id, [request], ALL)))
  const brought = replies.map(({ body }) => body.brought)
  expect(replies.map(({ status }) => status)).toEqual(requests.map(() => 200))
  expect(brought.flatMap(({ companies }) => companies)).toEqual([port])
  expect(brought.flatMap(({ modules }) => modules)).toEqual([module])
  await Promise.all(requests.slice(1).map((request, index) => back(id, { requests: [request], ...brought[index + 1] })))
  expect(await stateOf(id)).toMatchObject({ companies: sorted(people.company1, port), requests: [requests[0]] })
})

describe('releases that do not name their companies', () => {
  const mine = { steps: [], isDesc: false }
  test('are marked, found and fixed by one button that can be undone', async () => {
    const id = await narrow({ title: 'Без компаний' })
    await add(id, [await portRequest(), await portRequest(), await portRequest({ idcomp: avia }), await newRequest()])
    const { readiness, unnamed_count } = await detail(id)
    expect(unnamed_count).toBe(2)
    expect(readiness?.unnamed).toEqual([
      { idcomp: avia, namecomp: 'АО «Авиа»', requests: 1 },
      { idcomp: port, namecomp: 'АО «Порт»', requests: 2 },
    ])
    const list = async (api = staff) => {
      const { body } = await api(releases.list, { body: { ...mine, unnamed: true, search_string: 'Без компаний' } })
      return body.data.map((row) => [row.id, row.unnamed_count])
    }
    expect(await list()).toEqual([[id, 2]])
    expect(await list(client)).toEqual([[id, 0]])
    const { body } = await staff(releases.bringCompanies, { params: { id }, body: { bring: { companies: true } } })
    expect(body.brought).toMatchObject({ companies: sorted(port, avia), modules: [] })
    expect(await list()).toEqual([])
    expect(await stateOf(id)).toMatchObject({ unnamed: [], companies: sorted(people.company1, port, avia) })
    expect((await back(id, body.brought)).body.kept).toEqual([])
    expect(await stateOf(id)).toMatchObject({ unnamed: [avia, port], companies: [people.company1] })
  })

  test('a release without companies is not ready', async () => {
    const id = await newRelease({}, { companies: [], modules: [], users: [] })
    expect((await detail(id)).readiness).toMatchObject({ ready: false, expected: 0 })
  })

  test('cannot be fixed by clients', async () => {
    const id = await narrow()
    const answers = [
      await client(releases.bringCompanies, { params: { id }, body: { bring: ALL } }),
      await client(releases.takeBack, { params: { id }, body: { companies: [people.company1] } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
  })
})

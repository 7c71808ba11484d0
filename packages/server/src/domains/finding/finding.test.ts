import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finding, requests, agreements } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import {
  makeAgreement,
  makeEntry,
  makePeople,
  makePerson,
  makeRelease,
  makeRequest,
} from '../../testing/making/make.ts'
import { makePublication } from '../../testing/making/make-publication.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let made: Awaited<ReturnType<typeof fill>>
let as: Record<'manager' | 'client1' | 'client2', Api>

/** One thing of each kind for each of two companies, all with the same rare word. */
async function fill() {
  const { db } = product.deps
  const { manager: author_id, module: idmod, company1, company2 } = people
  const of = async (idcomp: number, login: string) => {
    const release = await makeRelease(db, { author_id, title: `Релиз кварц ${login}` }, { companies: [idcomp] })
    return {
      request: await makeRequest(db, { author_id, idmod, idcomp, e_title: `Отчёт про кварц ${login}` }),
      release,
      agreement: await makeAgreement(db, { author_id, release_id: release, company_id: idcomp }),
      publication: await makePublication(db, { author_id }, [{ release_id: release, customers: [idcomp] }]),
      registry_entry: await makeEntry(db, { author_id, idcomp, title: `Запись кварц ${login}` }),
      person: await makePerson(db, `quartz-${login}`, { idcomp, name: `Кварц ${login}` }),
    }
  }
  return { own: await of(company1, 'первый'), other: await of(company2, 'второй') }
}

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  made = await fill()
  const [manager, client1, client2] = await Promise.all(['manager', 'client1', 'client2'].map(product.as))
  as = { manager, client1, client2 } as typeof as
})
afterAll(() => product.close())

const groupsOf = async (api: Api, search: string) => (await api(finding.search, { query: { search } })).body.groups
const idsOf = async (api: Api, search: string) =>
  Object.fromEntries((await groupsOf(api, search)).map(({ kind, found }) => [kind, found.map(({ id }) => id)]))
const recentOf = async (api: Api) => (await api(finding.recent)).body.found.map(({ kind, id }) => `${kind}/${id}`)
const open = (api: Api, kind: finding.Kind, id: number) => api(finding.remember, { body: { kind, id } })

test('staff find every kind of thing by one of its words, the newest first', async () => {
  const { own, other } = made
  const both = (kind: keyof typeof own) => [other[kind], own[kind]]
  expect(await idsOf(as.manager, 'КВАРЦ')).toEqual({
    request: both('request'),
    release: both('release'),
    agreement: both('agreement'),
    publication: both('publication'),
    registry_entry: both('registry_entry'),
    person: both('person'),
  })
})

test('a client finds only things and people of its own company', async () => {
  const { request, release, agreement, publication, registry_entry, person } = made.own
  const own = { request: [request], release: [release], agreement: [agreement], publication: [publication] }
  expect(await idsOf(as.client1, 'кварц')).toEqual({ ...own, registry_entry: [registry_entry], person: [person] })
})

test('the registry is not found by people who may not enter it', async () => {
  expect(await idsOf(as.client2, 'кварц')).not.toHaveProperty('registry_entry')
})

test.each(['release', 'agreement', 'publication', 'request'] as const)(
  'another company’s %s is not found by its number',
  async (kind) => {
    const mine = (await idsOf(as.client1, String(made.own[kind])))[kind] ?? []
    const theirs = (await idsOf(as.client1, String(made.other[kind])))[kind] ?? []
    expect(mine).toContain(made.own[kind])
    expect(theirs).not.toContain(made.other[kind])
  },
)

test('a client does not find a hidden release or its agreement', async () => {
  const { db } = product.deps
  const hidden = { author_id: people.manager, title: 'Тайный базальт', is_visible_for_client: false }
  const release_id = await makeRelease(db, hidden, { companies: [people.company1] })
  const pair = { author_id: people.manager, release_id, company_id: people.company1 }
  await makeAgreement(db, { ...pair, by_rivc: true, releaseDate: '2026-04-01' })
  expect(await groupsOf(as.client1, 'базальт')).toEqual([])
  expect(Object.keys(await idsOf(as.manager, 'базальт'))).toEqual(['release', 'agreement'])
})

test('the backlog title is found by staff only', async () => {
  const secret = { inBacklog: true, backlog_title: 'Внутри гранит' }
  const { company1: idcomp, module: idmod, manager: author_id } = people
  const id = await makeRequest(product.deps.db, { author_id, idcomp, idmod, ...secret })
  expect(await idsOf(as.manager, 'гранит')).toEqual({ request: [id] })
  expect(await idsOf(as.client1, 'гранит')).toEqual({})
})

test('every word must occur, in any order, ё as е, in any case', async () => {
  const found = await idsOf(as.manager, 'Первый  отчет кварц')
  expect(found).toEqual({ request: [made.own.request] })
  expect(await groupsOf(as.manager, 'первый второй кварц')).toEqual([])
  expect(await groupsOf(as.manager, '   ')).toEqual([])
  expect(await groupsOf(as.manager, '%')).toEqual([])
})

test('an agreement is found by its release and its company together', async () => {
  const name = 'ЗАО Обсидиан'
  const { idcomp } = await product.deps.db
    .insertInto('companies')
    .values({ namecomp: name })
    .returning('idcomp')
    .executeTakeFirstOrThrow()
  const pair = { author_id: people.manager, release_id: made.own.release, company_id: idcomp }
  const agreement = await makeAgreement(product.deps.db, { ...pair, releaseDate: '2026-04-02' })
  const [group] = await groupsOf(as.manager, 'обсидиан кварц')
  const title = 'Релиз кварц первый'
  const found = { kind: 'agreement', id: agreement, number: String(agreement), title, company: name }
  expect(group).toEqual({
    kind: 'agreement',
    found: [{ ...found, state: 'Требуется', day: '2026-04-02', release_id: made.own.release }],
    more: false,
  })
  expect((await idsOf(as.manager, 'обсидиан'))['company']).toEqual([idcomp])
})

test('the exact number comes first, its kind before the others', async () => {
  const { company1: idcomp, module: idmod, manager: author_id } = people
  const exact = await makeRequest(product.deps.db, { author_id, idcomp, idmod, id: 700_001 })
  const named = await makeRequest(product.deps.db, { author_id, idcomp, idmod, e_title: 'Повтор 700001' })
  const release = await makeRelease(product.deps.db, { author_id, title: 'Сборка 700001' })
  expect(await idsOf(as.manager, '№ 700001')).toEqual({ request: [exact, named], release: [release] })
  const [first] = await groupsOf(as.manager, '700001')
  expect(first?.kind).toBe('request')
})

test('of many only a few are shown, with a mark that there are more', async () => {
  const { company1: idcomp, module: idmod, manager: author_id } = people
  const ids: number[] = []
  for (let count = 0; count <= finding.FEW; count += 1)
    ids.push(await makeRequest(product.deps.db, { author_id, idcomp, idmod, e_title: 'Сланец' }))
  const [group] = await groupsOf(as.manager, 'сланец')
  expect(group).toMatchObject({ kind: 'request', more: true })
  expect(group?.found.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, finding.FEW))
  const [oldest = 0] = ids
  await open(as.manager, 'request', oldest)
  const [again] = await groupsOf(as.manager, 'сланец')
  expect(again?.found[0]?.id).toBe(oldest)
})

test('two letters are searched for in the newest things, rare words in old ones as well', async () => {
  const { company1: idcomp, module: idmod, manager: author_id } = people
  const { db } = product.deps
  const id = await makeRequest(db, { author_id, idcomp, idmod, e_title: 'Щъ' })
  expect(await idsOf(as.manager, 'щъ')).toEqual({ request: [id] })
  await sql`
    insert into requests (e_title, status_id, type_id, author_id, idcomp, idmod, created_at, updated_at)
    select 'Прочее ' || n, 1, 1, ${author_id}::int, ${idcomp}::int, ${idmod}::int, at, at
    from generate_series(1, 2100) as n, (values (timestamptz '2026-03-01T09:00:00Z')) as m(at)`.execute(db)
  expect(await idsOf(as.client1, 'щъ')).toEqual({ request: [id] })
  expect(await idsOf(as.client2, 'щъ')).toEqual({})
})

describe('recent things', () => {
  test('are those the person opened or changed, the latest first', async () => {
    const api = await newPerson('recent')
    expect(await recentOf(api)).toEqual([])
    await at('2026-03-06T07:00:00.000Z', () => open(api, 'release', made.own.release))
    await at('2026-03-06T07:01:00.000Z', () => open(api, 'company', people.company1))
    await at('2026-03-06T07:02:00.000Z', () =>
      api(requests.saveBacklog, { body: { request_id: made.own.request, planned_time: 60 } }),
    )
    const { release, request } = made.own
    const latest = [`request/${request}`, `company/${people.company1}`, `release/${release}`]
    expect(await recentOf(api)).toEqual(latest)
    await at('2026-03-06T07:03:00.000Z', () => open(api, 'release', release))
    expect(await recentOf(api)).toEqual([`release/${release}`, ...latest.slice(0, 2)])
    expect(await recentOf(as.client2)).toEqual([])
  })

  test('leave out what was deleted since', async () => {
    const api = await newPerson('forgetful')
    const { body } = await as.manager(agreements.list, { query: {} })
    const agreement = body.data[0]?.id ?? 0
    await open(api, 'agreement', agreement)
    expect(await recentOf(api)).toEqual([`agreement/${agreement}`])
    await as.manager(agreements.remove, { params: { id: agreement } })
    expect(await recentOf(api)).toEqual([])
  })

  test.each(['request', 'release', 'agreement', 'publication', 'registry_entry', 'person'] as const)(
    'another company’s %s cannot be remembered',
    async (kind) => {
      expect((await open(as.client1, kind, made.own[kind])).status).toBe(200)
      expect((await open(as.client1, kind, made.other[kind])).status).toBe(404)
    },
  )

  test('leave out what was changed in bulk', async () => {
    const api = await newPerson('bulk')
    const { company1: idcomp, module: idmod, manager: author_id } = people
    const make = () => makeRequest(product.deps.db, { author_id, idcomp, idmod })
    const many: number[] = []
    for (let count = 0; count < 4; count += 1) many.push(await make())
    const one = await make()
    const put = (ids: number[]) => api(requests.saveManyBacklog, { body: { requests: ids, inBacklog: true } })
    await at('2026-03-06T09:00:00.000Z', () => put([one]))
    await at('2026-03-06T09:01:00.000Z', () => put(many))
    expect(await recentOf(api)).toEqual([`request/${one}`])
    await at('2026-03-06T09:02:00.000Z', () => open(api, 'request', many[0] ?? 0))
    expect(await recentOf(api)).toEqual([`request/${many[0]}`, `request/${one}`])
  })

  test('are kept to the last fifty', async () => {
    const api = await newPerson('busy')
    const { company1: idcomp, module: idmod, manager: author_id } = people
    for (let count = 0; count < 52; count += 1) {
      const id = await makeRequest(product.deps.db, { author_id, idcomp, idmod })
      await at(new Date(Date.UTC(2026, 2, 6, 10, 0, count)).toISOString(), () => open(api, 'request', id))
    }
    const { count } = await product.deps.db
      .selectFrom('opened_things')
      .innerJoin('users', 'users.id', 'user_id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('login', '=', 'busy')
      .executeTakeFirstOrThrow()
    expect(count).toBe(50)
    expect(await recentOf(api)).toHaveLength(12)
  })
})

const at = (moment: string, act: () => Promise<unknown>) => {
  product.clock.set(moment)
  return act()
}

async function newPerson(login: string): Promise<Api> {
  await makePerson(product.deps.db, login)
  return product.as(login)
}

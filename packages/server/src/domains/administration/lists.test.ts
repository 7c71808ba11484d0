import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminLists, lookups, registry, releases, requests } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeAgreement, makeEntry, makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { makePublication } from '../../testing/making/make-publication.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let admin: Api
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  admin = await product.as('admin')
})
afterAll(() => product.close())

type List = adminLists.ListName
const create = (list: List, name: string, idsys?: number) =>
  admin(adminLists.create, { params: { list }, body: { name, ...(idsys ? { idsys } : {}) } })
const rename = (list: List, id: number, body: { name: string; version?: number }) =>
  admin(adminLists.rename, { params: { list, id }, body })
const hide = (list: List, id: number, is_hidden: boolean) =>
  admin(adminLists.hide, { params: { list, id }, body: { is_hidden } })
const reorder = (list: List, ids: number[]) => admin(adminLists.reorder, { params: { list }, body: { ids } })
const setKind = (id: number, kind: adminLists.StepKind) => admin(adminLists.setKind, { params: { id }, body: { kind } })

const steps = async () => (await admin(adminLists.steps)).body
const releaseSteps = async () => (await admin(releases.steps)).body.steps.map(({ name_step }) => name_step)
const registrySteps = async () => (await admin(registry.steps)).body.steps.map(({ name }) => name)

describe('systems and modules', () => {
  test('are added, renamed, ordered and hidden, and forms offer them accordingly', async () => {
    const { id: idsys } = (await create('system', 'Ядро')).body
    const made = await Promise.all(['Печать', 'Вход'].map((name) => create('module', name, idsys)))
    const [print = 0, entrance = 0] = made.map(({ body }) => body.id)
    const offered = async () => {
      const { systems } = (await admin(lookups.systemsModules)).body
      return systems.find((one) => one.idsys === idsys)?.modules.map(({ namemod }) => namemod)
    }
    await reorder('module', [print, entrance])
    expect(await offered()).toEqual(['Печать', 'Вход'])
    await reorder('module', [entrance, print])
    expect(await offered()).toEqual(['Вход', 'Печать'])
    await rename('module', print, { name: 'Печать и выгрузка', version: 1 })
    await hide('module', entrance, true)
    expect(await offered()).toEqual(['Печать и выгрузка'])
    const { systems } = (await admin(adminLists.systems)).body
    expect(systems.find(({ id }) => id === idsys)?.modules).toMatchObject([
      { id: entrance, is_hidden: true, uses: 0 },
      { id: print, name: 'Печать и выгрузка', is_hidden: false },
    ])
    await reorder(
      'system',
      systems.map(({ id }) => id).toSorted((a, b) => b - a),
    )
    expect((await admin(lookups.systems)).body.systems[0]?.idsys).toBe(idsys)
  })

  test('refuse a taken name, an unknown system, a stale name and an order with missing items', async () => {
    const [one, two] = [(await create('system', 'Раз')).body.id, (await create('system', 'Два')).body.id]
    expect((await create('system', 'РАЗ')).refusal.message).toBe('Система с таким названием уже есть')
    expect((await rename('system', two, { name: 'раз' })).status).toBe(422)
    expect((await create('module', 'Без системы', 999_999)).refusal.errors).toEqual({ idsys: ['Система не найдена'] })
    await rename('system', one, { name: 'Раз и навсегда', version: 1 })
    const stale = await rename('system', one, { name: 'Иначе', version: 1 })
    expect([stale.status, stale.refusal['current']]).toMatchObject([409, { name: 'Раз и навсегда', version: 2 }])
    expect((await reorder('system', [one, two])).status).toBe(409)
    expect((await rename('system', 999_999, { name: 'x' })).status).toBe(404)
  })
})

describe('steps of releases', () => {
  test('are added at the end, ordered and renamed; «Планирование» cannot be changed', async () => {
    const { id } = (await create('release_step', 'Приёмка')).body
    expect((await releaseSteps()).at(-1)).toBe('Приёмка')
    const { release_steps } = await steps()
    await reorder('release_step', [id, ...release_steps.map((one) => one.id).filter((one) => one !== id)])
    expect((await releaseSteps())[0]).toBe('Приёмка')
    const latest = product.deps.db.selectFrom('events').select(['entity', 'entity_id']).orderBy('id', 'desc')
    // One event for everything that moved.
    expect(await latest.executeTakeFirst()).toEqual({ entity: 'release_step', entity_id: 0 })
    expect((await rename('release_step', id, { name: 'Разработка' })).refusal.message).toBe(
      'Этап с таким названием уже есть',
    )
    expect((await rename('release_step', 0, { name: 'Замыслы' })).status).toBe(404)
    expect((await setKind(999_999, 'closed')).status).toBe(404)
  })

  test('a step in use cannot be hidden, and the message says where it is used; a hidden step accepts no releases', async () => {
    const { id } = (await create('release_step', 'Ревизия')).body
    const release = await makeRelease(product.deps.db, { author_id: people.manager, step_id: id })
    const sentence = `На этапе стоят релизы: № ${release}. Сначала переведите их на другой этап`
    expect((await hide('release_step', id, true)).refusal.message).toBe(sentence)
    expect((await setKind(id, 'closed')).refusal.message).toBe(sentence)
    const move = (step_id: number) => admin(releases.changeStep, { params: { id: release }, body: { step_id } })
    await move(1)
    expect(await hide('release_step', id, true)).toMatchObject({ status: 200 })
    expect(await releaseSteps()).not.toContain('Ревизия')
    expect((await move(id)).status).toBe(422)
    const { steps_history } = (await admin(releases.getHistory, { params: { id: release } })).body
    expect(steps_history.map(({ step }) => step.name_step)).toContain('Разработка')
    await hide('release_step', id, false)
    expect((await move(id)).status).toBe(200)
  })

  test('of hiding a step and moving a release onto it at once, one is refused', async () => {
    const { id } = (await create('release_step', 'Гонка')).body
    const release = await makeRelease(product.deps.db, { author_id: people.manager })
    const both = await Promise.all([
      hide('release_step', id, true),
      admin(releases.changeStep, { params: { id: release }, body: { step_id: id } }),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('only one step is the published one; the former one becomes closed', async () => {
    const published = async () => (await steps()).release_steps.filter(({ kind }) => kind === 'published')
    expect((await hide('release_step', 5, true)).refusal.message).toMatch(/^На этот этап переходят релизы/)
    expect((await setKind(5, 'work')).status).toBe(422)
    const { id } = (await create('release_step', 'Выпущен')).body
    const both = await Promise.all([setKind(id, 'published'), setKind(4, 'published')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await published()).toHaveLength(1)
    await setKind(5, 'published')
    const kinds = (await steps()).release_steps.filter((one) => [4, 5, id].includes(one.id))
    expect(Object.fromEntries(kinds.map((one) => [one.id, one.kind]))).toEqual({
      4: 'closed',
      5: 'published',
      [id]: 'closed',
    })
    await setKind(4, 'work')
  })
})

test.each([
  ['waits for its answer', { by_rivc: true }],
  ['is to be asked again, about another date', { by_rivc: false, heard_at: '2026-03-10T08:00:00Z' }],
])('the published step is not replaced while a company that %s has not got a release there', async (name, asked) => {
  const { db } = product.deps
  const published = (await steps()).release_steps.find(({ kind }) => kind === 'published')
  const release_id = await makeRelease(db, { author_id: people.manager, step_id: published?.id })
  const agreement = { release_id, author_id: people.manager, releaseDate: '2026-03-20', company_id: people.company1 }
  await makeAgreement(db, { ...agreement, ...asked })
  const { id } = (await create('release_step', `Отдан, ${name}`)).body
  expect((await setKind(id, 'published')).refusal.message).toBe(
    `На прежнем этапе есть релизы, которые получили не все, кого спрашивали: № ${release_id}. Сначала опубликуйте их всем или закройте`,
  )
  await makePublication(db, { author_id: people.manager }, [{ release_id, customers: [people.company1] }])
  expect((await setKind(id, 'published')).status).toBe(200)
})

describe('steps of the registry', () => {
  test('a step with entries cannot be hidden; new entries begin on the first visible step', async () => {
    const entry = await makeEntry(product.deps.db, { author_id: people.manager, idcomp: people.company1 })
    const { number } = (await admin(registry.getEntry, { params: { id: entry } })).body
    expect((await hide('registry_step', 1, true)).refusal.message).toBe(
      `На этапе стоят записи реестра: ${number}. Сначала переведите их`,
    )
    await admin(registry.updateEntry, { body: { id: entry, step: 2 } })
    expect((await hide('registry_step', 1, true)).status).toBe(200)
    expect((await registrySteps())[0]).toBe('На рассмотрении')
    const back = await admin(registry.updateEntry, { body: { id: entry, step: 1 } })
    expect([back.status, Object.keys(back.refusal.errors ?? {})]).toEqual([422, ['step']])
    const { counts } = (await admin(registry.getEntries, { body: {} })).body
    expect(counts.by_step.map(({ name }) => name)).not.toContain('Новая')
    const made = await admin(registry.createEntry, { body: { company: people.company1, title: 'Новая запись' } })
    expect(made.body.entry.step.name).toBe('На рассмотрении')
    await hide('registry_step', 1, false)
  })

  test('one step always remains', async () => {
    await product.deps.db.updateTable('registry_entries').set({ step_id: 6 }).execute()
    for (const id of [1, 2, 3, 4]) expect((await hide('registry_step', id, true)).status).toBe(200)
    await product.deps.db.deleteFrom('registry_entries').execute()
    const both = await Promise.all([hide('registry_step', 5, true), hide('registry_step', 6, true)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const [last = 0] = (await steps()).registry_steps.filter((one) => !one.is_hidden).map(({ id }) => id)
    expect((await hide('registry_step', last, true)).refusal.message).toBe('Хотя бы один этап реестра должен остаться')
  })
})

describe('statuses and types of requests', () => {
  const lists = async () => (await admin(adminLists.requestLists)).body
  const names = (items: { name: string; is_hidden: boolean }[]) =>
    items.filter((one) => !one.is_hidden).map(({ name }) => name)

  test('are named, ordered and hidden; a hidden one is not offered any more', async () => {
    const { id } = (await admin(adminLists.create, { params: { list: 'request_type' }, body: { name: 'Обучение' } }))
      .body
    const typesNow = async () => (await admin(requests.requestForm)).body.types.map(({ name }) => name)
    expect((await typesNow()).at(-1)).toBe('Обучение')
    const ids = (await lists()).types.map((one) => one.id)
    await reorder('request_type', [id, ...ids.filter((one) => one !== id)])
    expect((await typesNow())[0]).toBe('Обучение')
    expect((await hide('request_type', id, true)).status).toBe(200)
    expect(await typesNow()).not.toContain('Обучение')
    const taken = await create('request_status', 'новая')
    expect([taken.status, taken.refusal.message]).toEqual([422, 'Статус с таким названием уже есть'])
  })

  test('a status ends the work or not, whatever it is called, and the history says since when', async () => {
    const setOver = (id: number, is_over: boolean) => admin(adminLists.setOver, { params: { id }, body: { is_over } })
    const statusOf = async (id: number) => (await lists()).statuses.find((one) => one.id === id)
    const { id } = (await create('request_status', 'Сдано')).body
    expect(await statusOf(id)).toMatchObject({ is_over: false, version: 1 })
    expect((await setOver(id, true)).status).toBe(200)
    expect((await setOver(id, true)).status).toBe(200)
    expect(await statusOf(id)).toMatchObject({ is_over: true, version: 2 })
    await rename('request_status', id, { name: 'Сдано заказчику', version: 2 })
    expect(await statusOf(id)).toMatchObject({ name: 'Сдано заказчику', is_over: true })
    const changes = product.deps.db.selectFrom('history').select(['title', 'before', 'after'])
    expect(await changes.where('entity', '=', 'request_status').where('field', '=', 'is_over').execute()).toEqual([
      { title: 'Работа окончена', before: false, after: true },
    ])
    expect((await setOver(999_999, true)).status).toBe(404)
    await hide('request_status', id, true)
  })

  test('the colour of a status is chosen, shown with its requests, and in the history', async () => {
    const setTone = (id: number, tone: 'blue' | 'red') => admin(adminLists.setTone, { params: { id }, body: { tone } })
    const { id } = (await create('request_status', 'На приёмке')).body
    const toneOf = async () => (await lists()).statuses.find((one) => one.id === id)?.tone
    expect(await toneOf()).toBe('grey')
    expect((await setTone(id, 'blue')).status).toBe(200)
    expect((await setTone(id, 'blue')).status).toBe(200)
    expect(await toneOf()).toBe('blue')
    const { manager: author_id, company1: idcomp, module: idmod } = people
    await makeRequest(product.deps.db, { author_id, idcomp, idmod, status_id: id })
    const filters = (await admin(requests.backlogFilters)).body.statuses
    expect(filters.find((one) => one.id === id)?.tone).toBe('blue')
    const changes = product.deps.db.selectFrom('history').select(['title', 'before', 'after'])
    expect(await changes.where('entity_id', '=', id).where('field', '=', 'tone').execute()).toEqual([
      { title: 'Цвет', before: 'Серый', after: 'Синий' },
    ])
    expect((await setTone(999_999, 'red')).status).toBe(404)
    await hide('request_status', id, true)
  })

  describe('a new request never gets a status that ends the work', () => {
    const REFUSED = [422, expect.stringMatching(/^Первый статус получают новые заявки/)]
    const setOver = (id: number, is_over: boolean) => admin(adminLists.setOver, { params: { id }, body: { is_over } })
    const arrange = (ids: number[]) => admin(adminLists.reorder, { params: { list: 'request_status' }, body: { ids } })
    const answerOf = ({ status, refusal }: { status: number; refusal: { message: string } }) => [
      status,
      refusal.message,
    ]
    const shown = async () => (await lists()).statuses.filter(({ is_hidden }) => !is_hidden)
    const [FIRST, SECOND] = [1, 2]

    test('whether it is marked, moved to the front, left there by hiding, or shown again', async () => {
      const ids = (await lists()).statuses.map(({ id }) => id)
      expect((await shown()).slice(0, 2).map(({ id }) => id)).toEqual([FIRST, SECOND])
      expect(answerOf(await setOver(FIRST, true))).toEqual(REFUSED)
      expect((await setOver(SECOND, true)).status).toBe(200)
      const swapped = [SECOND, FIRST, ...ids.slice(2)]
      expect(answerOf(await arrange(swapped))).toEqual(REFUSED)
      expect(answerOf(await hide('request_status', FIRST, true))).toEqual(REFUSED)
      expect((await hide('request_status', SECOND, true)).status).toBe(200)
      expect((await arrange(swapped)).status).toBe(200)
      expect(answerOf(await hide('request_status', SECOND, false))).toEqual(REFUSED)
      expect((await arrange(ids)).status).toBe(200)
      expect((await hide('request_status', SECOND, false)).status).toBe(200)
      expect((await setOver(SECOND, false)).status).toBe(200)
    })

    test('of two changes at once that only together put it there, one is refused', async () => {
      const answers = await Promise.all([setOver(SECOND, true), hide('request_status', FIRST, true)])
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
      expect((await shown())[0]?.is_over).toBe(false)
      await hide('request_status', FIRST, false)
      await setOver(SECOND, false)
    })
  })

  test('all but one status can be hidden', async () => {
    const [first, ...others] = (await lists()).statuses
    const hideStatus = (id: number, is_hidden: boolean) => hide('request_status', id, is_hidden)
    await hideStatus(first?.id ?? 0, true)
    expect(names((await lists()).statuses)).not.toContain(first?.name)
    const rest = others.slice(1)
    for (const one of rest) await hideStatus(one.id, true)
    const last = await hideStatus(others[0]?.id ?? 0, true)
    expect([last.status, last.refusal.message]).toEqual([422, 'Хотя бы одно значение должно остаться'])
    for (const one of [...rest, ...(first ? [first] : [])]) await hideStatus(one.id, false)
    expect((await lists()).statuses.map(({ id }) => id)).toEqual([first, ...others].map((one) => one?.id))
  })
})

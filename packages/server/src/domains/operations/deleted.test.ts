import { readSheet } from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import {
  adminLists,
  agreements,
  deleted,
  publications,
  registry,
  releases,
  requests,
  type QueryInput,
} from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { makePublication } from '../../testing/making/make-publication.ts'
import { makeEntry, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { publishWorld } from '../../testing/publishing.ts'

/** Everything that was deleted is kept and can be restored. */

const world = publishWorld()
let admin: Api
beforeAll(async () => void (admin = await world.product.as('admin')))

const GONE = { deleted_at: '2026-03-05T10:00:00.000Z' }
const list = async (query: QueryInput<typeof deleted.list> = {}) => (await admin(deleted.list, { query })).body
const restore = (entity: deleted.DeletedEntity, id: number) => admin(deleted.restore, { body: { entity, id } })
const newRelease = (title: string) =>
  makeRelease(world.product.deps.db, { author_id: world.people.manager, title }, { companies: [world.people.company1] })
const newAgreement = async (release_id: number) => {
  const body = { release_id, company_id: world.people.company1, recipients: [], recipientsExtra: [] }
  return (await world.manager(agreements.add, { body })).body.id
}
const drop = (id: number) => world.manager(agreements.remove, { params: { id } })

test('a release and an agreement are listed with who deleted them, and are restored', async () => {
  const release_id = await newRelease('Весенний выпуск')
  const id = await newAgreement(release_id)
  await drop(id)
  await world.manager(releases.remove, { params: { id: release_id } })
  const { data, total } = await list({ search_string: 'весенний' })
  expect(total).toBe(2)
  expect(data).toMatchObject([
    { entity: 'agreement', entity_id: id, user: { name: 'Имя manager' } },
    { entity: 'release', entity_id: release_id, title: 'Весенний выпуск', user: { name: 'Имя manager' } },
  ])
  const early = await restore('agreement', id)
  expect([early.status, early.refusal.message]).toEqual([422, 'Сначала верните релиз этого согласования'])
  expect((await restore('release', release_id)).body).toEqual({ message: 'Success', requests_lost: [] })
  expect((await restore('agreement', id)).status).toBe(200)
  const { body } = await world.manager(agreements.get, { params: { id } })
  expect(body.history[0]).toMatchObject({ field: 'live', after: 'создано', user: { name: 'Имя admin' } })
  expect((await list({ search_string: 'весенний' })).total).toBe(0)
})

test('all of it is a workbook in the order of the list, however long, and only what matches', async () => {
  const { db } = world.product.deps
  const { client1: author_id, company1: idcomp, module: idmod } = world.people
  const common = { author_id, idcomp, idmod, status_id: 1, type_id: 1, created_at: '2026-03-01T09:00:00.000Z' }
  const MANY = 1100
  await db
    .insertInto('requests')
    .values(
      Array.from({ length: MANY }, (_, n) => ({
        ...common,
        e_title: `Выгрузка ${n}`,
        updated_at: common.created_at,
        deleted_at: new Date(Date.parse(GONE.deleted_at) - n * 1000).toISOString(),
      })),
    )
    .execute()
  const release_id = await newRelease('=Выгрузка &quot;Весна&quot;')
  await world.manager(releases.remove, { params: { id: release_id } })
  const query = { search_string: 'выгрузка', isExcel: true, page: 2 }
  const { raw, headers } = await admin(deleted.list, { query })
  expect(headers['content-disposition']).toContain('deleted.xlsx')
  const [head, ...rows] = await readSheet(raw)
  expect(head).toEqual(['Вид', '№', 'Название', 'Кто удалил', 'Когда'])
  const titles = rows.map(([, , title]) => title)
  expect(rows).toContainEqual(['Релизы', release_id, '=Выгрузка "Весна"', 'Имя manager', expect.any(Date)])
  expect(titles.filter((title) => title !== '=Выгрузка "Весна"')).toEqual(
    Array.from({ length: MANY }, (_, n) => `Выгрузка ${n}`),
  )
  const few = await readSheet((await admin(deleted.list, { query: { ...query, entity: 'release' } })).raw)
  expect(few.slice(1).map(([, id]) => id)).toEqual([release_id])
  expect((await world.manager(deleted.list, { query })).status).toBe(403)
})

test('an agreement whose place was taken is not restored, and the message says why', async () => {
  const release_id = await newRelease('Занятое место')
  const id = await newAgreement(release_id)
  await drop(id)
  const other = await newAgreement(release_id)
  const refused = await restore('agreement', id)
  expect(refused.status).toBe(409)
  expect(refused.refusal).toMatchObject({
    message: 'У релиза и компании уже есть другое согласование: удалите его, чтобы вернуть это',
    id: other,
  })
  await drop(other)
  expect((await restore('agreement', id)).status).toBe(200)
})

test('twenty times one is restored while another is created in its place: the pair has exactly one', async () => {
  const release_id = await newRelease('Наперегонки')
  const id = await newAgreement(release_id)
  await drop(id)
  const body = { release_id, company_id: world.people.company1, recipients: [], recipientsExtra: [] }
  const replies = await Promise.all([
    ...Array.from({ length: 10 }, () => restore('agreement', id)),
    ...Array.from({ length: 10 }, () => world.manager(agreements.add, { body })),
  ])
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status >= 500)).toEqual([])
})

test('a restored release reports which requests it has lost', async () => {
  const { db } = world.product.deps
  const { manager: author_id, company1: idcomp, module: idmod } = world.people
  const [release_id, other] = [await newRelease('Потерявший'), await newRelease('Взявший')]
  const request = await makeRequest(db, { author_id, idcomp, idmod, release_id })
  await world.manager(releases.remove, { params: { id: release_id } })
  await world.manager(releases.addRequests, { params: { id: other }, body: { requests: [request] } })
  expect((await restore('release', release_id)).body.requests_lost).toEqual([request])
})

test('requests, publications and registry entries are restored with a record in their history', async () => {
  const { db } = world.product.deps
  const { manager: author_id, company1: idcomp, module: idmod } = world.people
  const request = await makeRequest(db, { author_id, idcomp, idmod, e_title: 'Скрытая заявка', ...GONE })
  const entry = await makeEntry(db, { author_id, idcomp, title: 'Скрытая запись', ...GONE })
  const release_id = await newRelease('Скрытый релиз публикации')
  const publication = await makePublication(db, { author_id, ...GONE }, [{ release_id, customers: [idcomp] }])
  const kinds = (await list({ search_string: 'скрыт' })).data.map(({ entity }) => entity)
  expect(kinds.toSorted()).toEqual(['publication', 'registry_entry', 'request'])
  expect((await list({ entity: 'request', search_string: String(request) })).data).toMatchObject([
    { title: 'Скрытая заявка', user: null },
  ])
  for (const [entity, id] of [
    ['request', request],
    ['registry_entry', entry],
    ['publication', publication],
  ] as const) {
    expect((await restore(entity, id)).status).toBe(200)
    expect((await restore(entity, id)).status).toBe(404)
  }
  const shown = await admin(requests.getRequest, { params: { id: request } })
  expect(shown.body.history[0]).toMatchObject({ field: 'deleted_at', title: 'Удаление', after: null })
  expect((await admin(registry.getEntry, { params: { id: entry } })).status).toBe(200)
  expect((await admin(publications.getPublication, { params: { id: publication } })).status).toBe(200)
})

const newStep = async (of: adminLists.ListName, name: string) =>
  (await admin(adminLists.create, { params: { list: of }, body: { name } })).body.id
const hideStep = (of: adminLists.ListName, id: number) =>
  admin(adminLists.hide, { params: { list: of, id }, body: { is_hidden: true } })

test.each([
  ['hidden', (id: number) => hideStep('release_step', id)],
  ['given another meaning', (id: number) => admin(adminLists.setKind, { params: { id }, body: { kind: 'closed' } })],
])('a release whose step was %s meanwhile returns to planning', async (name, change) => {
  const step_id = await newStep('release_step', `Этап ${name}`)
  const release_id = await newRelease(`Релиз ${name}`)
  await admin(releases.changeStep, { params: { id: release_id }, body: { step_id } })
  await world.manager(releases.remove, { params: { id: release_id } })
  expect((await change(step_id)).status).toBe(200)
  expect((await restore('release', release_id)).status).toBe(200)
  const { step } = (await admin(releases.get, { params: { id: release_id } })).body
  expect(step).toMatchObject({ kind: 'planning' })
  const { changes, steps_history } = (await admin(releases.getHistory, { params: { id: release_id } })).body
  expect(changes).toContainEqual(
    expect.objectContaining({ before: `Этап ${name}`, after: step.name_step, note: expect.stringContaining('скрыли') }),
  )
  expect(steps_history.map(({ step: { id } }) => id)).toContain(step.id)
})

test('a release whose step is as it was returns to it', async () => {
  const step_id = await newStep('release_step', 'Прежний этап')
  const release_id = await newRelease('Релиз на прежнем этапе')
  await admin(adminLists.setKind, { params: { id: step_id }, body: { kind: 'closed' } })
  await admin(releases.changeStep, { params: { id: release_id }, body: { step_id } })
  await world.manager(releases.remove, { params: { id: release_id } })
  expect((await restore('release', release_id)).status).toBe(200)
  expect((await admin(releases.get, { params: { id: release_id } })).body.step.id).toBe(step_id)
})

test('a registry entry whose step was hidden meanwhile returns to the first one', async () => {
  const { db } = world.product.deps
  const { manager: author_id, company1: idcomp } = world.people
  const step_id = await newStep('registry_step', 'Скрываемый этап')
  const entry = await makeEntry(db, { author_id, idcomp, step_id, ...GONE })
  expect((await hideStep('registry_step', step_id)).status).toBe(200)
  expect((await restore('registry_entry', entry)).status).toBe(200)
  const { step } = (await admin(registry.getEntry, { params: { id: entry } })).body
  expect(step.id).not.toBe(step_id)
  const { changes } = (await admin(registry.changelog, { params: { id: entry } })).body
  expect(changes).toContainEqual(
    expect.objectContaining({ field: 'step', before: 'Скрываемый этап', after: step.name }),
  )
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import type { Db } from '../../platform/call.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/make.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'

let product: TestApp
let db: Db
let people: Awaited<ReturnType<typeof makePeople>>
let staff: Api
let client: Api
beforeAll(async () => {
  product = await testApp()
  db = product.deps.db
  people = await makePeople(db)
  staff = await product.as('manager')
  client = await product.as('client1')
})
afterAll(() => product.close())

const both = () => ({
  companies: [people.company1, people.company2],
  modules: [people.module],
  users: [people.manager],
})
const newRelease = (given: Partial<Parameters<typeof makeRelease>[1]> = {}, lists = both()) =>
  makeRelease(db, { author_id: people.manager, ...given }, lists)
const newRequest = (given: Partial<Parameters<typeof makeRequest>[1]> = {}) =>
  makeRequest(db, { author_id: people.client1, idcomp: people.company1, idmod: people.module, ...given })
const detail = async (id: number, api = staff) => (await api(releases.get, { params: { id } })).body

const fields = (): releases.ReleaseSave => ({
  title: '2026.12 «Договоры»',
  start_date: '2026-03-02',
  plan_date: '2026-03-31',
  planned_time: 9600,
  short_description: 'Первая строка\nвторая',
  is_visible_for_client: true,
  modules_ids: [people.module],
  users: [{ id: people.manager }],
  companies: [{ idcomp: people.company1 }, people.company2],
})
const save = (id: number, body: releases.ReleaseSave, api = staff) => api(releases.save, { params: { id }, body })

describe('a client', () => {
  test('gets 403 for what is hidden or not theirs, 404 for what is not there', async () => {
    const hidden = await newRelease({ is_visible_for_client: false })
    const foreign = await newRelease({}, { ...both(), companies: [people.company2] })
    for (const endpoint of [
      releases.get,
      releases.getTerms,
      releases.getDescription,
      releases.getFiles,
      releases.getHistory,
    ]) {
      for (const id of [hidden, foreign]) {
        expect(await client(endpoint, { params: { id } })).toMatchObject({
          status: 403,
          refusal: { message: 'Нет доступа к данному релизу' },
        })
      }
      expect((await client(endpoint, { params: { id: 987_654 } })).status).toBe(404)
    }
  })

  test('sees the own part only', async () => {
    const [own, foreign] = [
      await newRequest({ planned_time: 60, inBacklog: true }),
      await newRequest({ idcomp: people.company2 }),
    ]
    const { body } = await save(0, { ...fields(), comment: 'Для своих', requests: [own, foreign] })
    const { id } = body.release
    await staff(releases.notPublishing, { body: { release_id: id, company_id: people.company2 } })
    await staff(releases.changeStep, { params: { id }, body: { step_id: 1, comment: 'Тоже для своих' } })
    const seen = await detail(id, client)
    expect(seen.companies.map(({ idcomp }) => idcomp)).toEqual([people.company1])
    expect(seen.requests.map((row) => [row.id, row.backlog_request])).toEqual([[own, null]])
    expect(seen).toMatchObject({ requests_count: 1, planned_requests_time: 0, notPublishingList: [] })
    for (const field of ['comment', 'requestsIssuesInfo', 'calculation', 'readiness'])
      expect(seen).not.toHaveProperty(field)
    expect(seen.steps_history.map(({ comment }) => comment)).toEqual([null, null])
    expect(seen.abilities.save).not.toBe(true)
    expect((await client(releases.getHistory, { params: { id } })).body.changes).toEqual([])
    const issues = (await client(releases.requestsWithIssues, { params: { id } })).body
    expect(issues.requests.map((row) => row.id)).toEqual([own])
    expect(issues).not.toHaveProperty('requestsIssuesInfo')
    const texts = (await client(releases.getDescription, { params: { id } })).body
    expect(texts.requests.map((row) => row.id)).toEqual([own])
  })

  test('is listed visible releases of the own company, and told of no other', async () => {
    const seen = await newRelease({ title: 'Ищем этот' })
    await newRelease({ title: 'Ищем этот', is_visible_for_client: false })
    await newRelease({ title: 'Ищем этот' }, { ...both(), companies: [people.company2] })
    const body = { search_string: 'ищем', companies: [people.company2] }
    const page = (await client(releases.summary, { body })).body
    expect(page.data.map(({ id }) => id)).toEqual([seen])
    expect(page.data[0]?.companies.map(({ idcomp }) => idcomp)).toEqual([people.company1])
    expect(page.totals.count).toBe(1)
  })

  test('gets the files published for the own company, and no others', async () => {
    const id = await newRelease()
    const at = '2026-03-05T09:00:00.000Z'
    const [own, internal] = await makeFiles(['Сборка.zip', 'Заметки.txt'])
    await db.insertInto('release_files').values({ release_id: id, file_id: internal }).execute()
    const publication = await db
      .insertInto('publications')
      .values({ author_id: people.manager, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const item = await db
      .insertInto('publication_releases')
      .values({ publication_id: publication.id, idx: 0, release_id: id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const publication_release_id = item.id
    await db.insertInto('publication_files').values({ publication_release_id, file_id: own }).execute()
    await db.insertInto('publication_customers').values({ publication_release_id, idcomp: people.company1 }).execute()

    const filesFor = async (api: Api) =>
      (await api(releases.getFiles, { params: { id } })).body.files.map((file) => file.id)
    expect(await filesFor(staff)).toEqual([internal, own])
    expect(await filesFor(client)).toEqual([own])
    expect((await detail(id, client)).release_ready.map((ready) => ready.id)).toEqual([publication.id])
    expect(await filesFor(await product.as('client2'))).toEqual([])
    await staff(releases.notPublishing, { body: { release_id: id, company_id: people.company1 } })
    expect(await filesFor(client)).toEqual([])
  })
})

/** Rows of files; their bytes do not matter here. */
async function makeFiles(names: [string, string]): Promise<[number, number]> {
  const uploaded = '2026-03-05T08:00:00.000Z'
  const rows = await db
    .insertInto('files')
    .values(
      names.map((file_name) => ({ file_name, size: 1, sha256: '0'.repeat(64), storage_key: randomUUID(), uploaded })),
    )
    .returning('id')
    .execute()
  return [rows[0]?.id ?? 0, rows[1]?.id ?? 0]
}

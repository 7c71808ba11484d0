import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { releasesWorld } from '../../testing/releases.ts'

const { product, db, people, staff, client, both, newRelease, newRequest, detail, fields, save } = await releasesWorld()
afterAll(() => product.close())

describe('a client', () => {
  test('gets 403 for a hidden or another company’s release, 404 for one that does not exist', async () => {
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

  test('sees only its own part', async () => {
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

  test('lists the visible releases of its own company, and no others', async () => {
    const seen = await newRelease({ title: 'Ищем этот' })
    await newRelease({ title: 'Ищем этот', is_visible_for_client: false })
    await newRelease({ title: 'Ищем этот' }, { ...both(), companies: [people.company2] })
    const body = { search_string: 'ищем', companies: [people.company2] }
    const page = (await client(releases.summary, { body })).body
    expect(page.data.map(({ id }) => id)).toEqual([seen])
    expect(page.data[0]?.companies.map(({ idcomp }) => idcomp)).toEqual([people.company1])
    expect(page.totals.count).toBe(1)
  })

  test('gets the files published for its own company, and no others', async () => {
    const id = await newRelease()
    const at = '2026-03-05T09:00:00.000Z'
    const [own, internal] = await makeFiles(['Сборка.zip', 'Заметки.txt'])
    const kept = [internal, own].map((file_id) => ({ release_id: id, file_id }))
    await db.insertInto('release_files').values(kept).execute()
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
    expect((await detail(id, staff)).own_files).toEqual([internal])
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

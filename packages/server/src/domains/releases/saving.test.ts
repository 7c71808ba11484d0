import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import { waitingForLocks } from '../../testing/database.ts'
import { makeCompany, makePerson } from '../../testing/making/make.ts'
import { releasesWorld } from '../../testing/releases.ts'
import { tokenOf } from '../../testing/upload.ts'

const { product, db, people, staff, newRelease, newRequest, detail, fields, save } = await releasesWorld()
afterAll(() => product.close())

describe('saving', () => {
  test.each(['', '%20'])('an id that was left out creates nothing: /releases/%s', async (id) => {
    const headers = { authorization: `Bearer ${await tokenOf(product, 'manager')}` }
    const before = await db.selectFrom('releases').select('id').execute()
    const url = `/api/releases/${id}`
    const { statusCode } = await product.app.inject({ method: 'POST', url, headers, payload: fields() })
    expect([statusCode, await db.selectFrom('releases').select('id').execute()]).toEqual([404, before])
  })

  test('creates a release with everything it was given', async () => {
    const request = await newRequest({ planned_time: 120, inBacklog: true })
    const { status, body } = await save(0, {
      ...fields(),
      terms: '<p onclick="x()">Правила<script>alert(1)</script></p>',
      comment: 'Для своих',
      requests: [request],
    })
    expect(status).toBe(200)
    expect(body.release).toMatchObject({
      title: '2026.12 «Договоры»',
      short_description: 'Первая строка<br>вторая',
      step: { id: 0, name_step: 'Планирование' },
      terms: '<p>Правила</p>',
      comment: 'Для своих',
      modules_ids: [people.module],
      users: [{ id: people.manager }],
      author: { id: people.manager },
      companies: [{ idcomp: people.company1, status: 0, agreement_id: null }, { idcomp: people.company2 }],
      requests: [{ id: request }],
      requests_count: 1,
      planned_requests_time: 120,
      requestsIssuesInfo: { planned_requests_time: 120, spent_time: 0 },
      calculation: { planned_requests_time: 120, difference: 9480 },
      readiness: { ready: false, agreed: 0, expected: 2 },
      steps_history: [{ step: { id: 0 }, left_at: null }],
      abilities: { save: true, delete: true, step: true },
      version: 1,
    })
  })

  test('a repeated key creates one release', async () => {
    const headers = { 'idempotency-key': 'twice' }
    const body = { ...fields(), title: 'Один раз' }
    const replies = await Promise.all([1, 2].map(() => staff(releases.save, { params: { id: 0 }, body, headers })))
    expect(replies.map((reply) => reply.status)).toEqual([200, 200])
    expect(replies[0]?.body.release.id).toBe(replies[1]?.body.release.id)
  })

  test('a field left out stays unchanged', async () => {
    const { body } = await save(0, { ...fields(), comment: 'Остаётся' })
    const { id } = body.release
    const again = await save(id, { title: 'Новое имя', start_date: '2026-03-02', plan_date: '2026-03-31' })
    expect(again.body.release).toMatchObject({
      title: 'Новое имя',
      comment: 'Остаётся',
      planned_time: 9600,
      version: 2,
    })
    expect(again.body.release.companies).toHaveLength(2)
    const { changes } = (await staff(releases.getHistory, { params: { id } })).body
    expect(changes.filter(({ before }) => before !== null).map(({ field }) => field)).toEqual(['title'])
  })

  test.each([
    ['no title', { title: '  ' }, 'title'],
    ['a long title', { title: 'я'.repeat(251) }, 'title'],
    ['a plan date before the start', { plan_date: '2026-03-01' }, 'plan_date'],
    ['a day that does not exist', { start_date: '2026-02-30' }, 'start_date'],
    ['negative hours', { planned_time: -1 }, 'planned_time'],
    ['an unknown module', { modules_ids: [999_999] }, 'modules_ids'],
    ['an unknown company', { companies: [999_999] }, 'companies'],
    ['an unknown person', { users: [999_999] }, 'users'],
  ])('%s is refused at its field', async (_, input, field) => {
    const { status, refusal } = await save(0, { ...fields(), ...input })
    expect(status).toBe(422)
    expect(Object.keys(refusal.errors ?? {})).toEqual([field])
  })

  test("a client's person cannot be put to work on a release", async () => {
    const { status, refusal } = await save(0, { ...fields(), users: [people.client1] })
    expect([status, refusal.message]).toEqual([422, 'Сотрудник не найден'])
  })

  test('somebody who has been blocked stays on a release and comes to no other', async () => {
    const id = await newRelease()
    const gone = await makePerson(db, 'gone')
    await save(id, { ...fields(), users: [gone] })
    await db.updateTable('users').set({ is_blocked: true }).where('id', '=', gone).execute()
    const kept = await save(id, { ...fields(), users: [gone, people.manager] })
    expect(new Set(kept.body.release.users.map((person) => person.id))).toEqual(new Set([gone, people.manager]))
    const { status, refusal } = await save(0, { ...fields(), users: [gone] })
    expect([status, refusal.errors]).toEqual([422, { users: ['Сотрудник не найден'] }])
  })

  test('a stale version is refused with the current one, and nothing is lost', async () => {
    const id = await newRelease()
    await save(id, { ...fields(), title: 'Первый', version: 1 })
    const { status, refusal } = await save(id, { ...fields(), title: 'Второй', version: 1 })
    expect(status).toBe(409)
    expect(refusal['current']).toMatchObject({ title: 'Первый', version: 2 })
    expect((await detail(id)).title).toBe('Первый')
  })

  test.each([0, 999])('version %i, which the release never had, is refused too', async (version) => {
    const id = await newRelease()
    await save(id, { ...fields(), title: 'Первый' })
    const replies = await Promise.all([
      save(id, { ...fields(), title: 'Второй', version }),
      staff(releases.saveComment, { params: { id }, body: { comment: 'а', version } }),
      staff(releases.saveTerms, { body: { release_id: id, terms: '<p>а</p>', version } }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([409, 409, 409])
    expect(await detail(id)).toMatchObject({ title: 'Первый', version: 2 })
  })

  test('twenty save the same version at once: one succeeds', async () => {
    const id = await newRelease()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => save(id, { ...fields(), title: `Мой ${n}`, version: 1 })),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ])
  })

  test('its requests become exactly those sent, or nothing is saved', async () => {
    const [first, second, taken] = await Promise.all([newRequest(), newRequest(), newRequest()])
    const other = await newRelease()
    await staff(releases.addRequests, { params: { id: other }, body: { requests: [taken] } })
    const { body } = await save(0, { ...fields(), requests: [first] })
    const { id } = body.release
    const refused = await save(id, { ...fields(), title: 'Не сохранится', requests: [second, taken] })
    expect(refused).toMatchObject({ status: 422, refusal: { message: 'Заявка уже добавлена в релиз' } })
    expect(await detail(id)).toMatchObject({ title: fields().title, requests: [{ id: first }] })
    const saved = await save(id, { ...fields(), requests: [second] })
    expect(saved.body.release.requests.map((row) => row.id)).toEqual([second])
  })

  test('a company that was not asked is removed with its agreement', async () => {
    const id = await newRelease()
    const at = '2026-03-01T09:00:00.000Z'
    const made = {
      release_id: id,
      company_id: people.company2,
      author_id: people.manager,
      created_at: at,
      updated_at: at,
    }
    await db.insertInto('agreements').values(made).execute()
    const saved = await save(id, { ...fields(), companies: [people.company1] })
    expect(saved.body.release.companies.map(({ idcomp }) => idcomp)).toEqual([people.company1])
    const kept = db.selectFrom('agreements').select('id').where('release_id', '=', id)
    expect(await kept.where('deleted_at', 'is', null).execute()).toEqual([])
  })

  test.each([
    ['a new release', false],
    ['an existing release', true],
  ])('%s does not get a company that is being hidden, and is not locked before it', async (_, exists) => {
    const company = await makeCompany(db)
    const id = exists ? await newRelease() : 0
    const saving = await db.transaction().execute(async (tx) => {
      const hidden = { deleted_at: '2026-03-01T00:00:00.000Z' }
      await tx.updateTable('companies').set(hidden).where('idcomp', '=', company).execute()
      const answer = save(id, { ...fields(), companies: [people.company1, company] })
      await expect.poll(() => waitingForLocks(db)).toBe(1)
      await sql`select from releases where id = ${id} for update nowait`.execute(tx)
      return { answer }
    })
    const { status, refusal } = await saving.answer
    expect([status, refusal.errors]).toEqual([422, { companies: ['Компания не найдена'] }])
  })

  test('a release that does not exist is not created by a number', async () => {
    expect((await save(987_654, fields())).status).toBe(404)
  })
})

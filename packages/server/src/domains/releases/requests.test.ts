import { afterAll, describe, expect, test } from 'vitest'
import { releases, requests as backlog } from '@vypusk/contract'
import { releasesWorld } from '../../testing/releases.ts'

const { product, people, staff, client, newRelease, newRequest, detail } = await releasesWorld()
afterAll(() => product.close())

const add = (id: number, requests: number[]) => staff(releases.addRequests, { params: { id }, body: { requests } })
const move = (id: number, requests: number[], release_id: number) =>
  staff(releases.moveRequests, { params: { id }, body: { requests, release_id } })
const idsIn = async (id: number) => (await detail(id)).requests.map((request) => request.id)

describe('moving requests', () => {
  test('moves them to another release and records it in both histories and the request’s', async () => {
    const [from, to] = [await newRelease({ title: 'Откуда' }), await newRelease({ title: 'Куда' })]
    const [first, second] = [await newRequest(), await newRequest()]
    await add(from, [first, second])
    const { status, body } = await move(from, [first], to)
    expect([status, body.version]).toEqual([200, (await detail(from)).version])
    expect([await idsIn(from), await idsIn(to)]).toEqual([[second], [first]])
    for (const id of [from, to]) {
      const { changes } = (await staff(releases.getHistory, { params: { id } })).body
      expect(changes[0]).toMatchObject({ field: 'requests', user: { id: people.manager } })
    }
    const record = await product.deps.db
      .selectFrom('history')
      .select(['before', 'after'])
      .where('entity', '=', 'request')
      .where('entity_id', '=', first)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(record).toEqual({ before: 'Откуда', after: 'Куда' })
  })

  test('is all or nothing, with the reason of a refusal', async () => {
    const [from, to] = [await newRelease(), await newRelease()]
    const [own, free] = [await newRequest(), await newRequest()]
    await add(from, [own])
    expect(await move(from, [own, free], to)).toMatchObject({
      status: 404,
      refusal: { message: 'Заявка не найдена', errors: { requests: [String(free)] } },
    })
    expect(await idsIn(from)).toEqual([own])
    expect((await move(from, [own], 999_999)).refusal.errors).toHaveProperty('release_id')
    expect((await move(from, [own], from)).refusal.message).toBe('Заявки уже в этом релизе')
    expect((await move(999_999, [own], to)).status).toBe(404)
  })

  test('twenty moves at once in both directions: nothing is lost and there is no deadlock', async () => {
    const [left, right] = [await newRelease(), await newRelease()]
    const made = await Promise.all(Array.from({ length: 20 }, () => newRequest()))
    const all = made.toSorted((a, b) => a - b)
    await add(left, all.slice(0, 10))
    await add(right, all.slice(10))
    const replies = await Promise.all(
      all.map((request, index) => (index < 10 ? move(left, [request], right) : move(right, [request], left))),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect([await idsIn(left), await idsIn(right)]).toEqual([all.slice(10), all.slice(0, 10)])
  })

  test('twenty moves of one request at once: one succeeds', async () => {
    const from = await newRelease()
    const request = await newRequest()
    await add(from, [request])
    const targets = await Promise.all(Array.from({ length: 20 }, () => newRelease()))
    const replies = await Promise.all(targets.map((to) => move(from, [request], to)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = replies.findIndex(({ status }) => status === 200)
    expect(await idsIn(targets[winner] ?? 0)).toEqual([request])
  })
})

test('forms that exchange requests and changes of the same requests at once refuse nothing', async () => {
  const [first, second] = [await newRequest(), await newRequest()]
  const release = await newRelease()
  const form = (own: number[]) => {
    const dates = { start_date: '2026-06-01', plan_date: '2026-06-30' }
    return staff(releases.save, { params: { id: release }, body: { title: 'Обмен', ...dates, requests: own } })
  }
  await add(release, [second])
  for (let round = 0; round < 10; round += 1) {
    const many = { requests: [first, second], planned_time: 60 + round }
    const replies = await Promise.all([
      form(round % 2 === 0 ? [first] : [second]),
      ...Array.from({ length: 4 }, () => staff(backlog.saveManyBacklog, { body: many })),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  }
})

test('a list of numbers is sorted into those that can be added, taken ones and unknown ones', async () => {
  const release = await newRelease({ title: 'Занял' })
  const [free, taken] = [await newRequest(), await newRequest()]
  await add(release, [taken])
  const check = (id: number) =>
    staff(releases.checkRequests, { params: { id }, body: { requests: [free, taken, 999_999, free] } })
  for (const id of [0, release]) {
    expect((await check(id)).body).toMatchObject({
      free: [{ id: free }],
      taken: [{ id: taken, release: { title: 'Занял' } }],
      missing: [999_999],
    })
  }
  expect(await idsIn(release)).toEqual([taken])
  expect((await client(releases.checkRequests, { params: { id: 0 }, body: { requests: [free] } })).status).toBe(403)
})

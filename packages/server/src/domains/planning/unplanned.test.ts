import { afterAll, beforeAll, expect, test } from 'vitest'
import { planning, requests } from '@vypusk/contract'
import { releasesWorld } from '../../testing/releases.ts'

let world: Awaited<ReturnType<typeof releasesWorld>>
beforeAll(async () => void (world = await releasesWorld()))
afterAll(() => world.product.close())

test('the unplanned backlog is ordered by urgency and searched by words and number', async () => {
  const urgent = await world.newRequest({ inBacklog: true, backlog_priority: 1, e_title: 'Срочный отчёт Ёлки' })
  const plain = await world.newRequest({ inBacklog: true, e_title: 'Отчёт елки без срока' })
  await world.newRequest({ inBacklog: false, e_title: 'Отчёт елки вне бэклога' })
  const found = async (search_string: string) =>
    (await world.staff(planning.backlog, { query: { search_string } })).body.requests.map(({ id }) => id)
  expect(await found('ОТЧЁТ ЕЛКИ')).toEqual([urgent, plain])
  expect(await found('без срока')).toEqual([plain])
  expect(await found(String(plain))).toContain(plain)
})

test('a request whose work is over is no longer to be planned, although its backlog record stays', async () => {
  const id = await world.newRequest({ inBacklog: true, e_title: 'Отклонённая' })
  const found = async () => (await world.staff(planning.backlog, { query: { search_string: 'Отклонённая' } })).body
  expect((await found()).requests).toMatchObject([{ id }])
  const { statuses } = (await world.staff(requests.statuses)).body
  const rejected = statuses.find(({ name }) => name === 'Отклонена')!
  await world.staff(requests.saveStatus, { body: { requests: [id], status: rejected.id } })
  expect(await found()).toEqual({ total: 0, requests: [] })
})

import { expect, test } from 'vitest'
import { agreements, calendar, consequences, notices, releases, waiting } from '@vypusk/contract'
import { letterWorld, newAgreement, read, send, update } from '../../testing/letters.ts'

/** Whatever tells a client of an agreement leads where the client can open it. */

const world = letterWorld()

/** The addresses of agreements and releases in a text of any kind. */
const addressesIn = (text: string) => [
  ...new Set(text.replaceAll(/\r\n /g, '').match(/\/(releases|agreements|clientAgreements)[^\s"<\\]*/g)),
]

async function bellOf() {
  const { body } = await world.client1(notices.list, { query: {} })
  return body.notices[0]?.href
}

async function feedOf() {
  const { url } = (await world.client1(calendar.subscribe)).body
  const secret = /calendar\/([\w-]{43})\//.exec(url)?.[1] ?? ''
  return (await world.product.anonymous(calendar.feed, { params: { secret } })).raw.toString()
}

/** The latest letter about the agreement to somebody, and its calendar entry. */
async function letterTo(id: number, target: string) {
  return world.product.deps.db
    .selectFrom('letters as l')
    .innerJoin('deliveries as d', 'd.letter_id', 'l.id')
    .select(['l.html', 'l.ics'])
    .where('l.entity', '=', 'agreement')
    .where('l.entity_id', '=', id)
    .where('d.target', '=', target)
    .orderBy('l.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

const hide = (id: number) =>
  world.product.deps.db.updateTable('releases').set({ is_visible_for_client: false }).where('id', '=', id).execute()

test('of a hidden release: to the agreement in the client’s list', async () => {
  const id = await newAgreement(world)
  const { release_id } = await read(world, id)
  const panel = `/clientAgreements?open=${id}`
  expect((await world.client1(agreements.get, { params: { id } })).body.open_release_id).toBe(release_id)
  await hide(release_id)
  await send(world, id)
  expect((await world.client1(agreements.get, { params: { id } })).body.open_release_id).toBeNull()
  expect(await bellOf()).toBe(panel)
  const { data } = (await world.client1(waiting.list, { query: {} })).body
  expect(data.find((matter) => matter.release_id === release_id)?.href).toBe(panel)
  expect(addressesIn((await letterTo(id, 'client1@example.ru')).ics ?? '')).toEqual([panel])

  await update(world.manager, id, { updateTarget: 5, on_behalf: 'client', remark: 'По телефону' })
  const { html, ics } = await letterTo(id, 'client1@example.ru')
  expect([addressesIn(html), addressesIn(ics ?? ''), addressesIn(await feedOf())]).toEqual([[panel], [panel], [panel]])
  const ofStaff = await letterTo(id, 'admin@example.ru')
  expect(addressesIn(`${ofStaff.html} ${ofStaff.ics}`)).toEqual([`/agreements/${id}`])
  expect((await world.client1(waiting.list, { query: {} })).body.coming.map(({ href }) => href)).toContain(panel)
})

test('of a release that the company was taken off, older notices too', async () => {
  const id = await newAgreement(world, { releaseDate: '2026-03-24' })
  const { release_id } = await read(world, id)
  await send(world, id)
  expect(await bellOf()).toBe(`/releases/${release_id}`)
  const { title, start_date, plan_date } = (await world.manager(releases.get, { params: { id: release_id } })).body
  const body = { title, start_date, plan_date, companies: [] }
  await world.manager(releases.save, { params: { id: release_id }, body })
  const { body: list } = await world.client1(notices.list, { query: {} })
  expect(list.notices.slice(0, 2).map(({ text, href }) => [text.split(/[.:]/)[0], href])).toEqual([
    ['Согласование снято', `/clientAgreements?open=${id}`],
    [expect.any(String), `/clientAgreements?open=${id}`],
  ])
  expect(addressesIn(await feedOf())).toContain(`/clientAgreements?open=${id}`)
})

test.each<[string, string, (id: number) => Promise<{ status: number }>]>([
  [
    'withdrawn',
    'Согласование снято',
    (id) => world.manager(consequences.withdraw, { body: { ids: [id], client_reason: 'Релиз отложен' } }),
  ],
  [
    'moved',
    'Установка перенесена',
    (id) =>
      update(world.manager, id, {
        updateTarget: 4,
        releaseDate: '2026-03-31',
        releaseTime: null,
        cancel_reason: 'Стенд',
      }),
  ],
])('a date of a release that was hidden since stays known when it is %s', async (_, says, change) => {
  const id = await newAgreement(world, { releaseDate: '2026-03-30' })
  const { release_id } = await read(world, id)
  const panel = `/clientAgreements?open=${id}`
  await send(world, id)
  await update(world.client1, id, { updateTarget: 5 })
  await hide(release_id)
  expect((await change(id)).status).toBe(200)
  const { body } = await world.client1(agreements.get, { params: { id } })
  expect(body).toMatchObject({ id, status: 0, open_release_id: null })
  const [bell] = (await world.client1(notices.list, { query: {} })).body.notices
  expect(bell).toMatchObject({ href: panel, text: expect.stringContaining(says) })
  const { html, ics } = await letterTo(id, 'client1@example.ru')
  // The letter of a withdrawal links to nothing.
  expect(addressesIn(`${html} ${ics ?? ''}`).filter((address) => address !== panel)).toEqual([])
  expect(addressesIn(await feedOf())).toContain(panel)
})

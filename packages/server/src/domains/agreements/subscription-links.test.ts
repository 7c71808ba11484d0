import { expect, test } from 'vitest'
import { calendar } from '@vypusk/contract'
import { agreementWorld, newAgreement, update } from '../../testing/agreements.ts'
import { entries, feedOf, subscribe } from '../../testing/calendar-links.ts'
import { historyOf } from '../../platform/history.ts'
import { makePerson } from '../../testing/making/make.ts'

/** The links that calendar programs read by. */

const world = agreementWorld()
const fetchBy = feedOf(world)

test('an unchanged calendar is not sent again', async () => {
  const id = await newAgreement(world, { releaseDate: '2026-03-25' })
  const secret = await subscribe(world.manager)
  const { etag } = (await fetchBy(secret)).headers as { etag: string }
  const again = await fetchBy(secret, { 'if-none-match': `"old", W/${etag}` })
  expect([again.status, again.raw.length]).toEqual([304, 0])
  await update(world.manager, id, { updateTarget: 4, releaseDate: '2026-03-26' })
  const moved = await fetchBy(secret, { 'if-none-match': etag })
  expect(moved.status).toBe(200)
  const entry = entries(moved.raw).find(({ uid }) => uid.startsWith(`agreement-${id}@`))!
  expect([entry.startDate.toJSDate().getDate(), entry.sequence]).toEqual([26, 2])
})

test('a new link ends the old one, and an ended link answers 410', async () => {
  const first = await subscribe(world.manager)
  const second = await subscribe(world.manager)
  expect((await fetchBy(first)).status).toBe(410)
  expect((await fetchBy(second)).status).toBe(200)
  expect((await world.manager(calendar.unsubscribe)).status).toBe(200)
  expect((await fetchBy(second)).status).toBe(410)
  expect((await world.manager(calendar.getSubscription)).body).toEqual({ created_at: null, fetched_at: null })
  expect((await fetchBy('x'.repeat(43))).status).toBe(410)
})

test('a link is in the history of its person', async () => {
  const id = await makePerson(world.product.deps.db, 'reader')
  const reader = await world.product.as('reader')
  await subscribe(reader)
  await reader(calendar.unsubscribe)
  await reader(calendar.unsubscribe)
  const history = await historyOf(world.product.deps.db, 'user', id)
  expect(history.map(({ title, after }) => [title, after])).toEqual([
    ['Ссылка календаря', 'убрана'],
    ['Ссылка календаря', 'сделана'],
  ])
})

test('of links created concurrently one remains', async () => {
  const secrets = await Promise.all([subscribe(world.manager), subscribe(world.manager), subscribe(world.manager)])
  const statuses = await Promise.all(secrets.map(async (secret) => (await fetchBy(secret)).status))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410, 410])
})

test('only the hash is stored, and when the link was read', async () => {
  const { db } = world.product.deps
  const secret = await subscribe(world.client2)
  const rows = await db.selectFrom('calendar_links').selectAll().where('user_id', '=', world.people.client2).execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(rows[0]!.secret_hash).not.toEqual(Buffer.from(secret, 'base64url'))
  await fetchBy(secret)
  expect((await world.client2(calendar.getSubscription)).body).toEqual({
    created_at: '2026-03-06T06:30:00.000Z',
    fetched_at: '2026-03-06T06:30:00.000Z',
  })
})

test('the link of a blocked or deleted person answers 410', async () => {
  const { db } = world.product.deps
  for (const [login, end] of [
    ['blocked', { is_blocked: true }],
    ['deleted', { deleted_at: '2026-03-06T06:00:00.000Z' }],
  ] as const) {
    const id = await makePerson(db, login)
    const secret = await subscribe(await world.product.as(login))
    expect((await fetchBy(secret)).status).toBe(200)
    await db.updateTable('users').set(end).where('id', '=', id).execute()
    expect((await fetchBy(secret)).status).toBe(410)
  }
})

import { afterAll, expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import { makePerson } from '../../testing/making/make.ts'
import { releasesWorld } from '../../testing/releases.ts'

const { product, db, staff, newRelease, newRequest, detail } = await releasesWorld()
afterAll(() => product.close())

const add = (id: number, requests: number[]) => staff(releases.addRequests, { params: { id }, body: { requests } })
const remove = (id: number) => staff(releases.remove, { params: { id } })
const restore = (id: number, api = staff) => api(releases.restore, { params: { id } })

test('the person who deleted it restores it as it was, with the requests that are still free', async () => {
  const [id, other] = [await newRelease({ title: 'Вернётся', step_id: 2 }), await newRelease()]
  const [kept, lost] = [await newRequest(), await newRequest()]
  await add(id, [kept, lost])
  const before = await detail(id)
  await remove(id)
  expect((await staff(releases.get, { params: { id } })).status).toBe(404)
  await add(other, [lost])
  const { status, body } = await restore(id)
  expect(status).toBe(200)
  expect(body.requests_lost).toEqual([lost])
  expect(body.release).toMatchObject({ title: 'Вернётся', step: { id: 2 }, requests: [{ id: kept }] })
  expect(body.release.companies).toEqual(before.companies)
  expect(body.release.version).toBeGreaterThan(before.version)
  const { changes } = (await staff(releases.getHistory, { params: { id } })).body
  expect(changes.slice(0, 2).map(({ field }) => field)).toEqual(['deleted_at', 'requests'])
})

test('an administrator may too, other staff and clients may not', async () => {
  await makePerson(db, 'colleague')
  const id = await newRelease()
  await remove(id)
  for (const login of ['colleague', 'client1']) expect((await restore(id, await product.as(login))).status).toBe(403)
  expect((await restore(id, await product.as('admin'))).status).toBe(200)
})

test('a release that is not deleted cannot be restored', async () => {
  const id = await newRelease()
  expect((await restore(id)).status).toBe(404)
  expect((await restore(987_654)).status).toBe(404)
})

test('twenty people restore it at once: it is restored once', async () => {
  const id = await newRelease()
  const request = await newRequest()
  await add(id, [request])
  await remove(id)
  const replies = await Promise.all(Array.from({ length: 20 }, () => restore(id)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(19)
  expect((await detail(id)).requests.map((row) => row.id)).toEqual([request])
})

test('deleted twice, it is restored with what it had the second time', async () => {
  const id = await newRelease()
  const [first, second] = [await newRequest(), await newRequest()]
  await add(id, [first])
  await remove(id)
  await restore(id)
  await staff(releases.removeRequest, { params: { id, request: first } })
  product.clock.set('2026-03-06T07:00:00.000Z')
  await remove(id)
  await add(await newRelease(), [second])
  expect((await restore(id)).body.release.requests).toEqual([])
})

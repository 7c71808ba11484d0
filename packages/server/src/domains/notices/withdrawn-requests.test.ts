import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleted, requests, talks, threads } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makePerson, makeRequest } from '../../testing/making/make.ts'
import { clear, noticesOf, briefNoticesOf, watch } from '../../testing/notices.ts'

/** A request that its company withdraws is announced to those who follow it, though it can no longer be opened. */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let [manager, admin, client1, client2, colleague] = [] as unknown as [Api, Api, Api, Api, Api]
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  await makePerson(product.deps.db, 'colleague', { idcomp: people.company1 })
  ;[manager, admin, client1, client2, colleague] = await Promise.all([
    product.as('manager'),
    product.as('admin'),
    product.as('client1'),
    product.as('client2'),
    product.as('colleague'),
  ])
})
afterAll(() => product.close())

const newRequest = () => {
  const { client1: author_id, company1: idcomp, module: idmod } = people
  return makeRequest(product.deps.db, { author_id, idcomp, idmod, e_title: 'Печать', status_id: 1 })
}
const withdraw = (api: Api, id: number) => api(requests.withdrawRequest, { params: { id } })

test('followers, a colleague of the author and the author are told, and of its return as well', async () => {
  const id = await newRequest()
  await watch(manager, 'request', id)
  await clear(manager, client1)
  expect((await withdraw(colleague, id)).status).toBe(200)
  const [staff] = await noticesOf(manager)
  expect(staff).toMatchObject({ kind: 'changed', text: 'Заявка отозвана', title: 'Печать', href: '/', read: false })
  const [author] = await noticesOf(client1)
  expect(author).toMatchObject({ text: 'Заявка отозвана', reason: 'author', href: '/clientRequests' })
  for (const api of [admin, client2, colleague]) expect(await briefNoticesOf(api)).toEqual([])

  await admin(deleted.restore, { body: { entity: 'request', id } })
  for (const api of [manager, client1]) {
    const texts = (await noticesOf(api)).map(({ text }) => text)
    expect(texts[0]).toBe('Заявка возвращена')
    expect(texts).not.toContain('Заявка отозвана')
  }
})

test('whoever is in charge of its conversation is told, and whoever stopped following is not', async () => {
  const id = await newRequest()
  await client1(talks.say, { params: { id }, body: { html: '<p>Когда?</p>', asks: true } })
  const { body } = await manager(threads.of, { params: { entity: 'request', id } })
  const [thread] = body.threads
  await manager(threads.save, {
    params: { id: thread!.id },
    body: { owner: people.admin, version: thread!.version },
  })
  await manager(talks.say, { params: { id }, body: { html: '<p>Скоро</p>' } })
  await watch(manager, 'request', id, false)
  await clear(manager, admin)
  expect((await withdraw(client1, id)).status).toBe(200)
  expect((await briefNoticesOf(admin))[0]).toEqual(['changed', 'responsible', 'Заявка отозвана'])
  expect((await briefNoticesOf(manager)).map(([, , text]) => text)).not.toContain('Заявка отозвана')
})

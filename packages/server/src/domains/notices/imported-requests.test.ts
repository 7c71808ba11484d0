import { afterAll, beforeAll, expect, test } from 'vitest'
import { requests, talks } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { importing, type Importing } from '../../testing/importing.ts'
import { noticesOf } from '../../testing/notices.ts'

/** Whoever imports requests has written none of them (docs/decisions/0171). */

let world: Importing
let as: Record<'manager' | 'admin' | 'client1', Api>
/** By the name of its author in the file. */
let ids: Record<'nobody' | 'known', number>
beforeAll(async () => {
  world = await importing()
  const [manager, admin, client1] = await Promise.all(['manager', 'admin', 'client1'].map(world.product.as))
  as = { manager, admin, client1 } as typeof as
  const mapping = { source_key: 'Ключ', e_title: 'Название', author: 'Автор' }
  await world.takeFile('Ключ,Название,Автор\nА-1,Печать,nobody\nА-2,Вход,known\n', { source: 'old', mapping })
  ids = { nobody: await world.idOf('old', 'А-1'), known: await world.idOf('old', 'А-2') }
  await as.admin(requests.joinImported, { body: { source: 'old', name: 'known', user: world.people.client1 } })
})
afterAll(() => world.close())

/** What somebody of staff does with a request, and who is told of it and written to. */
async function toldOf(id: number) {
  await as.manager(requests.saveStatus, { body: { requests: [id], isPaid: true } })
  await as.manager(talks.say, { params: { id }, body: { html: '<p>Берём</p>' } })
  const told = [as.admin, as.client1].map(async (api) =>
    (await noticesOf(api)).map(({ kind, reason }) => [kind, reason]),
  )
  const letters = world.db.selectFrom('deliveries').select('target').where('entity_id', '=', id)
  return [...(await Promise.all(told)), (await letters.where('entity', '=', 'request').execute()).length]
}

test('whoever imported a request without a known author is not told of it', async () => {
  const { author } = (await as.admin(requests.getRequest, { params: { id: ids.nobody } })).body
  expect(author.id).toBe(world.people.admin)
  expect(await toldOf(ids.nobody)).toEqual([[], [], 0])
})

test('once the name of its author has an account, that person is', async () => {
  const expected = [
    ['talk', 'author'],
    ['changed', 'author'],
  ]
  expect(await toldOf(ids.known)).toEqual([[], expected, 1])
})

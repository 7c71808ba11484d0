import { expect, test } from 'vitest'
import { trials } from '@vypusk/contract'
import { letterWorld, linkOf, newAgreement, read, send } from '../../testing/letters.ts'
import { makeRequest } from '../../testing/making/make.ts'

/** A build that is replaced while somebody tries it. */

const world = letterWorld()

test('a verdict is not stored for another build than the one that was tried', async () => {
  const { people, product } = world
  const id = await newAgreement(world)
  const { release_id } = await read(world, id)
  const request = { author_id: people.manager, idmod: people.module, release_id, idcomp: people.company1 }
  const request_id = await makeRequest(product.deps.db, { ...request, e_title: 'Печать формы' })
  const putOnTest = (build: string) => world.manager(trials.setBuild, { params: { id }, body: { build } })
  await putOnTest('5.8.2')
  await send(world, id)
  const { build } = (await world.client1(trials.get, { params: { id } })).body
  await putOnTest('5.8.3')
  const works = { request_id, verdict: 'works', build } as const
  const told = await world.client1(trials.tell, { params: { id }, body: works })
  const other = 'На стенде уже другая сборка – 5.8.3: проверьте заявку на ней'
  expect([told.status, told.refusal.message]).toEqual([409, other])
  const params = { token: linkOf(world, 'client1@example.ru') }
  const fails = { ...works, verdict: 'fails', comment: 'Пустая страница' } as const
  expect((await product.anonymous(trials.answer, { params, body: fails })).status).toBe(409)
  const { progress, build: present } = (await world.client1(trials.get, { params: { id } })).body
  expect(progress).toEqual({ tried: 0, failing: 0, total: 1 })
  const again = await world.client1(trials.tell, { params: { id }, body: { ...works, build: present } })
  expect(again.body.trials.requests[0]?.results).toMatchObject([{ verdict: 'works', build: '5.8.3' }])
  // A program that names no build speaks of the present one.
  const unnamed = { request_id, verdict: 'works' } as const
  expect((await world.client1(trials.tell, { params: { id }, body: unnamed })).status).toBe(200)
})

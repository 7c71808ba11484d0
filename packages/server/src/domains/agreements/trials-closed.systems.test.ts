import { expect, test } from 'vitest'
import { releases, trials } from '@vypusk/contract'
import { letterWorld, linkOf, newAgreement, read, send } from '../../testing/letters.ts'
import { makeRequest } from '../../testing/making/make.ts'

/** Nobody tests a release that is not going to be installed. */

const world = letterWorld()

test('a release that is closed without being handed over takes no more reports, and keeps those it has', async () => {
  const { people, product } = world
  const id = await newAgreement(world)
  const { release_id } = await read(world, id)
  const request = { author_id: people.manager, idmod: people.module, release_id, idcomp: people.company1 }
  const first = await makeRequest(product.deps.db, { ...request, e_title: 'Печать формы' })
  const second = await makeRequest(product.deps.db, { ...request, e_title: 'Отчёт' })
  await world.manager(trials.setBuild, { params: { id }, body: { build: '5.8.2' } })
  await send(world, id)
  const params = { token: linkOf(world, 'client1@example.ru') }
  await world.client1(trials.tell, { params: { id }, body: { request_id: first, verdict: 'works' } })
  await world.manager(releases.changeStep, { params: { id: release_id }, body: { step_id: 6 } })
  const closed = 'Релиз закрыт: согласовывать дату больше не нужно'
  const body = { request_id: second, verdict: 'fails', comment: 'Пустая страница' } as const
  const late = await world.client1(trials.tell, { params: { id }, body })
  expect([late.status, late.refusal.message]).toEqual([422, closed])
  const { anonymous } = product
  expect((await anonymous(trials.answer, { params, body })).status).toBe(422)
  expect((await anonymous(trials.ask, { params })).body.can_tell).toBe(closed)
  const shown = (await world.client1(trials.get, { params: { id } })).body
  expect(shown.abilities.tell).toBe(closed)
  expect(shown.progress).toEqual({ tried: 1, failing: 0, total: 2 })
})

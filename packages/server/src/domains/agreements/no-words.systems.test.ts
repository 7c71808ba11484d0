import { expect, test } from 'vitest'
import { threads, trials } from '@vypusk/contract'
import { makeRequest } from '../../testing/making/make.ts'
import { letterWorld, newAgreement, read, send, update } from '../../testing/letters.ts'

/** Marks that nobody sees are no words where words are required. */

const NO_WORDS = '\u200b\u2060\u00ad \u200d\ufeff'
const world = letterWorld()

/** A refusal as the form shows it: its status and the sentence below the field. */
const shown = ({ status, refusal }: { status: number; refusal: { errors?: Record<string, string[]> } }) => [
  status,
  refusal.errors,
]

/** An agreement on the test environment, with a request that does not work there. */
async function failing() {
  const { people, product } = world
  const id = await newAgreement(world)
  const { release_id } = await read(world, id)
  const fields = { author_id: people.manager, idmod: people.module, release_id, idcomp: people.company1 }
  const request_id = await makeRequest(product.deps.db, { ...fields, e_title: 'Печать формы' })
  await world.manager(trials.setBuild, { params: { id }, body: { build: '5.8.2' } })
  const tell = (comment: string) =>
    world.client1(trials.tell, { params: { id }, body: { request_id, verdict: 'fails', comment } })
  return { id, tell }
}

test('what does not work is said in words, which stay as they were written', async () => {
  const { id, tell } = await failing()
  expect(shown(await tell(NO_WORDS))).toEqual([422, { comment: ['Напишите, что не работает'] }])
  const words = 'Пере\u00adнос строки 👨‍👩‍👧'
  expect((await tell(words)).status).toBe(200)
  const { requests } = (await world.manager(trials.get, { params: { id } })).body
  expect(requests[0]?.results[0]?.comment).toBe(words)
})

test('a remark has words, and so has the reason why it is closed', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  const raise = (html: string) => world.client1(threads.raise, { params: { entity: 'agreement', id }, body: { html } })
  expect(shown(await raise(`<p>${NO_WORDS}</p>`))).toEqual([422, { html: ['Напишите, в чём дело'] }])
  const { thread } = (await raise('<p>Рано</p>')).body
  const close = (reason: string) =>
    world.manager(threads.turn, { params: { id: thread.id }, body: { state: 'closed', reason } })
  expect(shown(await close(NO_WORDS))).toEqual([
    422,
    { reason: ['Напишите, почему замечание закрыто: его автор это прочитает'] },
  ])
  expect((await close('Договорились')).body.thread.state).toBe('closed')
})

test('an agreed date is not moved for no reason', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  const move = { updateTarget: 4, releaseDate: '2026-03-21', cancel_reason: NO_WORDS } as const
  expect(shown(await update(world.manager, id, move))).toEqual([
    422,
    { cancel_reason: ['Укажите причину переноса: эту дату уже согласовывали'] },
  ])
})

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { agreements, letters } from '@vypusk/contract'
import { testApp } from '../../../../testing/app.ts'
import { addresses, emptyBox, letterWorld, newAgreement, read, send } from '../../../../testing/letters.ts'
import { makePeople, makeRelease } from '../../../../testing/making/make.ts'
import { deliverNow, onceFree } from '../../../../testing/once-free.ts'
import { deliver } from './deliver.ts'

/** What happens to letters that are refused, delayed or repeated. */

const world = letterWorld()

test('one delivery given to twenty workers at once is sent once', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await emptyBox(world)
  const { deliveries } = await read(world, id)
  const delivery_id = deliveries[0]!.id
  await world.product.deps.db
    .updateTable('deliveries')
    .set({ state: 'queued', attempts: 0 })
    .where('id', '=', delivery_id)
    .execute()
  // Workers that find it taken try again through the queue.
  await Promise.allSettled(Array.from({ length: 20 }, () => deliver(world.product.deps, { delivery_id })))
  expect(world.smtp.received).toHaveLength(1)
  await deliver(world.product.deps, { delivery_id })
  expect(world.smtp.received).toHaveLength(1)
})

test('one address of three is refused permanently: it failed, the others got theirs', async () => {
  world.smtp.answer = (address) =>
    address === 'nobody@example.ru' ? { responseCode: 550, message: '5.1.1 No such user' } : undefined
  const id = await newAgreement(world, { recipientsExtra: ['nobody@example.ru', 'it@example.ru'] })
  expect((await send(world, id)).body.mail).toBe('failed')
  expect(addresses(world)).toEqual(['client1@example.ru', 'it@example.ru'])
  const { deliveries } = await read(world, id)
  expect(deliveries.find(({ target }) => target === 'nobody@example.ru')).toMatchObject({
    state: 'failed',
    attempts: 1,
    last_error: 'Почтовый сервер ответил: 550 5.1.1 No such user',
  })
  expect(deliveries.filter(({ state }) => state === 'sent')).toHaveLength(2)
})

test('a greylisted letter waits and is then sent', async () => {
  world.smtp.answer = () => ({ responseCode: 451, message: '4.7.1 Greylisted, try again later' })
  const id = await newAgreement(world)
  expect((await send(world, id)).body.mail).toBe('failed')
  const [delivery] = (await read(world, id)).deliveries
  expect(delivery).toMatchObject({ state: 'queued', attempts: 1, last_error: expect.stringContaining('451') })
  world.smtp.answer = () => undefined
  await deliverNow(world.product.deps, delivery!.id)
  expect((await read(world, id)).deliveries[0]).toMatchObject({ state: 'sent', attempts: 2, last_error: null })
  expect(world.smtp.received).toHaveLength(1)
})

test('after the last attempt a letter has failed', async () => {
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  const id = await newAgreement(world)
  await send(world, id)
  const [delivery] = (await read(world, id)).deliveries
  await world.product.deps.db.updateTable('deliveries').set({ attempts: 20 }).where('id', '=', delivery!.id).execute()
  await deliverNow(world.product.deps, delivery!.id)
  expect((await read(world, id)).deliveries[0]).toMatchObject({ state: 'failed', attempts: 21 })
})

test('a person repeats a letter, whether it failed or was sent', async () => {
  world.smtp.answer = () => ({ responseCode: 550, message: 'No such user' })
  const id = await newAgreement(world)
  await send(world, id)
  const [delivery] = (await read(world, id)).deliveries
  const again = () => world.manager(letters.retryDelivery, { params: { id: delivery!.id } })
  expect((await again()).body).toEqual({ message: 'Success', mail: 'failed', ftp: 'none' })
  world.smtp.answer = () => undefined
  expect((await again()).body).toEqual({ message: 'Success', mail: 'sent', ftp: 'none' })
  expect((await again()).body).toEqual({ message: 'Success', mail: 'sent', ftp: 'none' })
  const [first, second] = world.smtp.received.map(({ mail }) => mail.messageId)
  expect(second).not.toBe(first)
  expect((await world.manager(letters.retryDelivery, { params: { id: 999_999 } })).status).toBe(404)
})

test('a sent letter that is repeated is another letter, however often it has to be tried', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  const [delivery] = (await read(world, id)).deliveries
  const params = { id: delivery!.id }
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  expect((await world.manager(letters.retryDelivery, { params })).body.mail).toBe('failed')
  world.smtp.answer = () => undefined
  expect((await world.manager(letters.retryDelivery, { params })).body.mail).toBe('sent')
  const [first, second] = world.smtp.received.map(({ mail }) => mail.messageId)
  expect(world.smtp.received).toHaveLength(2)
  expect(second).not.toBe(first)
})

test('however often a waiting letter is repeated, only the last repetition goes on trying it', async () => {
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  const id = await newAgreement(world)
  await send(world, id)
  const delivery_id = (await read(world, id)).deliveries[0]!.id
  const attempts = async () => (await read(world, id)).deliveries[0]!.attempts
  for (let n = 0; n < 2; n += 1) {
    await world.manager(letters.retryDelivery, { params: { id: delivery_id } })
    expect(await attempts()).toBe(1)
  }
  const attempt = (job: { generation?: number }) =>
    onceFree(() => deliver(world.product.deps, { delivery_id, ...job })).catch(() => 'failed')
  await attempt({})
  await attempt({ generation: 1 })
  expect(await attempts()).toBe(1)
  expect(await attempt({ generation: 2 })).toBe('failed')
  expect(await attempts()).toBe(2)
})

test('without SMTP_URL each letter is a file', async () => {
  const own = await testApp({ PUBLIC_URL: 'https://vypusk.example.ru' })
  try {
    const made = await makePeople(own.deps.db)
    const api = await own.as('manager')
    const release_id = await makeRelease(own.deps.db, { author_id: made.manager }, { companies: [made.company1] })
    const { body } = await api(agreements.add, {
      body: { release_id, company_id: made.company1, recipients: [made.client1], releaseDate: '2026-03-20' },
    })
    const sent = await api(agreements.update, { params: { id: body.id }, body: { updateTarget: 5 } })
    expect(sent.body.mail).toBe('sent')
    const folder = join(own.dataDir, 'outbox')
    const files = await readdir(folder)
    expect(files).toEqual([expect.stringMatching(/^delivery-\d+@vypusk\.example\.ru\.eml$/)])
    const mail = await PostalMime.parse(await readFile(join(folder, files[0]!)))
    expect(mail.subject).toContain('Согласуйте дату установки 20.03.2026')
  } finally {
    await own.close()
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements, consequences, webhooks } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease } from '../../testing/making/make.ts'
import { PATIENT } from '../../testing/patience.ts'
import { startReceiver, type TestReceiver } from '../../testing/servers/receiver.ts'

/** A message that waited says no more to a company's channel than the company may know by then. */

let receiver: TestReceiver
let product: TestApp
let admin: Api
let people: Awaited<ReturnType<typeof makePeople>>
beforeAll(async () => {
  receiver = await startReceiver()
  product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on', PUBLIC_URL: 'https://vypusk.example.ru' })
  people = await makePeople(product.deps.db)
  admin = await product.as('admin')
})
afterAll(async () => {
  await product.close()
  await receiver.close()
})

test('what was deleted while a message waited is not in it; without anything left it is not sent, nor by hand', async () => {
  const { db } = product.deps
  receiver.answer = () => ({ status: 500 })
  const draft = { url: `${receiver.url}/company`, kinds: ['agreement.withdrawn' as const], format: 'slack' as const }
  const made = await admin(webhooks.create, { body: { ...draft, company: people.company1 } })
  const { id } = made.body.webhook
  const asked = async (title: string) => {
    const row = { author_id: people.manager, title }
    const release_id = await makeRelease(db, row, { companies: [people.company1] })
    const date = { releaseDate: '2026-03-20', releaseTime: null }
    const terms = { release_id, company_id: people.company1, recipients: [people.client1], ...date }
    const agreement = await admin(agreements.add, { body: terms })
    await admin(agreements.sendMany, { body: { ids: [agreement.body.id] } })
    return { release_id, agreement_id: agreement.body.id }
  }
  const [gone, kept] = [await asked('Тайный'), await asked('Явный')]
  await admin(consequences.withdraw, { body: { ids: [gone.agreement_id, kept.agreement_id] } })
  const delivery = async () => (await admin(webhooks.deliveries, { params: { id }, query: {} })).body.data[0]!
  await expect.poll(async () => (await delivery())?.tries.length, PATIENT).toBe(1)
  expect(receiver.received[0]?.body).toMatch(/Тайный[\s\S]*Явный/)

  const repeat = async () =>
    (await admin(webhooks.repeat, { params: { id, delivery_id: (await delivery()).id } })).body.attempt
  const remove = (release_id: number) =>
    db.updateTable('releases').set({ deleted_at: '2026-03-06T06:30:00.000Z' }).where('id', '=', release_id).execute()
  await remove(gone.release_id)
  expect(await repeat()).toMatchObject({ status: 500 })
  expect(receiver.received.at(-1)?.body).toContain('Явный')
  expect(receiver.received.at(-1)?.body).not.toContain('Тайный')
  await remove(kept.release_id)
  const before = receiver.received.length
  expect(await repeat()).toMatchObject({ status: null, answer: expect.stringContaining('больше не видит') })
  expect((await delivery()).state).toBe('failed')
  expect(receiver.received).toHaveLength(before)
})

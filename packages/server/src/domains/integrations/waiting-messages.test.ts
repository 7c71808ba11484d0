import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements, consequences, publications, threads, webhooks } from '@vypusk/contract'
import { addressesOf, noteAddress } from '../../platform/database/addresses.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease } from '../../testing/making/make.ts'
import { PATIENT } from '../../testing/patience.ts'
import { startReceiver, type TestReceiver } from '../../testing/servers/receiver.ts'

/** A message that waited says no more to a channel than its readers may know by then, and nothing that is over. */

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

const STALE = { status: null, answer: expect.stringContaining('с тех пор написано об этом другое') as string }

/** A channel of everything, whose server takes nothing for now. */
async function closedChannel(kinds: webhooks.WebhookKind[]) {
  receiver.answer = () => ({ status: 500 })
  const draft = { url: `${receiver.url}/all`, kinds, format: 'slack' as const }
  const { id } = (await admin(webhooks.create, { body: draft })).body.webhook
  const waiting = async () =>
    (await admin(webhooks.deliveries, { params: { id }, query: {} })).body.data.toSorted((a, b) => a.id - b.id)
  /** Its server takes messages again, and is sent the waiting ones, oldest first. @returns how each of them ended */
  const goOn = async () => {
    for (const each of await waiting())
      await expect.poll(async () => (await waiting()).find((one) => one.id === each.id)?.tries.length, PATIENT).toBe(1)
    receiver.answer = () => ({ status: 200 })
    const ended: unknown[] = []
    for (const { id: delivery_id } of await waiting())
      ended.push((await admin(webhooks.repeat, { params: { id, delivery_id } })).body.attempt)
    await admin(webhooks.remove, { params: { id } })
    return ended
  }
  return { goOn }
}

async function newAgreement() {
  const release_id = await makeRelease(db(), { author_id: people.manager }, { companies: [people.company1] })
  const date = { releaseDate: '2026-03-20', releaseTime: null }
  const body = { release_id, company_id: people.company1, recipients: [people.client1], ...date }
  const { id } = (await admin(agreements.add, { body })).body
  await admin(agreements.sendMany, { body: { ids: [id] } })
  return { id, release_id }
}
const db = () => product.deps.db

test('of an agreement and of a date that has moved since, only the move arrives', async () => {
  const client1 = await product.as('client1')
  const [first, other] = [await newAgreement(), await newAgreement()]
  const { goOn } = await closedChannel(['agreement.approved', 'agreement.moved'])
  const approve = (id: number) => client1(agreements.update, { params: { id }, body: { updateTarget: 5 } })
  await approve(first.id)
  await approve(other.id)
  const move = { updateTarget: 4, releaseDate: '2026-03-27', cancel_reason: 'Стенд занят' } as const
  await admin(agreements.update, { params: { id: first.id }, body: move })
  expect(await goOn()).toMatchObject([STALE, { status: 200 }, { status: 200 }])
})

test('of a remark that was closed and opened again, that it is open; another remark is not concerned', async () => {
  const { id } = await newAgreement()
  const raise = async (html: string) =>
    (await admin(threads.raise, { params: { entity: 'agreement', id }, body: { html, blocks: false } })).body.thread.id
  const [turned, other] = [await raise('<p>Не печатает</p>'), await raise('<p>Не та дата</p>')]
  const { goOn } = await closedChannel(['thread.raised', 'thread.closed'])
  await admin(threads.turn, { params: { id: turned }, body: { state: 'closed' } })
  await admin(threads.turn, { params: { id: other }, body: { state: 'closed' } })
  await admin(threads.turn, { params: { id: turned }, body: { state: 'open' } })
  expect(await goOn()).toMatchObject([STALE, { status: 200 }, { status: 200 }])
})

test('of a publication that was withdrawn since, only that', async () => {
  const { release_id } = await newAgreement()
  const { goOn } = await closedChannel(['publication.published', 'publication.withdrawn'])
  const list = [{ release: release_id, files: [], modules: [], customers: [people.company1] }]
  const draft = { list, recipients: { rivc: [], clients: [] }, text: '', reason: 'Договорились' }
  const { id } = (await admin(publications.publish, { body: draft })).body
  await admin(publications.withdraw, { params: { id }, body: { reason: 'Не та сборка' } })
  expect(await goOn()).toMatchObject([STALE, { status: 200 }])
})

test('of a system that has moved since, where it is now', async () => {
  const { id } = await newAgreement()
  const { goOn } = await closedChannel(['agreement.moved'])
  const move = { updateTarget: 4, releaseDate: '2026-03-27', cancel_reason: 'Стенд занят' } as const
  await admin(agreements.update, { params: { id }, body: move })
  await expect.poll(() => receiver.received.at(-1)?.body, PATIENT).toContain('https://vypusk.example.ru/')
  const { deps } = product
  await noteAddress(deps.db, deps.settings.publicUrl)
  deps.addresses = await addressesOf(deps.db, 'https://release.example.ru')
  expect(await goOn()).toMatchObject([{ status: 200 }])
  expect(receiver.received.at(-1)?.body).toContain('https://release.example.ru/')
  expect(receiver.received.at(-1)?.body).not.toContain('vypusk.example.ru')
})

import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { agreements, releases, requests, threads, webhooks } from '@vypusk/contract'
import { openProduct } from '../../app.ts'
import type { Retries } from '../../platform/jobs.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { startReceiver, type TestReceiver } from '../../testing/servers/receiver.ts'
import { forgetOld, announceOther } from './commands/sending.ts'
import { PATIENT } from '../../testing/patience.ts'
import { openTransactions } from '../../testing/transactions.ts'
import { addWebhook, deliveriesTo } from '../../testing/webhooks.ts'

const FAST: Retries = { retryLimit: 20, retryDelay: 1, retryBackoff: false, lookSeconds: 0.5 }

let receiver: TestReceiver
let product: TestApp
let admin: Api
let manager: Api
let release: number
let people: Awaited<ReturnType<typeof makePeople>>
beforeAll(async () => {
  receiver = await startReceiver()
  product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on' }, { retries: FAST })
  people = await makePeople(product.deps.db)
  release = await makeRelease(product.deps.db, { author_id: people.manager })
  ;[admin, manager] = [await product.as('admin'), await product.as('manager')]
})
afterAll(async () => {
  await product.close()
  await receiver.close()
})
beforeEach(async () => {
  await product.deps.db.deleteFrom('webhooks').execute()
  receiver.received.length = 0
  receiver.answer = () => ({ status: 204 })
})

const add = (path: string, kinds?: webhooks.WebhookKind[]) => addWebhook(admin, `${receiver.url}${path}`, kinds)
const one = async (id: number) => (await admin(webhooks.list)).body.webhooks.find((webhook) => webhook.id === id)!
const logOf = (id: number) => deliveriesTo(admin, id)
const change = (comment: string) => manager(releases.saveComment, { params: { id: release }, body: { comment } })
const waitFor = <Result>(check: () => Promise<Result> | Result) => vi.waitFor(check, PATIENT)

describe('another system', () => {
  test('is notified of what it wants, signed, once', async () => {
    const { secret, webhook } = await add('/hook')
    await add('/other', ['agreement.created'])
    await change('первый')
    const [got] = await waitFor(() => {
      expect(receiver.received).toHaveLength(1)
      return receiver.received
    })
    const { path, headers, body } = got!
    expect(path).toBe('/hook')
    expect(JSON.parse(body)).toMatchObject({ kind: 'release.changed', entity: 'release', id: release, ids: [release] })
    const signed = createHmac('sha256', secret).update(`${String(headers['x-vypusk-timestamp'])}.${body}`)
    expect(headers['x-vypusk-signature']).toBe(`sha256=${signed.digest('hex')}`)
    expect(headers['x-vypusk-event']).toBe('release.changed')
    const [logged] = await waitFor(async () => {
      const log = await logOf(webhook.id)
      expect(log).toMatchObject([{ state: 'sent', tries: [{ status: 204 }] }])
      return log
    })
    expect(headers['x-vypusk-delivery']).toBe(String(logged?.id))
  })

  test('takes its time while no transaction is open', async () => {
    const { promise, resolve } = Promise.withResolvers<{ status: number }>()
    receiver.answer = () => promise
    const { webhook } = await add('/slow')
    await change('медленно')
    await waitFor(() => expect(receiver.received).toHaveLength(1))
    expect(await openTransactions(product.deps.db)).toEqual([])
    const [delivery] = await logOf(webhook.id)
    await expect(announceOther(product.deps, { delivery_id: delivery?.id ?? 0 })).rejects.toThrow(
      'is already being sent',
    )
    resolve({ status: 204 })
    await waitFor(async () => expect(await logOf(webhook.id)).toMatchObject([{ state: 'sent' }]))
    expect(receiver.received).toHaveLength(1)
  })

  test('gets many changes at once in one delivery with all their ids', async () => {
    await add('/hook', ['request.changed'])
    const options = { author_id: people.manager, idcomp: people.company1, idmod: people.module }
    const ids: number[] = []
    for (let n = 0; n < 21; n += 1) ids.push(await makeRequest(product.deps.db, options))
    await manager(requests.saveManyBacklog, { body: { requests: ids, priority: 4 } })
    await manager(requests.saveManyBacklog, { body: { requests: ids.slice(0, 1), priority: 5 } })
    const bodies = await waitFor(() => {
      expect(receiver.received).toHaveLength(2)
      return receiver.received.map(({ body }) => JSON.parse(body)).toSorted((a, b) => a.event - b.event)
    })
    expect(bodies).toMatchObject([
      { kind: 'request.changed', entity: 'request', id: 0, ids, version: 0, by: people.manager },
      { kind: 'request.changed', entity: 'request', id: ids[0], ids: ids.slice(0, 1) },
    ])
  })

  test('is notified of a remark by ids only', async () => {
    await add('/remarks', ['thread.raised', 'thread.closed'])
    const [author_id, company_id] = [people.manager, people.company1]
    const release_id = await makeRelease(product.deps.db, { author_id }, { companies: [company_id] })
    const pair = { release_id, company_id }
    const { id } = (await manager(agreements.add, { body: { ...pair, recipients: [] } })).body
    const params = { entity: 'agreement' as const, id }
    const { thread } = (await manager(threads.raise, { params, body: { html: '<p>Тайное слово</p>' } })).body
    await manager(threads.turn, { params: { id: thread.id }, body: { state: 'closed' } })
    await waitFor(() => expect(receiver.received).toHaveLength(2))
    const bodies = receiver.received.map(({ body }) => body)
    expect(bodies.map((body) => JSON.parse(body)).toSorted((a, b) => a.event - b.event)).toMatchObject([
      { kind: 'thread.raised', entity: 'agreement', id },
      { kind: 'thread.closed', entity: 'agreement', id },
    ])
    expect(bodies.join('')).not.toContain('Тайное')
  })

  test('is not notified of what was rolled back, or while it is switched off', async () => {
    const { webhook } = await add('/hook')
    await admin(webhooks.save, { params: { id: webhook.id }, body: { ...webhook, is_active: false } })
    await change('второй')
    await manager(releases.saveComment, { params: { id: 999_999 }, body: { comment: 'нет такого' } })
    expect(await logOf(webhook.id)).toEqual([])
  })

  test('that fails is tried again under the same number until it answers, also after a person has tried in vain', async () => {
    const { webhook } = await add('/hook')
    receiver.answer = () =>
      receiver.received.length < 3 ? { status: 500, body: 'мы сломались' } : { status: 200, body: 'ok' }
    await change('третий')
    await waitFor(() => expect(receiver.received).not.toEqual([]))
    const params = { id: webhook.id, delivery_id: (await logOf(webhook.id))[0]!.id }
    await waitFor(async () => expect((await admin(webhooks.repeat, { params })).status).toBe(200))
    await waitFor(async () => expect(await logOf(webhook.id)).toMatchObject([{ state: 'sent' }]))
    const [delivery] = await logOf(webhook.id)
    expect(delivery?.tries.map(({ status, answer }) => [status, answer])).toEqual([
      [200, 'ok'],
      [500, 'мы сломались'],
      [500, 'мы сломались'],
    ])
    expect(new Set(receiver.received.map(({ headers }) => headers['x-vypusk-delivery'])).size).toBe(1)
    expect((await one(webhook.id)).failing_since).toBeNull()
  })

  test('is notified once by two processes', async () => {
    const { webhook } = await add('/hook')
    const { settings, log } = product.deps
    const options = { settings, config: product.config, log, clock: product.clock }
    const other = await openProduct({ ...options, retries: FAST, isByTheClock: false })
    try {
      for (let n = 0; n < 8; n += 1) await change(`вместе ${n}`)
      await waitFor(async () => {
        const { total } = (await admin(webhooks.deliveries, { params: { id: webhook.id } })).body
        const sent = (await logOf(webhook.id)).filter(({ state }) => state === 'sent')
        expect([total, sent.length]).toEqual([8, 8])
      })
      expect(receiver.received).toHaveLength(8)
    } finally {
      await other.close()
    }
  })

  test('that does not answer for days is switched off, and the administrators are notified', async () => {
    const { webhook } = await add('/hook')
    receiver.answer = () => ({ status: 503 })
    const test1 = await admin(webhooks.test, { params: { id: webhook.id } })
    expect(test1.body.attempt).toMatchObject({ status: 503 })
    const before = product.clock.now().toISOString()
    expect(await one(webhook.id)).toMatchObject({ failing_since: before, is_active: true })
    product.clock.set('2026-03-09T06:30:00.000Z')
    admin = await product.as('admin')
    await admin(webhooks.test, { params: { id: webhook.id } })
    await admin(webhooks.test, { params: { id: webhook.id } })
    expect(await one(webhook.id)).toMatchObject({ is_active: false })
    const letters = await product.deps.db
      .selectFrom('letters')
      .innerJoin('deliveries', 'deliveries.letter_id', 'letters.id')
      .select(['subject', 'target'])
      .where('letters.kind', '=', 'webhook.switched_off')
      .execute()
    expect(letters).toEqual([{ subject: 'Вебхук выключен: сообщения не доходят', target: 'admin@example.ru' }])
    const off = await one(webhook.id)
    await admin(webhooks.save, { params: { id: webhook.id }, body: { ...off, is_active: true } })
    expect(await one(webhook.id)).toMatchObject({ is_active: true, failing_since: null })
  })
})

describe('one attempt', () => {
  test('repeated by a person goes under the same number, also after it arrived', async () => {
    const { webhook } = await add('/hook')
    await admin(webhooks.test, { params: { id: webhook.id } })
    const [delivery] = await logOf(webhook.id)
    const params = { id: webhook.id, delivery_id: delivery?.id ?? 0 }
    receiver.answer = () => ({ status: 400, body: 'ещё раз?' })
    expect((await admin(webhooks.repeat, { params })).body.attempt).toMatchObject({ status: 400, answer: 'ещё раз?' })
    expect(await logOf(webhook.id)).toMatchObject([
      { kind: 'test', state: 'failed', tries: [{ status: 400 }, { status: 204 }] },
    ])
    expect((await admin(webhooks.repeat, { params: { ...params, delivery_id: 999_999 } })).status).toBe(404)
  })

  test('does not follow redirects, and reads only the beginning of an answer', async () => {
    const { webhook } = await add('/hook')
    receiver.answer = () => ({
      status: 302,
      headers: { location: `${receiver.url}/elsewhere` },
      body: 'я'.repeat(500_000),
    })
    const { attempt } = (await admin(webhooks.test, { params: { id: webhook.id } })).body
    expect(attempt.status).toBe(302)
    expect(attempt.answer).toHaveLength(1000)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
  })

  test('reports that nobody listens at the address', async () => {
    const gone = await startReceiver()
    await gone.close()
    const { webhook } = await addWebhook(admin, gone.url)
    const { attempt } = (await admin(webhooks.test, { params: { id: webhook.id } })).body
    expect(attempt).toMatchObject({ status: null, answer: 'Соединение не принято' })
  })

  test('ends after ten seconds', async () => {
    const { webhook } = await add('/hook')
    receiver.answer = () => new Promise(() => {})
    const over = AbortSignal.timeout(50)
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over)
    onTestFinished(() => limit.mockRestore())
    const { attempt } = (await admin(webhooks.test, { params: { id: webhook.id } })).body
    expect(attempt).toMatchObject({ status: null, answer: 'Нет ответа за 10 секунд' })
    expect(limit.mock.calls).toEqual([[10_000]])
  })

  test('is signed with the new secret once there is one', async () => {
    const { webhook, secret } = await add('/hook')
    const renewed = (await admin(webhooks.renewSecret, { params: { id: webhook.id } })).body.secret
    await admin(webhooks.test, { params: { id: webhook.id } })
    const { headers, body } = receiver.received[0]!
    const signed = (by: string) =>
      `sha256=${createHmac('sha256', by)
        .update(`${String(headers['x-vypusk-timestamp'])}.${body}`)
        .digest('hex')}`
    expect(headers['x-vypusk-signature']).toBe(signed(renewed))
    expect(renewed).not.toBe(secret)
    expect(JSON.stringify((await admin(webhooks.list)).body)).not.toContain(renewed)
  })
})

test('deliveries older than a month are deleted', async () => {
  const { webhook } = await add('/hook')
  await admin(webhooks.test, { params: { id: webhook.id } })
  await forgetOld(product.deps)
  expect(await logOf(webhook.id)).toHaveLength(1)
  const longAgo = { created_at: '2026-01-01T00:00:00.000Z' }
  await product.deps.db.updateTable('webhook_deliveries').set(longAgo).execute()
  await forgetOld(product.deps)
  expect(await logOf(webhook.id)).toEqual([])
})

test.each(['hook', 'ftp://example.ru', 'https://name:password@example.ru', 'javascript:alert(1)'])(
  '«%s» is not an address for a webhook',
  async (url) => {
    const refused = await admin(webhooks.create, { body: { url, kinds: ['release.changed'] } })
    expect(Object.keys(refused.refusal.errors ?? {})).toEqual(['url'])
  },
)

describe('addresses of private networks', () => {
  let closed: TestApp
  let api: Api
  beforeAll(async () => {
    closed = await testApp()
    await makePeople(closed.deps.db)
    api = await closed.as('admin')
  })
  afterAll(() => closed.close())

  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '2130706433',
    '[fd00::1]',
    '100.64.0.1',
  ]
  test.each(hosts)('%s is not contacted unless the settings allow it', async (host) => {
    const url = receiver.url.replace('127.0.0.1', host)
    const { webhook } = await addWebhook(api, url)
    const { attempt } = (await api(webhooks.test, { params: { id: webhook.id } })).body
    expect(attempt).toMatchObject({ status: null, answer: expect.stringMatching(/^Адрес ведёт во внутреннюю сеть/) })
    expect(receiver.received).toEqual([])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { agreements, consequences, releases, talks, threads, webhooks, type BodyInput } from '@vypusk/contract'
import type { Retries } from '../../platform/jobs.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { PATIENT } from '../../testing/patience.ts'
import { startReceiver, type TestReceiver } from '../../testing/servers/receiver.ts'
import { isForChannel, messageOf } from './rules.ts'

const FAST: Retries = { retryLimit: 20, retryDelay: 1, retryBackoff: false, lookSeconds: 0.5 }
const ALL = webhooks.kinds.filter(webhooks.isForChannels)
const NOT_OF_REGISTRY = ALL.filter((kind) => kind !== 'registry.commented')

let receiver: TestReceiver
let product: TestApp
let admin: Api
let manager: Api
let client1: Api
let people: Awaited<ReturnType<typeof makePeople>>
beforeAll(async () => {
  receiver = await startReceiver()
  product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on', PUBLIC_URL: 'https://vypusk.example.ru' }, { retries: FAST })
  people = await makePeople(product.deps.db)
  ;[admin, manager, client1] = [await product.as('admin'), await product.as('manager'), await product.as('client1')]
})
afterAll(async () => {
  await product.close()
  await receiver.close()
})
beforeEach(() => product.deps.db.deleteFrom('webhooks').execute())

type Draft = BodyInput<typeof webhooks.create>
const add = (path: string, overrides: Partial<Draft> = {}) =>
  admin(webhooks.create, { body: { url: `${receiver.url}${path}`, kinds: ALL, format: 'slack', ...overrides } })
/** The texts sent to a channel, once that many have arrived. */
const messagesTo = (path: string, count: number): Promise<string[]> =>
  vi.waitFor(() => {
    const come = receiver.received.filter((got) => got.path === path).map(({ body }) => JSON.parse(body).text)
    expect(come).toHaveLength(count)
    return come
  }, PATIENT)

const newRelease = (title: string, is_visible_for_client = true) =>
  makeRelease(
    product.deps.db,
    { author_id: people.manager, title, is_visible_for_client },
    { companies: [people.company1, people.company2], modules: [people.module] },
  )
async function ask(release_id: number, company_id: number, recipient: number): Promise<number> {
  const date = { releaseDate: '2026-03-20', releaseTime: '21:00' }
  const { body } = await manager(agreements.add, { body: { release_id, company_id, recipients: [recipient], ...date } })
  await manager(agreements.sendMany, { body: { ids: [body.id] } })
  return body.id
}

describe('a channel', () => {
  test('of everything gets texts with a link and the person’s name', async () => {
    await add('/all', { kinds: ['agreement.sent', 'agreement.approved'] })
    const id = await ask(await newRelease('Весенний'), people.company1, people.client1)
    const { body: agreement } = await client1(agreements.get, { params: { id } })
    await client1(agreements.update, { params: { id }, body: { updateTarget: 5 } })
    const { namecomp } = agreement.company
    const link = `<https://vypusk.example.ru/agreements/${id}|Весенний – ${namecomp}>`
    expect(await messagesTo('/all', 2)).toEqual([
      `*Согласование отправлено клиенту*: ${link} · Имя manager`,
      `*Дата согласована*: ${link} · Имя client1`,
    ])
  })

  test('of one release is notified about that release only', async () => {
    const [mine, other] = [await newRelease('Первый'), await newRelease('Второй')]
    await add('/release', { release: mine, kinds: ['agreement.sent', 'thread.said'] })
    await ask(other, people.company1, people.client1)
    const request = await makeRequest(product.deps.db, {
      author_id: people.client1,
      idcomp: people.company1,
      idmod: people.module,
      release_id: mine,
      e_title: 'Печать',
    })
    await manager(talks.say, { params: { id: request }, body: { html: '<p>Делаем</p>' } })
    await ask(mine, people.company2, people.client2)
    const [talk, agreement] = await messagesTo('/release', 2)
    expect(talk).toContain(`|Печать>`)
    expect(agreement).toContain('|Первый – ')
  })

  test('of one company is notified about what the company may read, at its addresses', async () => {
    await add('/company', { company: people.company1, kinds: NOT_OF_REGISTRY })
    const hidden = await newRelease('Скрытый', false)
    await ask(hidden, people.company1, people.client1)
    const shown = await newRelease('Открытый')
    await ask(shown, people.company2, people.client2)
    const id = await ask(shown, people.company1, people.client1)
    const of = { entity: 'agreement', id } as const
    const { body } = await client1(threads.raise, {
      params: of,
      body: { html: '<p>Секрет клиента</p>', blocks: false },
    })
    const entry = { id: body.thread.id }
    await manager(threads.answer, { params: entry, body: { html: '<p>Между нами</p>', internal: true } })
    await manager(threads.answer, { params: entry, body: { html: '<p>Для вас</p>' } })
    const texts = await messagesTo('/company', 5)
    const read = texts.map((text) => /^\*(.*?)\*: <https:\/\/vypusk\.example\.ru\/(\D+)\d+\|(\S+)/.exec(text)?.slice(1))
    // Of a hidden release a company sees what it was asked about, and only after it was asked.
    expect(read).toEqual([
      ['Согласование отправлено клиенту', 'clientAgreements?open=', 'Скрытый'],
      ['Согласование создано', 'releases/', 'Открытый'],
      ['Согласование отправлено клиенту', 'releases/', 'Открытый'],
      ['Замечание написано', 'releases/', 'Открытый'],
      ['Ответ на замечание', 'releases/', 'Открытый'],
    ])
    expect(texts.join()).not.toMatch(/Секрет|Между нами|Для вас/)
  })

  test('of one company is notified of its own agreement withdrawn by a larger change', async () => {
    const release = await newRelease('Снятый')
    const ids = [
      await ask(release, people.company1, people.client1),
      await ask(release, people.company2, people.client2),
    ]
    await add('/withdrawn', { company: people.company1, kinds: ['agreement.withdrawn'] })
    await add('/both', { kinds: ['agreement.withdrawn'] })
    const answer = await manager(consequences.withdraw, { body: { ids } })
    expect(answer.status).toBe(200)
    const [own] = await messagesTo('/withdrawn', 1)
    const [both] = await messagesTo('/both', 1)
    expect(own?.match(/Снятый/g)).toHaveLength(1)
    expect(both?.match(/Снятый/g)).toHaveLength(2)
  })

  test('of one company is notified when the release of its agreement is closed and reopened', async () => {
    const release = await newRelease('Закрытый')
    await ask(release, people.company1, people.client1)
    await ask(release, people.company2, people.client2)
    await add('/closed', { company: people.company1, kinds: ['agreement.called_off', 'agreement.resumed'] })
    const step = (step_id: number) => manager(releases.changeStep, { params: { id: release }, body: { step_id } })
    await step(6)
    await step(1)
    const texts = await messagesTo('/closed', 2)
    expect(texts.map((text) => /^\*(.*?)\*/.exec(text)?.[1])).toEqual([
      'Релиз закрыт, установки не будет',
      'Закрытый релиз вернули в работу',
    ])
    // Its own agreement only.
    expect(texts.map((text) => text.match(/Закрытый/g)?.length)).toEqual([1, 2])
  })

  test('is tested by a message, and mistakes in its settings are reported by field', async () => {
    const { body } = await add('/try')
    expect(body.webhook).toMatchObject({ format: 'slack', release: null, company: null })
    expect((await admin(webhooks.test, { params: { id: body.webhook.id } })).body.attempt.status).toBe(204)
    expect(await messagesTo('/try', 1)).toEqual(['Проверка: «Выпуск» на связи'])
    const release = await newRelease('Чей-то')
    const refused = async (overrides: Partial<Draft>) => (await add('/x', overrides)).refusal
    expect(await refused({ release, company: people.company1 })).toMatchObject({
      errors: { company: [expect.any(String)] },
    })
    expect(await refused({ format: 'own', release })).toMatchObject({ errors: { format: [expect.any(String)] } })
    expect(await refused({ kinds: ['request.changed'] })).toMatchObject({ errors: { kinds: [expect.any(String)] } })
    expect(await refused({ company: 999_999, kinds: ['agreement.sent'] })).toMatchObject({
      message: 'Компания не найдена',
    })
    expect(await refused({ release: 999_999 })).toMatchObject({ message: 'Релиз не найден' })
    const registry = { company: people.company1, kinds: ['registry.commented'] } satisfies Partial<Draft>
    expect(await refused(registry)).toMatchObject({ errors: { kinds: [expect.stringContaining('о реестре')] } })
    const { id, url } = body.webhook
    const saved = await admin(webhooks.save, {
      params: { id },
      body: { url, kinds: ['release.changed'], is_active: true },
    })
    expect(saved.status).toBe(422)
  })
})

describe('a message', () => {
  const one = (title: string) => ({ title, href: 'https://x.ru/1' })

  test.each([
    ['<!channel> & <b>', '&lt;!channel&gt; &amp; &lt;b&gt;'],
    ['@channel', '@\u200bchannel'],
    ['a|b', 'a|b'],
    ['x](https://evil) [y', 'x]\u200b(https://evil) [y'],
    ['![x](https://evil/pixel.png)', '![x]\u200b(https://evil/pixel.png)'],
  ])('shows %s as plain text', (title, shown) =>
    expect(JSON.parse(messageOf('Релиз опубликован', [one(title)], '')).text).toBe(
      `*Релиз опубликован*: <https://x.ru/1|${shown}>`,
    ),
  )

  test('names ten of many things', () => {
    const many = Array.from({ length: 12 }, (_, n) => one(`№ ${n}`))
    const lines = JSON.parse(messageOf('Согласование снято', many, 'Иван')).text.split('\n')
    expect(lines).toHaveLength(12)
    expect([lines[0], lines.at(-1)]).toEqual(['*Согласование снято* · Иван', 'и ещё 2'])
  })

  const thing = { releases: [7], companies: [1, 2] }
  test.each([
    [{ release_id: null, company_id: null }, [], true],
    [{ release_id: 7, company_id: null }, [], true],
    [{ release_id: 8, company_id: null }, null, false],
    [{ release_id: null, company_id: 1 }, null, true],
    [{ release_id: null, company_id: 1 }, [1], true],
    [{ release_id: null, company_id: 1 }, [2], false],
    [{ release_id: null, company_id: 1 }, [], false],
    [{ release_id: null, company_id: 3 }, null, false],
    [{ release_id: null, company_id: 3 }, [3], false],
  ])('%# is sent to the channels that may get it', (channel, notified, isSent) =>
    expect(isForChannel(channel, thing, notified)).toBe(isSent),
  )
})

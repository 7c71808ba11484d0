import { expect, test, vi } from 'vitest'
import { adminPeople, deliveries, letters, notices, registry, waiting } from '@vypusk/contract'
import { addresses, emptyBox, letterWorld, newAgreement, read, send, update, written } from '../../testing/letters.ts'
import { makeEntry, makePerson } from '../../testing/making/make.ts'
import { clear, briefNoticesOf, noticesOf, unread, watch } from '../../testing/notices.ts'
import { sendDigests } from './commands/digest.ts'
import { deliverNow } from '../../testing/once-free.ts'
import { PATIENT } from '../../testing/patience.ts'

/** Notices by letter: at once, once a day, and about letters that did not arrive. */

const world = letterWorld()

const settle = (kind: notices.Kind, channels: Partial<Omit<notices.Setting, 'kind'>>, digest_time = '09:00') => ({
  kinds: [{ kind, screen: true, letter: false, digest: false, ...channels }],
  digest_time,
})

test('people who chose it get a letter at once, and nobody gets two about one event', async () => {
  const { product, manager, admin } = world
  await makePerson(product.deps.db, 'watcher')
  const watcher = await product.as('watcher')
  await watcher(notices.saveSettings, { body: settle('answer', { letter: true }) })
  await admin(notices.saveSettings, { body: settle('answer', { letter: true }) })
  const id = await newAgreement(world)
  await watch(watcher, 'agreement', id)
  await send(world, id)
  await emptyBox(world)
  expect((await update(manager, id, { updateTarget: 5, on_behalf: 'client', remark: 'Звонок' })).body.mail).toBe('sent')
  await vi.waitFor(() => expect(addresses(world)).toContain('watcher@example.ru'), PATIENT)
  expect(addresses(world)).toEqual(['admin@example.ru', 'client1@example.ru', 'watcher@example.ru'])
  const { mail } = world.smtp.received.find(({ to }) => to === 'watcher@example.ru')!
  expect(mail.text).toContain('Отмечено согласие клиента на 20.03.2026, пятница, 22:00 UTC: Звонок')
  expect(mail.text).toContain(`Открыть: https://vypusk.example.ru/agreements/${id}`)
  expect(mail.text).toContain('потому что вы следите за этим')
})

test('a mention is sent by letter at once unless the person opted out', async () => {
  const { product, people, manager, client1 } = world
  const id = await makeEntry(product.deps.db, { author_id: people.manager, idcomp: people.company1 })
  const mention = (comment: string) =>
    manager(registry.addComment, { body: { id, comment, mentions: [people.client1] } })
  await mention('Раз')
  await vi.waitFor(() => expect(addresses(world)).toEqual(['client1@example.ru']), PATIENT)
  await client1(notices.saveSettings, { body: settle('mention', { letter: false }) })
  const before = await written(world)
  await mention('Два')
  expect((await briefNoticesOf(client1))[0]).toEqual(['mention', 'mentioned', 'Вас упомянули: Два'])
  expect(await written(world)).toBe(before)
})

test('the daily letter is sent once, at the person’s time, with what is unread and not yet in a letter', async () => {
  const { product, people, manager, client1, admin } = world
  const { deps, clock } = product
  await clear(manager, client1, admin)
  await client1(notices.saveSettings, { body: settle('comment', { digest: true }, '18:30') })
  const entry = await makeEntry(deps.db, {
    author_id: people.client1,
    idcomp: people.company1,
    title: 'Печать <актов>',
  })
  const addComment = (comment: string) => manager(registry.addComment, { body: { id: entry, comment } })
  await addComment('Первый вопрос')
  await addComment('Второй вопрос')
  clock.set(new Date(2026, 2, 6, 18, 29).toISOString())
  await sendDigests(deps)
  expect(addresses(world)).toEqual([])
  clock.set(new Date(2026, 2, 6, 18, 30).toISOString())
  await Promise.all([sendDigests(deps), sendDigests(deps), sendDigests(deps)])
  await vi.waitFor(() => expect(addresses(world)).toEqual(['client1@example.ru']), PATIENT)
  const { mail } = world.smtp.received[0]!
  expect(mail.subject).toBe('Сводка за 06.03.2026: 2 непрочитанных уведомления')
  expect(mail.html).toContain('Печать &lt;актов&gt;')
  expect(mail.text).toMatch(/Комментарий: Второй вопрос[\s\S]*Комментарий: Первый вопрос/)
  expect(mail.text).toContain('Открыть уведомления: https://vypusk.example.ru/notices')
  await addComment('Третий вопрос')
  clock.set(new Date(2026, 2, 6, 23, 0).toISOString())
  await sendDigests(deps)
  // What was noted while the clock was ahead does not keep the next one back.
  await deps.db
    .updateTable('notice_digests')
    .set({ digested_on: '2027-03-06' })
    .where('user_id', '=', people.client1)
    .execute()
  clock.set(new Date(2026, 2, 7, 18, 31).toISOString())
  await sendDigests(deps)
  await vi.waitFor(() => expect(world.smtp.received).toHaveLength(2), PATIENT)
  expect(world.smtp.received[1]!.mail.text).toContain('Третий вопрос')
  expect(world.smtp.received[1]!.mail.text).not.toContain('Второй вопрос')
  await clear(client1)
  const before = await written(world)
  clock.set(new Date(2026, 2, 8, 18, 31).toISOString())
  await sendDigests(deps)
  expect(await written(world)).toBe(before)
  await client1(notices.saveSettings, { body: settle('comment', {}) })
})

test('the sender of a letter is notified that it did not arrive, and a lost notice makes no new notice', async () => {
  const { manager, client1, product } = world
  await clear(manager, client1)
  await manager(notices.saveSettings, { body: settle('delivery', { letter: true }) })
  world.smtp.answer = () => ({ responseCode: 550, message: '5.1.1 No such user' })
  const id = await newAgreement(world)
  expect((await send(world, id)).body.mail).toBe('failed')
  await vi.waitFor(async () => expect(await unread(manager)).toBe(1), PATIENT)
  expect((await briefNoticesOf(manager))[0]).toEqual([
    'delivery',
    'doer',
    'Письмо не дошло до client1@example.ru: Почтовый сервер ответил: 550 5.1.1 No such user',
  ])
  const failed = () =>
    product.deps.db
      .selectFrom('deliveries')
      .select('id')
      .where('entity', '=', 'notice')
      .where('state', '=', 'failed')
      .execute()
  await vi.waitFor(async () => expect(await failed()).toHaveLength(1), PATIENT)
  expect(await unread(manager)).toBe(1)
})

test('a notice of a letter that did not arrive is settled when the letter is sent again, alone or with others', async () => {
  const { product, people, manager, admin } = world
  const letterTo = async (target: string) =>
    (await product.deps.db.selectFrom('deliveries').select('id').where('target', '=', target).executeTakeFirstOrThrow())
      .id
  await manager(notices.saveSettings, { body: settle('delivery', {}) })
  await clear(manager)
  world.smtp.answer = () => ({ responseCode: 550, message: '5.1.1 No such user' })
  for (const address of ['one@example.ru', 'two@example.ru', 'three@example.ru'])
    await send(world, await newAgreement(world, { recipients: [], recipientsExtra: [address] }))
  const entry = await makeEntry(product.deps.db, { author_id: people.manager, idcomp: people.company1 })
  await manager(registry.addComment, { body: { id: entry, comment: 'Взгляните', mentions: [people.admin] } })
  await vi.waitFor(async () => expect(await unread(manager)).toBe(4), PATIENT)
  world.smtp.answer = () => undefined
  await manager(letters.retryDelivery, { params: { id: await letterTo('one@example.ru') } })
  expect(await unread(manager)).toBe(3)
  await admin(deliveries.retry, {
    body: { ids: [await letterTo('two@example.ru'), await letterTo('three@example.ru')] },
  })
  expect(await unread(manager)).toBe(1)
  await admin(deliveries.retry, { body: { search_string: 'admin@' } })
  expect(await unread(manager)).toBe(0)
})

test('a lost letter of the registry waits for those who may enter it, and nobody else can send it again', async () => {
  const { product, people, manager } = world
  const { db } = product.deps
  await makePerson(db, 'outsider')
  const outsider = await product.as('outsider')
  world.smtp.answer = () => ({ responseCode: 550, message: '5.1.1 No such user' })
  const title = 'Тайная запись'
  const id = await makeEntry(db, { author_id: people.manager, idcomp: people.company1, title })
  await manager(registry.addComment, { body: { id, comment: 'Взгляните', mentions: [people.admin] } })
  const lost = () =>
    db
      .selectFrom('deliveries')
      .select(['id', 'state'])
      .where('entity', '=', 'registry_entry')
      .where('entity_id', '=', id)
      .executeTakeFirst()
  await vi.waitFor(async () => expect(await lost()).toMatchObject({ state: 'failed' }), PATIENT)
  const waits = async (api: typeof manager) => {
    const { data } = (await api(waiting.list, { query: { kind: 'delivery', own: 'false' } })).body
    return data.filter((matter) => matter.title.includes(title)).length
  }
  expect([await waits(manager), await waits(outsider)]).toEqual([1, 0])
  const retry = async (api: typeof manager) =>
    (await api(letters.retryDelivery, { params: { id: (await lost())!.id } })).status
  expect([await retry(outsider), await retry(manager)]).toEqual([404, 200])
})

test('where the sender has left since, the author is notified that a letter did not arrive', async () => {
  const { manager, product } = world
  await clear(manager)
  const leaving = await makePerson(product.deps.db, 'leaving')
  const id = await newAgreement(world)
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  await update(await product.as('leaving'), id, { updateTarget: 5 })
  await clear(manager)
  await product.deps.db.updateTable('users').set({ is_blocked: true }).where('id', '=', leaving).execute()
  world.smtp.answer = () => ({ responseCode: 550, message: '5.1.1 No such user' })
  await deliverNow(product.deps, (await read(world, id)).deliveries[0]!.id)
  expect((await briefNoticesOf(manager)).map(([kind, role]) => [kind, role])).toContainEqual(['delivery', 'author'])
})

test('an administrator learns that a letter with a password did not arrive; nobody else does', async () => {
  const { product, people, manager, client1, admin } = world
  await clear(manager, admin, client1)
  world.smtp.answer = () => ({ responseCode: 550, message: '5.1.1 No such user' })
  expect((await admin(adminPeople.sendPassword, { params: { id: people.client2 } })).body.mail).toBe('failed')
  await vi.waitFor(async () => expect(await unread(admin)).toBe(1), PATIENT)
  expect((await noticesOf(admin))[0]).toMatchObject({
    kind: 'delivery',
    title: 'Имя client2',
    text: 'Письмо не дошло до client2@example.ru: Почтовый сервер ответил: 550 5.1.1 No such user',
    href: `/admin/people?open=${people.client2}`,
  })
  expect([await unread(manager), await unread(client1), await unread(await product.as('client2'))]).toEqual([0, 0, 0])
  const waits = async (api: typeof admin) =>
    (await api(waiting.list, { query: { kind: 'delivery' } })).body.data.filter(({ title }) => title === 'Имя client2')
  expect(await waits(admin)).toMatchObject([{ href: `/admin/people?open=${people.client2}` }])
  expect(await waits(manager)).toEqual([])
  const [{ id } = { id: 0 }] = await waits(admin)
  expect((await manager(letters.retryDelivery, { params: { id } })).status).toBe(404)
  world.smtp.answer = () => undefined
  await admin(deliveries.retry, { body: { search_string: 'client2@' } })
  expect(await unread(admin)).toBe(0)
})

import { expect, test, vi } from 'vitest'
import { consequences, letters, publications, receipts, releases, waiting } from '@vypusk/contract'
import { testApp } from '../../../../testing/app.ts'
import { letterWorld, newAgreement, read, send, update } from '../../../../testing/letters.ts'
import { makePeople, makePerson, makeRelease } from '../../../../testing/making/make.ts'
import { noticesOf } from '../../../../testing/notices.ts'
import { draftOf, newRelease, publish, publishWorldWithMail } from '../../../../testing/publishing.ts'
import { startSmtp } from '../../../../testing/servers/smtp.ts'
import { resumeLetters } from './resuming.ts'
import { PATIENT } from '../../../../testing/patience.ts'
import { deliverNow } from '../../../../testing/once-free.ts'

/** What a letter that waited may still contain when it is sent. */

const world = publishWorldWithMail()

const leave = (release_id: number) =>
  world.manager(releases.notPublishing, { body: { release_id, company_id: world.people.company1 } })
const lettersOf = async (id: number) => {
  const { body } = await world.manager(publications.getPublication, { params: { id } })
  return body.deliveries
}
/** The server accepts letters again, and all waiting ones are tried. */
async function tryAgain(id: number) {
  world.smtp.answer = () => undefined
  for (const delivery of await lettersOf(id)) await deliverNow(world.product.deps, delivery.id)
  return lettersOf(id)
}

test('a company put on the list while its letter waited gets none; staff get theirs', async () => {
  const draft = await draftOf(world)
  const { body } = await publish(world, draft)
  expect(body.mail).toBe('failed')
  await leave(Number(draft.list[0]?.release))
  const deliveries = await tryAgain(body.id)
  expect(world.smtp.received.map(({ to }) => to)).toEqual(['admin@example.ru'])
  expect(deliveries.find(({ target }) => target === 'client1@example.ru')).toMatchObject({
    state: 'failed',
    last_error: 'Компания больше не получает этот релиз',
  })
})

test('a letter that fell into the moment when its release was hidden is sent when it is shown again', async () => {
  const draft = await draftOf(world)
  const { deps } = world.product
  const show = (is_visible_for_client: boolean) =>
    deps.db
      .updateTable('releases')
      .set({ is_visible_for_client })
      .where('id', '=', Number(draft.list[0]?.release))
      .execute()
  const { body } = await publish(world, draft)
  await show(false)
  await tryAgain(body.id)
  await resumeLetters(deps)
  const ofClient = async () => (await lettersOf(body.id)).find(({ target }) => target === 'client1@example.ru')
  expect(await ofClient()).toMatchObject({ state: 'failed', last_error: 'Компания больше не получает этот релиз' })
  await show(true)
  await Promise.all([resumeLetters(deps), resumeLetters(deps)])
  await vi.waitFor(async () => expect(await ofClient()).toMatchObject({ state: 'sent', attempts: 1 }), PATIENT)
  expect(world.smtp.received.filter(({ to }) => to === 'client1@example.ru')).toHaveLength(1)
})

test('of two releases the letter only names the one the company still gets', async () => {
  const [kept, left] = [
    await newRelease(world, { title: 'Склад 5.8' }),
    await newRelease(world, { title: 'Касса 2.1' }),
  ]
  const item = (release: number) => ({ release, files: [], modules: [], customers: [world.people.company1] })
  const draft = await draftOf(world, { list: [item(kept), item(left)] })
  const { body } = await publish(world, draft)
  await leave(left)
  await tryAgain(body.id)
  const letter = world.smtp.received.find(({ to }) => to === 'client1@example.ru')
  expect(letter?.mail.subject).toBe('Опубликован релиз «Склад 5.8»')
  expect(`${letter?.mail.html}${letter?.mail.text}`).not.toContain('Касса')
  expect(world.smtp.received.find(({ to }) => to === 'admin@example.ru')?.mail.text).toContain('Касса 2.1')
})

test('an unaffected letter is sent as it was written, even after midnight', async () => {
  const { body } = await publish(world, await draftOf(world, { text: 'Установите до вечера' }))
  world.product.clock.set('2026-03-07T12:00:00.000Z')
  await tryAgain(body.id)
  const kept = await world.product.deps.db
    .selectFrom('letters')
    .select(['subject', 'text'])
    .where('entity', '=', 'publication')
    .where('entity_id', '=', body.id)
    .execute()
  for (const { mail } of world.smtp.received) {
    const alike = kept.find(({ text }) => text.trim() === mail.text?.trim())
    expect(alike?.subject).toBe(mail.subject)
  }
  expect(world.smtp.received).toHaveLength(2)
})

const withdraw = (id: number) =>
  world.manager(publications.withdraw, { params: { id }, body: { reason: 'В сборку попал не тот модуль' } })
const received = (address: string) => world.smtp.received.filter(({ to }) => to === address).map(({ mail }) => mail)

test('the letter about a withdrawn publication says so, and the reminder reminds', async () => {
  world.smtp.answer = () => undefined
  const { body } = await publish(world, await draftOf(world))
  await world.manager(receipts.remind, { params: { id: body.id }, body: { company: world.people.company1 } })
  await withdraw(body.id)
  await vi.waitFor(() => expect(received('client1@example.ru')).toHaveLength(3), PATIENT)
  const [published, reminder, withdrawn] = received('client1@example.ru')
  expect(published?.subject).toContain('Опубликован релиз')
  expect(reminder?.text).not.toContain('Опубликован релиз')
  expect(withdrawn?.text).toContain('В сборку попал не тот модуль')
  expect(withdrawn?.subject).toContain('отозвана')
})

test('what was withdrawn is not offered by a letter that waited; that it was withdrawn is told', async () => {
  const { body } = await publish(world, await draftOf(world))
  await withdraw(body.id)
  const deliveries = await tryAgain(body.id)
  for (const address of ['admin@example.ru', 'client1@example.ru'])
    expect(received(address).map(({ text }) => text?.includes('В сборку попал не тот модуль'))).toEqual([true])
  const stopped = deliveries.filter(({ state }) => state === 'failed')
  expect(stopped.map(({ last_error }) => last_error)).toEqual(['Публикация отозвана', 'Публикация отозвана'])
})

test('a letter about a corrected set still says what it replaces when one of its releases is taken out', async () => {
  world.smtp.answer = () => undefined
  const [kept, left] = [await newRelease(world, { title: 'Склад 5.9' }), await newRelease(world)]
  const item = (release: number) => ({ release, files: [], modules: [], customers: [world.people.company1] })
  const draft = await draftOf(world, { list: [item(kept), item(left)] })
  const first = await publish(world, draft)
  world.smtp.received.length = 0
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  const { body } = await publish(world, { ...draft, corrects: first.body.id })
  await leave(left)
  await tryAgain(body.id)
  const [letter] = received('client1@example.ru')
  expect(letter?.text).toContain('Склад 5.9')
  expect(letter?.text).toContain(`публикации ${first.body.id}`)
})

const other = letterWorld()

test('a waiting agreement letter does not reach a company that was put on the list meanwhile', async () => {
  other.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  await makePerson(other.product.deps.db, 'colleague')
  const id = await newAgreement(other, { recipientsExtra: ['it@example.ru'] })
  await send(other, id)
  const { release_id, deliveries } = await read(other, id)
  await other.manager(releases.notPublishing, { body: { release_id, company_id: other.people.company1 } })
  other.smtp.answer = () => undefined
  for (const delivery of deliveries) await deliverNow(other.product.deps, delivery.id)
  expect(other.smtp.received).toEqual([])
  const ids = new Set(deliveries.map((one) => one.id))
  const now = (await read(other, id)).deliveries.filter((one) => ids.has(one.id))
  expect(now.map(({ state }) => state)).toEqual(['failed', 'failed'])
})

test('a letter that asks is not retried once its question is withdrawn', async () => {
  other.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  const id = await newAgreement(other)
  await send(other, id)
  const asking = (await read(other, id)).deliveries.filter(({ target }) => target === 'client1@example.ru')
  await other.manager(consequences.withdraw, { body: { ids: [id] } })
  other.smtp.answer = () => undefined
  for (const delivery of asking) await deliverNow(other.product.deps, delivery.id)
  expect(other.smtp.received).toEqual([])
  const now = (await read(other, id)).deliveries.find((one) => asking.some((each) => each.id === one.id))
  expect(now).toMatchObject({ state: 'failed', last_error: 'Согласование сняли до того, как письмо ушло' })
})

test.each<[string, string, (id: number) => Promise<unknown>]>([
  [
    'its date has moved',
    'Дату перенесли до того, как письмо ушло',
    (id) => update(other.manager, id, { updateTarget: 4, releaseDate: '2026-03-27', cancel_reason: 'Стенд занят' }),
  ],
  [
    'the company has agreed',
    'Дата уже согласована',
    (id) => update(other.manager, id, { updateTarget: 5, on_behalf: 'client', remark: 'Звонок' }),
  ],
])('a letter that asks is not sent once %s, and nobody has to act on that', async (_, reason, change) => {
  other.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  const id = await newAgreement(other)
  await send(other, id)
  const asking = (await read(other, id)).deliveries.find(({ target }) => target === 'client1@example.ru')
  await change(id)
  other.smtp.answer = () => undefined
  await deliverNow(other.product.deps, asking!.id)
  const now = (await read(other, id)).deliveries.find((one) => one.id === asking!.id)
  expect(now).toMatchObject({ state: 'failed', last_error: reason })
  // Sent again by hand, it ends in the same way.
  const again = await other.manager(letters.retryDelivery, { params: { id: asking!.id } })
  expect(again.body.mail).toBe('failed')
  const told = (await noticesOf(other.manager)).filter(({ kind }) => kind === 'delivery')
  expect(told).toEqual([])
  const { body } = await other.manager(waiting.list)
  expect(JSON.stringify(body)).not.toContain(reason)
})

test('a mail server that rejects the password is retried until somebody fixes it', async () => {
  const guarded = await startSmtp('верный')
  const own = await testApp(
    { MAIL_FROM: 'Выпуск <vypusk@example.ru>', SMTP_URL: guarded.url.replace('верный', 'wrong') },
    { retries: { retryLimit: 9, retryDelay: 1, retryBackoff: false, lookSeconds: 0.5 } },
  )
  try {
    const made = await makePeople(own.deps.db)
    const manager = await own.as('manager')
    await makeRelease(own.deps.db, { author_id: made.manager }, { companies: [made.company1] })
    const id = await newAgreement({ ...other, product: own, people: made, manager })
    const sent = await send({ ...other, manager }, id)
    expect(sent.body.mail).toBe('failed')
    const [delivery] = (await read({ ...other, manager }, id)).deliveries
    expect(delivery).toMatchObject({
      state: 'queued',
      last_error: 'Почтовый сервер не принял имя и пароль из SMTP_URL',
    })
    guarded.password = 'wrong'
    await vi.waitFor(() => expect(guarded.received).toHaveLength(1), PATIENT)
  } finally {
    await own.close()
    await guarded.stop()
  }
})

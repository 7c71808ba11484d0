import { expect, test } from 'vitest'
import { letterTemplates, type BodyInput } from '@vypusk/contract'
import { addresses, letterWorld, newAgreement, send } from '../../../testing/letters.ts'
import { makePerson } from '../../../testing/making/make.ts'
import { publishedContent } from './publication-letters.ts'
import { allTemplates, letterOf, TEMPLATES } from './register.ts'
import { sampleOf } from './samples.ts'
import { composed, faultsOf, wordingOf } from './wording.ts'

/** Letters whose wording an administrator has changed. */

const world = letterWorld()
const { sent_client, sent_staff, remarked_staff } = TEMPLATES
type Save = BodyInput<typeof letterTemplates.save>

const get = async (id: number) => (await world.admin(letterTemplates.get, { params: { id } })).body
const save = (id: number, body: Save) => world.admin(letterTemplates.save, { params: { id }, body })
const preview = (id: number, body: Save) => world.admin(letterTemplates.preview, { params: { id }, body })
const tryOut = (id: number, body: Save) => world.admin(letterTemplates.test, { params: { id }, body })
const reset = (id: number, version?: number) =>
  world.admin(letterTemplates.reset, { params: { id }, body: version === undefined ? {} : { version } })

test('every letter is registered once, with a sample that contains everything it can contain', () => {
  expect(new Set(allTemplates.map(({ id }) => id)).size).toBe(allTemplates.length)
  for (const template of allTemplates) {
    const sample = sampleOf(template.key, 'https://vypusk.example.ru')
    expect(sample.template).toBe(template.key)
    expect(Object.keys(sample.values).toSorted()).toEqual(Object.keys(template.placeholders).toSorted())
    expect(faultsOf(template, wordingOf(template))).toEqual({})
    const { subject, text } = letterOf(sample, new Map())
    expect(`${subject}\n${text}`).not.toMatch(/[{}]|undefined/)
  }
})

/** Placeholders that hold a person's name, which is written as it is in the account: in the nominative. */
const NAMES = ['кто', 'кого', 'отвечает', 'автор', 'сотрудник', 'клиент', 'коллега']

test('no wording puts a name where Russian needs another case', () => {
  const otherCase = new RegExp(
    `(?:^|[\\s«(])(?:за|у|от|для|к|ко|о|об|вместо|с|со|перед|про|через|кроме) \\{(?:${NAMES.join('|')})\\}`,
    'i',
  )
  const wordings = allTemplates.map((template) => JSON.stringify(wordingOf(template)))
  expect('отвечайте за {кого}').toMatch(otherCase)
  expect(wordings.filter((wording) => otherCase.test(wording))).toEqual([])
})

test.each([
  ['Причина: {причина}.', 'Причина: Не тот модуль.'],
  ['Причина: {причина}. Пишите нам.', 'Причина: Не тот модуль. Пишите нам.'],
  ['«{причина}».', '«Не тот модуль.».'],
  ['{причина}...', 'Не тот модуль....'],
])('what somebody ended with a full stop gets no second one in %j', (text, expected) => {
  const filling = { values: { причина: 'Не тот модуль.' }, facts: [], href: '', footer: '' }
  expect(composed({ subject: '', heading: '', text, button: '' }, filling).paragraphs).toEqual([expected])
})

const worded = {
  subject: 'Ждём ответа: {релиз}',
  heading: 'Здравствуйте!',
  text: '{кто} ждёт ответа.',
  button: 'Ответить',
}

test('a letter written after the change has the new wording; its link, facts and date are its own', async () => {
  const before = await get(sent_client.id)
  expect(before).toMatchObject({ version: 0, is_changed: false, subject: sent_client.subject })
  const { body } = await save(sent_client.id, { ...worded, version: 0 })
  expect(body.template).toMatchObject({ ...worded, version: 1, is_changed: true, original: wordingOf(sent_client) })
  const id = await newAgreement(world)
  await send(world, id)
  const mail = world.smtp.received.find(({ to }) => to === 'client1@example.ru')?.mail
  expect(mail?.subject).toBe('Ждём ответа: Учёт «Весна» & склад')
  expect(mail?.text).toContain('Здравствуйте!\n\nИмя manager ждёт ответа.\n\nРелиз: Учёт «Весна» & склад')
  expect(mail?.text).toMatch(/Ответить: https:\/\/vypusk\.example\.ru\/approve\/[\w-]{43}/)
  expect(mail?.html).toContain('Учёт «Весна» &amp; склад')
  expect(mail?.attachments.map(({ mimeType }) => mimeType)).toContain('text/calendar')
  expect(addresses(world)).toContain('client1@example.ru')

  const back = await reset(sent_client.id, 1)
  expect(back.body.template).toMatchObject({ ...wordingOf(sent_client), version: 2, is_changed: false })
  expect(back.body.template.history.map(({ title, user }) => `${title} ${user.name}`)).toContain('Тема Имя admin')
  expect(back.body.template.history).toHaveLength(8)
})

test('of two people who change one letter, the second gets the current wording', async () => {
  const words = { ...worded, text: 'Дата {дата}' }
  const both = await Promise.all([
    save(sent_staff.id, { ...words, version: 0 }),
    save(sent_staff.id, { ...words, button: 'Другое', version: 0 }),
  ])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = both.find(({ status }) => status === 409)?.refusal
  expect(refused?.['current']).toMatchObject({ version: 1, heading: worded.heading })
  expect((await reset(sent_staff.id, 0)).status).toBe(409)
  expect((await reset(sent_staff.id)).body.template.version).toBe(2)
  expect((await save(sent_staff.id, { ...wordingOf(sent_staff), version: 2 })).body.template.version).toBe(2)
})

test('a wording with unknown placeholders or without required ones is refused, and they are named', async () => {
  const own = wordingOf(remarked_staff)
  const faults = async (overrides: Partial<Save>) => {
    const { status, refusal } = await save(remarked_staff.id, { ...own, ...overrides })
    return [status, refusal.errors]
  }
  const known = 'Есть: {релиз}, {компания}, {дата}, {кто}, {замечание}'
  expect(await faults({ subject: 'О {релизе}' })).toEqual([
    422,
    { subject: [`Подстановки {релизе} у этого письма нет. ${known}`] },
  ])
  const lacking = ['В тексте нужна подстановка {замечание}: что написал клиент']
  expect(await faults({ text: '{кто} пишет' })).toEqual([422, { text: lacking }])
  expect(await faults({ heading: 'Скобка {' })).toEqual([
    422,
    { heading: ['Фигурная скобка без пары: скобками выделяют подстановки'] },
  ])
  expect(await faults({ text: ' \n ', button: '' })).toEqual([
    422,
    { text: ['Напишите текст'], button: ['Укажите надпись на кнопке'] },
  ])
  expect((await preview(remarked_staff.id, { ...own, text: '{нет}' })).status).toBe(422)
  expect((await get(remarked_staff.id)).version).toBe(0)
  expect((await world.admin(letterTemplates.get, { params: { id: 999 } })).refusal.message).toBe('Такого письма нет')
})

test('a preview is the letter of the draft, and a test letter is sent to the caller', async () => {
  const words = { ...wordingOf(remarked_staff), text: '<b>Внимание!</b>\n\n{замечание}' }
  const { body } = await preview(remarked_staff.id, words)
  expect(body.html).toContain('&lt;b&gt;Внимание!&lt;/b&gt;')
  expect(body.text).toContain('<b>Внимание!</b>\n\nВ эту ночь у нас инвентаризация.')
  const sent = await tryOut(remarked_staff.id, words)
  expect(sent.body).toEqual({
    is_sent: true,
    sentence: 'Почтовый сервер принял письмо для admin@example.ru',
    detail: null,
  })
  expect(world.smtp.received.map(({ to, mail }) => [to, mail.subject])).toEqual([
    ['admin@example.ru', `Проба: ${body.subject}`],
  ])
  world.smtp.answer = () => ({ responseCode: 550, message: '5.7.1 Relaying denied' })
  expect((await tryOut(remarked_staff.id, words)).body).toMatchObject({
    is_sent: false,
    sentence: 'Почтовый сервер ответил: 550 5.7.1 Relaying denied',
    detail: expect.stringContaining('550 5.7.1 Relaying denied'),
  })
  expect((await get(remarked_staff.id)).version).toBe(0)
})

test('a test letter needs an address, and only an administrator changes a wording', async () => {
  await makePerson(world.product.deps.db, 'silent', { isRivc: true, isAdmin: true, email: null })
  const silent = await world.product.as('silent')
  const params = { id: sent_client.id }
  const body = wordingOf(sent_client)
  const { abilities } = (await silent(letterTemplates.get, { params })).body
  const refused = await silent(letterTemplates.test, { params, body })
  expect([refused.status, refused.refusal.message]).toEqual([422, abilities.test])
  expect((await world.manager(letterTemplates.save, { params, body })).status).toBe(403)
})

test('a value keeps its own braces and empty lines, and a one-line value stays on one line', () => {
  const values = { кто: 'Имя {дата}', замечание: 'раз\n\n\nдва' }
  const filling = { values, facts: [], href: 'https://vypusk.example.ru', footer: '' }
  const words = { subject: 'от\n{кто}', heading: '{кто}', text: '{кто}\n \n{замечание}\n\n{кто}', button: 'Да' }
  expect(composed(words, filling)).toMatchObject({
    subject: 'от Имя {дата}',
    paragraphs: ['Имя {дата}', 'раз\n\n\nдва', 'Имя {дата}'],
  })
})

test('a long subject is cut between characters', () => {
  const words = { subject: `${'т'.repeat(298)}🚀 и дальше`, heading: '', text: '', button: '' }
  const { subject } = composed(words, { values: {}, facts: [], href: '/', footer: '' })
  expect(subject).toBe(`${'т'.repeat(298)}🚀…`)
})

test('quotes of a title become inner ones where the wording puts it in quotes', () => {
  const around = { publicUrl: 'https://vypusk.example.ru', at: '', day: '2026-03-06', actor: 'Мария' }
  const content = publishedContent({ id: 1, text: '', releases: ['2026.12 «Договоры»', '«Весенний»'] }, around)
  expect(letterOf(content, new Map()).subject).toBe('Опубликованы релизы «2026.12 „Договоры“», «Весенний»')
  const words = {
    subject: 'О релизе «{релиз}»: {релиз}',
    heading: '«Скоро {релиз}»',
    text: '{нет} «{нет}»',
    button: 'Да',
  }
  const filling = { values: { релиз: '2026.12 «Договоры»' }, facts: [], href: '/', footer: '' }
  expect(composed(words, filling)).toMatchObject({
    subject: 'О релизе «2026.12 „Договоры“»: 2026.12 «Договоры»',
    paragraphs: ['{нет} «{нет}»'],
  })
})

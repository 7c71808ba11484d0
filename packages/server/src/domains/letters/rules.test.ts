import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { calendarOf } from '../agreements/port.ts'
import { html } from '../../platform/text/markup.ts'
import { htmlOf, textOf } from './templates/layout.ts'
import { apart, heldUntil, reachable, reasonOf, notifiedByAll, type Addressee } from './rules.ts'

const person = (overrides: Partial<Addressee>): Addressee => ({
  id: 1,
  name: 'Анна',
  email: 'anna@example.ru',
  isRivc: true,
  idcomp: null,
  is_blocked: false,
  deleted_at: null,
  ...overrides,
})

test.each([
  ['a person with an address', person({}), true],
  ['a person without an address', person({ email: null }), false],
  ['a blocked person', person({ is_blocked: true }), false],
  ['a deleted person', person({ deleted_at: '2026-03-01T00:00:00.000Z' }), false],
  ['the person who acted', person({ id: 5 }), false],
])('whether %s gets a letter', (_, one, gets) => {
  expect(reachable([one], 5)).toEqual(gets ? [one] : [])
})

test('no address gets two letters of one event, and the actor gets none', () => {
  expect(
    apart(
      [
        { targets: ['a@x.ru', 'A@X.ru', 'me@x.ru'], idcomp: null },
        { targets: ['b@x.ru', 'a@x.ru'], idcomp: null },
      ],
      'ME@x.ru',
    ),
  ).toEqual([['a@x.ru'], ['b@x.ru']])
})

test('a person of two companies gets the letter of each, and none of those for everybody', () => {
  const of = (idcomp: number | null, ...targets: string[]) => ({ targets, idcomp })
  expect(apart([of(1, 'a@x.ru', 'A@x.ru'), of(2, 'a@x.ru'), of(null, 'a@x.ru', 'b@x.ru')], null)).toEqual([
    ['a@x.ru'],
    ['a@x.ru'],
    ['b@x.ru'],
  ])
  expect(apart([of(null, 'a@x.ru'), of(1, 'a@x.ru')], null)).toEqual([['a@x.ru'], []])
})

test('values are escaped in the markup', () => {
  const nasty = `<script>"'&`
  expect(html`<p title="${nasty}">${[html`<b>${nasty}</b>`]}</p>`.text).toBe(
    '<p title="&lt;script&gt;&quot;&#39;&amp;"><b>&lt;script&gt;&quot;&#39;&amp;</b></p>',
  )
})

const content = {
  subject: 'Тема',
  heading: 'Согласуйте <дату>',
  paragraphs: ['Первая\nвторая'],
  facts: [['Релиз', 'Учёт & склад']] as [string, string][],
  button: { text: 'Открыть', href: 'https://vypusk.example.ru/releases/1' },
  footer: 'Почему',
}

test('both parts of a letter have the same content', () => {
  const page = htmlOf(content)
  expect(page).toContain('Согласуйте &lt;дату&gt;')
  expect(page).toContain('Первая<br />вторая')
  expect(page).toContain('Учёт &amp; склад')
  expect(page.match(/<a\s/g)).toHaveLength(1)
  expect(textOf(content)).toBe(
    'Согласуйте <дату>\n\nПервая\nвторая\n\nРелиз: Учёт & склад\n\nОткрыть: https://vypusk.example.ru/releases/1\n\n-- \nПочему',
  )
})

test.each([
  [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:25' }, 'Почтовый сервер недоступен'],
  [{ code: 'ESOCKET', message: 'connect ECONNREFUSED 127.0.0.1:25' }, 'Почтовый сервер недоступен'],
  [{ code: 'ESOCKET', message: 'self-signed certificate' }, 'Защищённое соединение с почтовым сервером не удалось'],
  [{ code: 'EAUTH', message: 'Invalid login: 535 no' }, 'Почтовый сервер не принял имя и пароль из SMTP_URL'],
  [
    { message: "Can't send mail - all recipients were rejected: 550 5.1.1 No such user" },
    'Почтовый сервер ответил: 550 5.1.1 No such user',
  ],
  [{ message: 'Cannot read properties of undefined' }, 'Письмо не отправлено'],
])('the reason of %j is given in Russian', (error, reason) => {
  expect(reasonOf(error)).toBe(reason)
})

test('a long label, such as the title of a release in a digest, leaves its value the whole width', () => {
  const kept = /<td[^>]*white-space:nowrap[^>]*>([^<]*)/g
  const labelsOf = (facts: [string, string][]) =>
    [...htmlOf({ ...content, facts }).matchAll(kept)].map(([, label]) => label)
  const short: [string, string][] = [['Дата установки', '20.03.2026']]
  expect(labelsOf(short)).toEqual(['Дата установки'])
  expect(labelsOf([...short, ['2026.11 «Нормирование, проекты и качество»', 'Замечание клиента']])).toEqual([])
})

test('a letter works in Outlook for Windows, which supports tables, and widths of nothing else', () => {
  const page = htmlOf(content)
  expect(page).not.toMatch(/display:\s*(flex|grid)|position:|float:|<(div|p)[^>]*max-width|<img|<script/)
  expect(page).toMatch(/<!--\[if mso\]><table [^>]*width="560"><tr><td><!\[endif\]-->/)
  expect(page).toContain('<!--[if mso]></td></tr></table><![endif]-->')
  expect(page).toMatch(/bgcolor="#3d4fd6"\s+style="[^"]*mso-padding-alt:10px 20px[^"]*"\s*>\s*<a\s/)
})

const appointment = {
  uid: 'agreement-7@vypusk.example.ru',
  sequence: 3,
  mailFrom: 'Отдел, выпуски <vypusk@example.ru>',
  summary: 'Установка релиза: Учёт; склад, «весна» – АО «Северный порт» и ещё немного слов для длины строки',
  url: 'https://vypusk.example.ru/releases/1',
  releaseDate: '2026-03-05',
  status: 'asked' as const,
  stamp: '2026-03-01T09:00:00.000Z',
}

const parsed = (text: string) => new ICAL.Component(ICAL.parse(text))
/** The entry as another program parses it. */
const entryOf = (text: string) => new ICAL.Event(parsed(text).getFirstSubcomponent('vevent')!)

test.each([
  ['Europe/Moscow', '2026-03-05T20:30:00Z'],
  ['Asia/Yekaterinburg', '2026-03-05T18:30:00Z'],
])('a date with a time is the hour of the installation in %s, as a moment', (zone, start) => {
  process.env['TZ'] = zone
  try {
    const text = calendarOf({ ...appointment, releaseTime: '23:30' })
    const { summary, uid, sequence, startDate, duration } = entryOf(text)
    expect({ summary, uid, sequence }).toEqual({ summary: appointment.summary, uid: appointment.uid, sequence: 3 })
    expect([startDate.toString(), duration.toString()]).toEqual([start, 'PT1H'])
    expect(text).toContain('STATUS:TENTATIVE\r\n')
  } finally {
    process.env['TZ'] = 'UTC'
  }
})

test('a date without a time is a day with its end, and does not block the day', () => {
  const text = calendarOf({ ...appointment, releaseTime: null, status: 'agreed' })
  const { startDate, endDate } = entryOf(text)
  expect([startDate.isDate, startDate.toString(), endDate.toString()]).toEqual([true, '2026-03-05', '2026-03-06'])
  // Written explicitly: Outlook recognises a whole day by both its ends (MS-OXCICAL 2.1.3.1.1.20.8).
  expect(text).toContain('DTEND;VALUE=DATE:20260306\r\n')
  expect(text).toContain('TRANSP:TRANSPARENT\r\n')
  expect(text).toContain('STATUS:CONFIRMED\r\n')
})

test.each([
  ['Отдел, выпуски <vypusk@example.ru>', 'Отдел, выпуски'],
  ['vypusk@example.ru', 'Выпуск'],
])('what %s publishes names it, as RFC 5546 requires', (mailFrom, name) => {
  const calendar = parsed(calendarOf({ ...appointment, mailFrom, releaseTime: null }))
  const entry = calendar.getFirstSubcomponent('vevent')!
  const sender = entry.getFirstProperty('organizer')!
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  expect([sender.getFirstParameter('cn'), sender.getFirstValue()]).toEqual([name, 'mailto:vypusk@example.ru'])
  // Nobody is invited: there is nothing to accept in a program, because the answer is given by the letter's button.
  expect(entry.hasProperty('attendee')).toBe(false)
  expect(entry.getFirstProperty('dtstamp')!.toICALString()).toBe('DTSTAMP:20260301T090000Z')
})

test('a cancelled date is marked twice, and a single entry names no calendar', () => {
  const calendar = parsed(calendarOf({ ...appointment, releaseTime: '23:30', status: 'cancelled' }))
  const entry = calendar.getFirstSubcomponent('vevent')!
  expect([calendar.getFirstPropertyValue('method'), entry.getFirstPropertyValue('status')]).toEqual([
    'CANCEL',
    'CANCELLED',
  ])
  expect(calendar.hasProperty('x-wr-calname')).toBe(false)
})

test('the entry links to the product even where its URL is not read', () => {
  const { description } = entryOf(calendarOf({ ...appointment, releaseTime: null }))
  expect(description).toBe(`Дата согласовывается.\n${appointment.url}`)
})

test.each([
  ['Asia/Vladivostok', '\n05.03.2026, четверг, 20:00 UTC · 06:00 пятница, Владивосток\n'],
  // The same hour under another name, and no zone.
  ['Africa/Abidjan', '\n'],
  [null, '\n'],
])("the entry shows the company's clock if it differs: %s", (company_zone, line) => {
  const { description } = entryOf(calendarOf({ ...appointment, releaseTime: '20:00', company_zone }))
  expect(description).toBe(`Дата согласовывается.${line}${appointment.url}`)
})

test('lines are folded at 75 octets and text is escaped', () => {
  const text = calendarOf({ ...appointment, releaseTime: null })
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n ', '')).toContain('SUMMARY:Установка релиза: Учёт\\; склад\\, «весна»')
})

const at = (time: string) => `2026-03-01T${time}:00.000Z`
test.each([
  ['the first is sent at once', null, null, '09:00', null],
  ['one long after the last is sent at once', '08:50', null, '09:00', null],
  ['one soon after it waits for ten minutes without another', '08:55', null, '09:00', '09:10'],
  ['a following one extends the wait', '08:55', '09:00', '09:08', '09:18'],
  ['but to an hour at most', '08:55', '09:00', '09:55', '10:00'],
])('collected letters: %s', (_, sent_at, since, now, due) => {
  const held = { sent_at: sent_at && at(sent_at), since: since && at(since) }
  expect(heldUntil(held, at(now))?.due_at ?? null).toBe(due && at(due))
})

const sent = (told_sha: string | null) => ({ state: 'sent', told_sha })

test.each([
  ['none was written', [], null],
  ['all told of it', [sent('a'), sent('a')], 'a'],
  ['one told of the scope of its event', [sent('a'), sent(null)], null],
  ['one told of yet another', [sent('a'), sent('b')], null],
  ['one still waits', [sent('a'), { state: 'queued', told_sha: null }], null],
  ['one never arrived', [sent('a'), { state: 'failed', told_sha: null }], 'a'],
])('which scope letters told of instead: %s', (_, letters, told) => {
  expect(notifiedByAll(letters)).toBe(told)
})

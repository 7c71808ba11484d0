import { expect, test } from 'vitest'
import { adminCompanies, publications, releases, requests, threads, trials } from './index.ts'
import { isVisible, readable } from './readable.ts'

test.each([
  ['Порт\u200b', 'Порт'],
  ['\u202eтроП\u202c', 'троП'],
  ['и\u0306од', 'йод'],
  ['пере\u00adнос', 'перенос'],
  ['а\u200dб\ufe0f', 'аб'],
  ['Семья 👨‍👩‍👧, радуга 🏳️‍🌈, сердце ❤️', 'Семья 👨‍👩‍👧, радуга 🏳️‍🌈, сердце ❤️'],
  ['две\nстроки', 'две\nстроки'],
  ['10\u00a0000\u202fруб. по\u3000НДС', '10 000 руб. по НДС'],
])('of %j people see %j', (text, seen) => expect(readable(text)).toBe(seen))

test.each(['\u200b', ' \u2800 ', '\u3164', '\u0301', '\u2060\u200d'])('%j is nothing to see', (text) =>
  expect(isVisible(readable(text))).toBe(false),
)

test('a name has something to see, and turns no writing round', () => {
  const create = (namecomp: string) => adminCompanies.create.body?.safeParse({ namecomp, modules: [] })
  expect(create('\u200b')?.error?.issues.map(({ path }) => path)).toEqual([['namecomp']])
  expect(create('\u202eПорт\u200b')?.data).toMatchObject({ namecomp: 'Порт' })
})

test('a required reason is one to read', () =>
  expect(publications.withdraw.body?.safeParse({ reason: '\u200b' }).success).toBe(false))

test.each(['', ' ', '\u200b', '\u200c\u200d', '\u2060', '\ufeff', '\u00ad', '\u2800', ' \u200b\n\u2060 '])(
  '%j is no reason',
  (text) => {
    expect(threads.turn.body?.parse({ state: 'closed', reason: text })).toMatchObject({ reason: '' })
    expect(trials.tell.body?.parse({ request_id: 1, verdict: 'fails', comment: text })).toMatchObject({ comment: '' })
    expect(releases.remove.query?.parse({ client_reason: text })).toEqual({ client_reason: '' })
  },
)

test.each(['Семья 👨‍👩‍👧', 'пере\u00adнос', '10\u00a0000', '❤️', 'строка\nи ещё\u200b'])(
  'a reason %j stays as it is, whether it must be given or not',
  (text) => {
    expect(threads.turn.body?.parse({ state: 'closed', reason: ` ${text} ` })).toMatchObject({ reason: text })
    expect(publications.withdraw.body?.parse({ reason: ` ${text} ` })).toEqual({ reason: text })
  },
)

test.each([releases.list, requests.backlogSummary])('what is searched for is read as names are', ({ body }) =>
  expect(body?.parse({ search_string: ' и\u0306од\u200b\u00a0и\u00a0мёд' })).toMatchObject({
    search_string: 'йод и мёд',
  }),
)

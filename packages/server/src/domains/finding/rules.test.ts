import { expect, test } from 'vitest'
import type { finding } from '@vypusk/contract'
import { exactFirst, inOrder, numberIn, wordsIn } from './rules.ts'

test.each([
  ['48213', 48213],
  [' № 48213 ', 48213],
  ['#7', 7],
  ['0', null],
  ['99999999999', null],
  ['3000000000', null],
  ['Р-2026-12', null],
  ['7 отчётов', null],
  ['', null],
])('«%s» means the number %s', (search, number) => expect(numberIn(search)).toBe(number))

test.each([
  ['№ 48213', ['48213']],
  ['  отчёт   по складу ', ['отчёт', 'по', 'складу']],
  ['раз раз', ['раз']],
  ['1 2 3 4 5 6 7 8', ['1', '2', '3', '4', '5', '6']],
  ['', []],
])('«%s» is looked for by %j', (search, words) => expect(wordsIn(search)).toEqual(words))

test('the number comes first, then what was opened lately, then the newest, each once', () => {
  const candidates = { number: 5, recent: [9, 7], newest: [9, 8, 5] }
  expect(inOrder({ kind: 'request', ...candidates })).toEqual([5, 9, 7, 8])
  expect(inOrder({ kind: 'company', ...candidates })).toEqual([9, 7, 8, 5])
})

test('kinds that have the exact number come before the others', () => {
  const group = (kind: finding.Kind, number: string): finding.Group => ({
    kind,
    found: [{ kind, id: 1, number, title: '', company: null, state: null, day: null, release_id: null }],
    more: false,
  })
  const groups = [group('request', '57'), group('release', '5'), group('agreement', '5')]
  expect(exactFirst(groups, 5).map(({ kind }) => kind)).toEqual(['release', 'agreement', 'request'])
  expect(exactFirst(groups, null)).toEqual(groups)
})

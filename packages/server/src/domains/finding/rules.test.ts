import { describe, expect, test } from 'vitest'
import type { finding } from '@vypusk/contract'
import { inOrder, nearestFirst, wordsIn } from './rules.ts'

test.each([
  ['№ 48213', ['48213']],
  ['  отчёт   по складу ', ['отчёт', 'по', 'складу']],
  ['раз раз', ['раз']],
  ['1 2 3 4 5 6 7 8', ['1', '2', '3', '4', '5', '6']],
  ['', []],
])('«%s» is searched for by %j', (search, words) => expect(wordsIn(search)).toEqual(words))

test('the number comes first, then recent things, then the newest, each once', () => {
  const candidates = { number: 5, recent: [9, 7], newest: [9, 8, 5] }
  expect(inOrder({ kind: 'request', ...candidates })).toEqual([5, 9, 7, 8])
  expect(inOrder({ kind: 'company', ...candidates })).toEqual([9, 7, 8, 5])
})

describe('what comes first', () => {
  const unknown = { id: 1, company: null, state: null, day: null, release_id: null }
  const thing = (kind: finding.Kind, number: string, title = ''): finding.FoundThing => ({
    ...unknown,
    kind,
    number,
    title,
  })
  const group = (kind: finding.Kind, ...found: [string, string?][]): finding.Group => ({
    kind,
    found: found.map(([number, title]) => thing(kind, number, title)),
    more: false,
  })
  const orderOf = (groups: finding.Group[], search: string) =>
    nearestFirst(groups, search).flatMap(({ found }) => found.map(({ kind, number }) => `${kind} ${number}`))

  test('kinds that have the exact number come before the others', () => {
    const groups = [group('request', ['57']), group('release', ['5']), group('agreement', ['5'])]
    expect(orderOf(groups, '№ 5')).toEqual(['release 5', 'agreement 5', 'request 57'])
  })

  test('a release with exactly this name comes before requests that mention it', () => {
    const groups = [
      group('request', ['1', 'Отчёт к релизу «Весна»'], ['2', 'Весна пришла']),
      group('release', ['3', 'Весна и лето'], ['4', '«Весна» &amp; сын'], ['5', 'ВЕСНА']),
    ]
    expect(orderOf(groups, ' весна ')).toEqual(['release 5', 'release 3', 'release 4', 'request 2', 'request 1'])
    expect(orderOf(groups, '«весна» & сын').at(0)).toBe('release 4')
  })

  test('things that match equally well keep their order', () => {
    const groups = [group('request', ['1', 'Склад'], ['2', 'Отчёт']), group('release', ['3', 'Склад'])]
    expect(orderOf(groups, 'нечто')).toEqual(['request 1', 'request 2', 'release 3'])
  })
})

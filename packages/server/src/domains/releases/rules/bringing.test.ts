import { expect, test } from 'vitest'
import { chosenOf, comesAlong, staysFor } from './bringing.ts'

const had = { companies: [1], modules_ids: [10, 11] }

test('what the release has is not brought, and the rest once, with the number of requests', () => {
  const requests = [
    { idcomp: 1, idmod: 12 },
    { idcomp: 2, idmod: 10 },
    { idcomp: 2, idmod: 12 },
    { idcomp: 3, idmod: 11 },
  ]
  const { companies, modules } = comesAlong(requests, had)
  expect([...companies]).toEqual([
    [2, 2],
    [3, 1],
  ])
  expect([...modules]).toEqual([[12, 2]])
})

test.each<[wanted: boolean | number[], chosen: number[]]>([
  [true, [2, 3]],
  [false, []],
  [[], []],
  [[3], [3]],
  [[3, 99], [3]],
])('of what comes %o brings %o', (wanted, chosen) => expect(chosenOf(wanted, [2, 3])).toEqual(chosen))

test('a company stays if it was asked, or if it has requests that may have been added since', () => {
  const leaving = { namecomp: 'АО «Порт»', isAsked: false, hasRequests: false }
  expect(staysFor(leaving, true)).toBeNull()
  const needed = { ...leaving, hasRequests: true }
  expect(staysFor(needed, true)).toBe('АО «Порт»: осталась, в релизе есть другие её заявки')
  expect(staysFor(needed, false)).toBeNull()
  expect(staysFor({ ...needed, isAsked: true }, false)).toMatch('с ней уже есть согласование')
  expect(staysFor({ ...needed, namecomp: 'АО &quot;Порт&quot;' }, true)).toMatch('АО "Порт": осталась')
})

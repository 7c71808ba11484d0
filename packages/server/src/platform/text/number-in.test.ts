import { expect, test } from 'vitest'
import { numberIn } from './number-in.ts'

test.each([
  ['48213', 48213],
  [' № 48213 ', 48213],
  ['№5', 5],
  ['#7', 7],
  ['2147483647', 2_147_483_647],
  ['0', null],
  ['99999999999', null],
  ['3000000000', null],
  ['Р-2026-12', null],
  ['7 отчётов', null],
  ['', null],
])('«%s» means the number %s', (search, number) => expect(numberIn(search)).toBe(number))

import * as z from 'zod'
import { expect, test } from 'vitest'
import { decimalIn, wholeIn } from './numbers.ts'
import { paging } from './paging.ts'
import { idText, integersText } from './values.ts'

/** Numbers that come as text. */

const ODD = ['0x10', '1e3', ' 5 ', '5 ', '+5', '', ' ', 'Infinity', 'NaN', '1_000', '0b1', '5,5', '٥']

test.each(ODD)('«%s» is no number', (text) => {
  expect([wholeIn(text), decimalIn(text)]).toEqual([Number.NaN, Number.NaN])
})

test('a whole number is written in one way, one with a fraction in several', () => {
  expect(['0', '12', '-3', '01', '-0', '1.0'].map(wholeIn)).toEqual([0, 12, -3, Number.NaN, Number.NaN, Number.NaN])
  expect(['0', '12', '-3', '08', '.5', '0.05', '5.'].map(decimalIn)).toEqual([0, 12, -3, 8, 0.5, 0.05, 5])
})

const page = z.object(paging)

test.each(['0x2', '1e0', ' 5 ', '', true, [2], {}, 1.5])('a page %j is refused', (value) => {
  expect(page.safeParse({ page: value }).success).toBe(false)
  expect(page.safeParse({ per_page: value }).success).toBe(false)
})

test('a page is a number or its text; without one it is the first', () => {
  expect(page.parse({ page: '2', per_page: 100 })).toEqual({ page: 2, per_page: 100 })
  expect(page.parse({ page: null })).toEqual({ page: 1, per_page: 50 })
  // However large, it is past the end and not an error.
  expect(page.parse({ page: '99999999999999999999' }).page).toBe(2_147_483_647)
  expect(idText.safeParse(true).success).toBe(false)
  expect(integersText(0, 9).safeParse('1,0x2').success).toBe(false)
})

import { expect, test } from 'vitest'
import { unfilledIn, warningsOf } from './rules/unfilled.ts'

const calendar = new Map([
  ['2026-01-01', 0],
  ['2027-05-01', 0],
  ['2030-01-01', 0],
])
const UNFILLED = 'не заполнен: праздники считаются рабочими днями'

test.each([
  ['2026-03-01', '2027-12-31', []],
  ['2027-12-31', '2028-01-01', [`Производственный календарь на 2028 год ${UNFILLED}`]],
  ['2027-12-31', '2031-01-01', [`Производственный календарь на 2028–2029, 2031 годы ${UNFILLED}`]],
  ['2028-02-01', '2027-02-01', []],
])('the years from %s to %s that nobody has filled are named', (first, last, sentences) => {
  expect(unfilledIn(calendar, first, last)).toEqual(sentences)
})

test.each([
  [{ plan_date: '2028-01-10', ends: true }, `Производственный календарь на 2028 год ${UNFILLED}`],
  [{ plan_date: '2100-12-31', ends: false }, 'Работа кончится позже 31.12.2100: дальше дни не считаются'],
  [{ plan_date: '2037-05-01', ends: false }, 'Работы больше, чем на десять лет: день её окончания не считается'],
])('of a day it is said what it leaves out: %j', (counted, sentence) => {
  expect(warningsOf({ start_date: '2027-03-01', ...counted }, calendar)).toEqual([sentence])
})

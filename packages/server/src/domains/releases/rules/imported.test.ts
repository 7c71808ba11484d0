import { expect, test } from 'vitest'
import { datesOfWanted } from './imported.ts'

const TODAY = '2026-11-26'

test.each([
  [null, TODAY, TODAY],
  ['2027-03-01', TODAY, '2027-03-01'],
  ['2005-02-28', '2005-02-28', '2005-02-28'],
  ['2036-11-26', TODAY, '2036-11-26'],
  ['2099-12-31', TODAY, TODAY],
])('a release wanted for %s', (due, start_date, plan_date) => {
  expect(datesOfWanted(due, TODAY)).toEqual({ start_date, plan_date })
})

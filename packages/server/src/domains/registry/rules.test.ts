import { describe, expect, test } from 'vitest'
import { arranged, isNewVisit, numberOf, possibleColumns } from './rules.ts'

describe('columns as a person has arranged them', () => {
  const usual = arranged(possibleColumns, [])
  const kept = (key: string, order: number, more = {}) => ({
    key,
    order,
    visible: true,
    width: 120,
    pinned: false,
    ...more,
  })

  test('are in the default order at first', () => {
    expect(usual.map(({ key }) => key)).toEqual(possibleColumns.map(({ key }) => key))
    expect(usual.map(({ order }) => order)).toEqual(usual.map((_, index) => index))
    expect(usual.find(({ key }) => key === 'description')?.visible).toBe(false)
    expect(usual.filter(({ pinned }) => pinned).map(({ key }) => key)).toEqual(['number', 'title'])
  })

  test('order, width, choice and pins are restored', () => {
    const turned = usual.map((column) => ({ ...column, order: usual.length - column.order, width: 77 }))
    const again = arranged(possibleColumns, turned)
    expect(again.map(({ key }) => key)).toEqual(usual.map(({ key }) => key).toReversed())
    expect(again.every(({ width }) => width === 77)).toBe(true)
  })

  test('unknown keys are dropped, required columns stay visible, new ones follow their default neighbour', () => {
    const own = arranged(possibleColumns, [
      kept('secret', 0),
      kept('company', 1, { pinned: true }),
      kept('title', 2, { visible: false }),
    ])
    expect(own.map(({ key }) => key)).not.toContain('secret')
    expect(own.find(({ key }) => key === 'title')?.visible).toBe(true)
    expect(own.find(({ key }) => key === 'company')?.pinned).toBe(true)
    const keys = own.map(({ key }) => key)
    expect(keys.indexOf('step')).toBe(keys.indexOf('company') + 1)
  })
})

test.each([
  [2026, 1, 'Р-2026-0001'],
  [2026, 12345, 'Р-2026-12345'],
])('number %i %i', (year, inYear, number) => expect(numberOf(year, inYear)).toBe(number))

test.each([
  ['2026-03-06T09:30:00.000Z', false],
  ['2026-03-06T09:30:00.001Z', true],
  ['2026-03-06T08:00:00.000Z', true],
])('a visit lasts until half an hour after the last activity: %s', (now, isNew) => {
  expect(isNewVisit('2026-03-06T09:00:00.000Z', new Date(now))).toBe(isNew)
})

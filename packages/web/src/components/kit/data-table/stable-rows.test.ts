import { describe, expect, it } from 'vitest'
import { asItCame, inPlace } from './stable-rows.ts'

const row = (id: number, title = '') => ({ id, title })
const rows = (...ids: number[]) => ids.map((id) => row(id))
const nobodys = () => false

it('shows new values at once when the rows are the same', () => {
  const fresh = [row(1, 'новое'), row(2)]
  expect(inPlace([row(1), row(2)], fresh, nobodys)).toEqual({ rows: fresh, waiting: null })
})

it.each([
  ['a new row', [row(3), row(1, 'новое'), row(2)], [row(1, 'новое'), row(2)], 1],
  ['another order', [row(2), row(1)], [row(1), row(2)], 0],
  ['a row that is gone', [row(2, 'новое')], [row(1), row(2, 'новое')], 0],
  ['one instead of another', [row(3), row(1)], [row(1), row(2)], 1],
])('%s is held back, and nothing moves', (_, fresh, expected, waiting) => {
  expect(inPlace([row(1), row(2)], fresh, nobodys)).toEqual({ rows: expected, waiting })
})

it('shows everything as it arrived', () => {
  expect(asItCame([row(3), row(1)])).toEqual({ rows: [row(3), row(1)], waiting: null })
})

describe('own changes of row 9', () => {
  const isOwn = ({ id }: { id: number }) => id === 9

  it.each([
    ['gone', rows(1, 9, 2), rows(1, 2)],
    ['come', rows(1, 2), rows(1, 9, 2)],
    ['moved up', rows(1, 2, 9), rows(9, 1, 2)],
    ['moved by one', rows(1, 9, 2, 3), rows(1, 2, 9, 3)],
    ['gone, and the next page moves up', rows(9, 1, 2), rows(1, 2, 3)],
    ['come, and the last goes to the next page', rows(1, 2, 3), rows(9, 1, 2)],
    ['the last one', rows(9), []],
  ])('%s: shown at once', (_, shown, fresh) => {
    expect(inPlace(shown, fresh, isOwn)).toEqual({ rows: fresh, waiting: null })
  })

  it.each([
    ['gone while others bring a row', rows(1, 9, 2), rows(3, 1, 2), rows(1, 2), 1],
    ['gone while others take one away', rows(1, 9, 2, 3), rows(1, 3), rows(1, 2, 3), 0],
    ['come while others bring one', rows(1, 2), rows(3, 1, 9, 2), rows(1, 9, 2), 1],
    ['saved where it stands while others take its neighbour away', rows(1, 2, 9), rows(1, 9), rows(1, 2, 9), 0],
    ['saved where it stands while others bring one', rows(1, 9, 2), rows(1, 3, 9, 2), rows(1, 9, 2), 1],
    ['saved where it stands while others move its neighbour', rows(1, 2, 9, 3), rows(1, 9, 3, 2), rows(1, 2, 9, 3), 0],
  ])('%s: others’ rows stay', (_, shown, fresh, expected, waiting) => {
    expect(inPlace(shown, fresh, isOwn)).toEqual({ rows: expected, waiting })
  })
})

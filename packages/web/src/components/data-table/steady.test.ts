import { expect, it } from 'vitest'
import { asItCame, inPlace } from './steady.ts'

const row = (id: number, title = '') => ({ id, title })

it('shows new values at once where the rows are the same', () => {
  const fresh = [row(1, 'новое'), row(2)]
  expect(inPlace([row(1), row(2)], fresh)).toEqual({ rows: fresh, waiting: null })
})

it.each([
  ['a new row', [row(3), row(1, 'новое'), row(2)], [row(1, 'новое'), row(2)], 1],
  ['another order', [row(2), row(1)], [row(1), row(2)], 0],
  ['a row that is gone', [row(2, 'новое')], [row(1), row(2, 'новое')], 0],
  ['one instead of another', [row(3), row(1)], [row(1), row(2)], 1],
])('%s waits, and nothing moves', (_, fresh, rows, waiting) => {
  expect(inPlace([row(1), row(2)], fresh)).toEqual({ rows, waiting })
})

it('takes everything as it came', () => {
  expect(asItCame([row(3), row(1)])).toEqual({ rows: [row(3), row(1)], waiting: null })
})

import { expect, test } from 'vitest'
import { pageOf, type Found } from './rules.ts'

const found = (id: number, due: string | null, since: string | null = null): Omit<Found, 'kind'> => ({ id, due, since })
const kinds = [
  { kind: 'send' as const, first: [found(1, '2026-03-01'), found(2, '2026-03-05', '2026-02-02T00:00:00.000Z')] },
  { kind: 'offer' as const, first: [found(3, '2026-03-05', '2026-02-01T00:00:00.000Z'), found(4, '2026-03-05')] },
  {
    kind: 'urgent' as const,
    first: [found(5, null, '2026-01-01T00:00:00.000Z'), found(6, null, '2026-01-02T00:00:00.000Z')],
  },
  { kind: 'delivery' as const, first: [found(7, null, '2026-01-01T00:00:00.000Z')] },
]
const ids = (skipped: number, taken: number) => pageOf(kinds, skipped, taken).map(({ id }) => id)

test('nearest first, then the longest waiting, then by kind; matters without a day come last', () => {
  expect(ids(0, 10)).toEqual([1, 3, 2, 4, 7, 5, 6])
})

test('pages follow each other and repeat nothing', () => {
  expect([...ids(0, 3), ...ids(3, 3), ...ids(6, 3)]).toEqual(ids(0, 10))
  expect(ids(9, 3)).toEqual([])
})

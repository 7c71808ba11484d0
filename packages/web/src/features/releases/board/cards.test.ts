import type { releases } from '@vypusk/contract'
import { expect, it } from 'vitest'
import { releaseRow } from '../../../testing/releases.ts'
import { cardsOf } from './cards.ts'

const step = (id: number): releases.ReleaseStep => ({ id, name_step: `Этап ${id}`, order: id, kind: 'work' })
const row = (id: number, at: number) => releaseRow(id, { step: step(at) })
const pages = [{ total: 30, data: [row(1, 1), row(2, 1)] }]
const ids = ({ rows, total }: ReturnType<typeof cardsOf>) => [rows.map(({ id }) => id), total]

it.each([
  ['as the server says', [], [[1, 2], 30]],
  ['without what leaves', [{ row: row(1, 1), step: step(2) }], [[2], 29]],
  ['with what comes, first', [{ row: row(7, 2), step: step(1) }], [[7, 1, 2], 31]],
  ['once, when it is there already', [{ row: row(2, 3), step: step(1) }], [[1, 2], 30]],
  [
    'by the last word',
    [
      { row: row(1, 1), step: step(2) },
      { row: row(1, 2), step: step(1) },
    ],
    [[1, 2], 30],
  ],
])('%s', (_, moves, expected) => expect(ids(cardsOf(pages, step(1), moves))).toEqual(expected))

it('shows a moved card on its new step', () => {
  const [first] = cardsOf(undefined, step(1), [{ row: row(7, 2), step: step(1) }]).rows
  expect(first?.step.id).toBe(1)
})

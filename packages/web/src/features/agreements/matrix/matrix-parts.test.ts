import { expect, test } from 'vitest'
import type { Entity } from '../../../api/entity.ts'
import { verdictOf } from '../../../api/what-to-refetch.ts'
import { matrixCell } from '../../../testing/agreements.ts'
import { matrixQuery } from '../api.ts'
import { withRowsOf } from './matrix-parts.ts'

/** Which rows of the matrix are fetched alone after changes, and when all of it is. */

const release = (id: number, plan_date = '2030-03-01') => ({
  id,
  title: `Релиз ${id}`,
  plan_date,
  agreed: 0,
  expected: 2,
})
const companies = [
  { idcomp: 1, namecomp: 'Первая' },
  { idcomp: 2, namecomp: 'Вторая' },
]
const cell = (release_id: number, company_id: number, agreement_id: number | null = null) =>
  matrixCell({ release_id, company_id, agreement_id })
const kept = {
  releases: [release(1), release(2)],
  companies,
  cells: [cell(1, 1, 11), cell(1, 2), cell(2, 1, 21), cell(2, 2, 22)],
  total_releases: 2,
}
const changes = (...reported: [Entity, ...number[]][]) =>
  new Map(reported.map(([entity, ...ids]) => [entity, new Set(ids)] as const))
const state = { data: kept, fetchStatus: 'idle' } as const

test('rows of changed agreements and releases are fetched alone, other changes concern all', () => {
  const { queryKey, meta } = matrixQuery({})
  const matrix = { queryKey, meta, state }
  const some = changes(['agreement', 11, 99], ['release', 2])
  expect(verdictOf(matrix, some)).toEqual({ whole: 'never', parts: some })
  const all = { whole: 'later', parts: new Map() }
  expect(verdictOf(matrix, changes(['agreement', 11], ['company', 1]))).toEqual(all)
  expect(verdictOf(matrix, changes(['publication', 1]))).toEqual(all)
  expect(verdictOf(matrix, changes(['agreement', 0]))).toEqual(all)
  const many = Array.from({ length: 51 }, (_, index) => index + 1)
  expect(verdictOf(matrix, changes(['agreement', ...many]))).toEqual(all)
})

test('a fresh row takes the place of the former one', () => {
  const answered = matrixCell({ release_id: 1, company_id: 1, agreement_id: 11, status: 2 })
  const made = cell(1, 2, 12)
  const row = { ...release(1), agreed: 1 }
  const fresh = { releases: [row], companies, cells: [answered, made], total_releases: 1 }
  expect(withRowsOf(kept, changes(['agreement', 11, 12]), fresh)).toEqual({
    data: { ...kept, releases: [row, release(2)], cells: [answered, made, ...kept.cells.slice(2)] },
    isRestSame: true,
  })
})

const part = (...cells: ReturnType<typeof cell>[]) => ({
  releases: [...new Set(cells.map(({ release_id }) => release_id))].map((id) => release(id)),
  companies,
  cells,
  total_releases: 1,
})
const first = part(cell(1, 1, 11), cell(1, 2))

test.each<[string, ReturnType<typeof changes>, typeof kept, boolean]>([
  ['a release that was not in it and is not', changes(['release', 7]), part(), true],
  ['its title', changes(['release', 1]), first, true],
  ['its planned date', changes(['release', 1]), { ...first, releases: [release(1, '2030-04-01')] }, false],
  ['a release that has come into it', changes(['release', 3]), part(cell(3, 1)), false],
  ['one that has left it', changes(['release', 2]), part(), false],
  ['an agreement that the filters leave out now', changes(['agreement', 11]), part(cell(1, 2)), false],
  ['one that they leave out', changes(['agreement', 99]), part(), false],
  ['a company that has come into it', changes(['release', 1]), part(cell(1, 1, 11), cell(1, 2), cell(1, 3)), false],
])('whether the rest is the same, when there was changed %s', (_, changed, fresh, isSame) => {
  expect(withRowsOf(kept, changed, fresh).isRestSame).toBe(isSame)
})

test('a release outside a matrix that shows a part may be counted in it', () => {
  expect(withRowsOf({ ...kept, total_releases: 3 }, changes(['release', 7]), part()).isRestSame).toBe(false)
})

test('a company whose last cell is gone leaves the columns', () => {
  const narrow = { ...kept, releases: [release(1)], cells: kept.cells.slice(0, 2), total_releases: 1 }
  expect(withRowsOf(narrow, changes(['release', 1]), part(cell(1, 1, 11))).isRestSame).toBe(false)
})

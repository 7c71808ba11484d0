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

const part = (read_releases: number[], ...cells: ReturnType<typeof cell>[]) => ({
  releases: [...new Set(cells.map(({ release_id }) => release_id))].map((id) => release(id)),
  companies: companies.filter(({ idcomp }) => cells.some(({ company_id }) => company_id === idcomp)),
  cells,
  total_releases: 1,
  read_releases,
})

test('a fresh row takes the place of the former one', () => {
  const answered = matrixCell({ release_id: 1, company_id: 1, agreement_id: 11, status: 2 })
  const made = cell(1, 2, 12)
  const row = { ...release(1), agreed: 1 }
  expect(withRowsOf(kept, { ...part([1], answered, made), releases: [row] })).toEqual({
    data: { ...kept, releases: [row, release(2)], cells: [answered, made, ...kept.cells.slice(2)] },
    isRestSame: true,
  })
})

const third = { idcomp: 3, namecomp: 'Третья' }
const moved = { ...part([1], cell(1, 1, 11), cell(1, 2)), releases: [release(1, '2030-04-01')] }
const firstGone = { releases: [release(2)], cells: kept.cells.slice(2), total_releases: 1 }

test.each<[string, ReturnType<typeof part>, object]>([
  ['changed where the matrix has nothing', part([7]), {}],
  ['left out of its row', part([1], cell(1, 2)), { cells: kept.cells.slice(1) }],
  ['the last one of its row', part([1]), firstGone],
  [
    'of a release that has come into the matrix, with its company',
    { ...part([0], cell(0, 3)), companies: [third] },
    {
      releases: [release(0), ...kept.releases],
      companies: [...companies, third],
      cells: [cell(0, 3), ...kept.cells],
      total_releases: 3,
    },
  ],
  [
    'moved with its release',
    moved,
    { releases: [release(2), ...moved.releases], cells: [...kept.cells.slice(2), ...moved.cells] },
  ],
])('of a matrix that is shown whole nothing else is read when an agreement was %s', (_, fresh, expected) => {
  expect(withRowsOf(kept, fresh)).toEqual({ data: { ...kept, ...expected }, isRestSame: true })
})

test('a company whose last cell is gone leaves the columns', () => {
  const narrow = { ...kept, releases: [release(1)], cells: kept.cells.slice(0, 2), total_releases: 1 }
  expect(withRowsOf(narrow, part([1], cell(1, 1, 11))).data).toMatchObject({ companies: [companies[0]] })
})

test.each<[string, ReturnType<typeof part>, boolean]>([
  ['has changed', part([1], cell(1, 1, 11)), true],
  ['has moved', moved, false],
  ['is gone', part([1]), false],
  ['has come', part([3], cell(3, 1)), false],
  ['is not among them', part([7]), false],
])(
  'a matrix that has more rows than it shows is read whole unless each row is in its place: one %s',
  (_, fresh, isSame) => {
    expect(withRowsOf({ ...kept, total_releases: 300 }, fresh).isRestSame).toBe(isSame)
  },
)

test('no more rows are shown than the matrix may have', () => {
  const ids = Array.from({ length: 100 }, (_, index) => index + 1)
  const full = { ...kept, releases: ids.map((id) => release(id)), total_releases: 100 }
  const { data, isRestSame } = withRowsOf(full, part([0], cell(0, 1)))
  expect(data).toMatchObject({ releases: [{ id: 0 }, ...ids.slice(0, -1).map((id) => ({ id }))] })
  expect(isRestSame).toBe(false)
})

test('of a server that does not say what it has read, everything is read', () => {
  const fresh = { ...part([1], cell(1, 1, 11), cell(1, 2)), read_releases: undefined }
  expect(withRowsOf(kept, fresh)).toEqual({ data: kept, isRestSame: false })
})

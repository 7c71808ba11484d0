import { agreements } from '@vypusk/contract'
import type { QueryInput, ReplyOf } from '@vypusk/contract'
import { call } from '../../../api/client.ts'
import type { Changes, Parts, Refreshed } from '../../../api/query-meta.ts'

type Matrix = ReplyOf<typeof agreements.matrix>

/** More changes than this are read together with everything else. */
const MOST = 50

const idsOf = (changes: Changes, entity: 'agreement' | 'release'): number[] => [...(changes.get(entity) ?? [])]

/** The matrix with fresh rows instead of those with the same releases. */
function withFresh(kept: Matrix, fresh: Matrix): Matrix {
  const rows = new Map(fresh.releases.map((release) => [release.id, release]))
  const cellsOf = (matrix: Matrix) => Map.groupBy(matrix.cells, ({ release_id }) => release_id)
  const [before, now] = [cellsOf(kept), cellsOf(fresh)]
  return {
    ...kept,
    releases: kept.releases.map((release) => rows.get(release.id) ?? release),
    cells: kept.releases.flatMap(({ id }) => (rows.has(id) ? now : before).get(id) ?? []),
  }
}

/** The companies that have a cell. */
const columnsOf = ({ cells }: Matrix): string =>
  JSON.stringify([...new Set(cells.map(({ company_id }) => company_id))].toSorted((a, b) => a - b))

/**
 * Puts the rows of changed agreements and releases in their places. The rest is unchanged if each of them is in its row,
 * each row has the place that it had, and the columns are the same.
 */
export function withRowsOf(kept: Matrix, changes: Changes, fresh: Matrix): Refreshed {
  const placeIn = ({ releases }: Matrix, of: number) => releases.find(({ id }) => id === of)?.plan_date
  const isWhole = kept.total_releases === kept.releases.length
  // A release that was not in the matrix and is not now; of a matrix that has more rows than are shown it is not known.
  const isOutside = (id: number) => isWhole && placeIn(kept, id) === undefined && placeIn(fresh, id) === undefined
  const isInRow = (id: number) => fresh.cells.some(({ agreement_id }) => agreement_id === id)
  const data = withFresh(kept, fresh)
  const isRestSame =
    fresh.releases.every(({ id, plan_date }) => placeIn(kept, id) === plan_date) &&
    idsOf(changes, 'release').every((id) => placeIn(fresh, id) !== undefined || isOutside(id)) &&
    idsOf(changes, 'agreement').every(isInRow) &&
    columnsOf(kept) === columnsOf(data)
  return { data, isRestSame }
}

/** How the rows of the matrix are fetched whose agreements or releases were changed. */
export const matrixParts = (query: QueryInput<typeof agreements.matrix>): Parts => ({
  kinds: ['agreement', 'release'],
  among: (_, changes) => {
    const count = [...changes.values()].reduce((sum, { size }) => sum + size, 0)
    return count > MOST ? { whole: 'later', parts: new Map() } : { whole: 'never', parts: changes }
  },
  ask: (changes, signal) => {
    const only = { changed_agreement_ids: idsOf(changes, 'agreement'), changed_release_ids: idsOf(changes, 'release') }
    return call(agreements.matrix, { query: { ...query, ...only }, signal, onRefusal: 'throw' })
  },
  put: (kept, changes, fresh) => withRowsOf(kept as Matrix, changes, fresh as Matrix),
})

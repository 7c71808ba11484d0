import { agreements } from '@vypusk/contract'
import type { QueryInput, ReplyOf } from '@vypusk/contract'
import { call } from '../../../api/client.ts'
import type { Changes, Parts, Refreshed } from '../../../api/query-meta.ts'

type Matrix = ReplyOf<typeof agreements.matrix>

const MOST_ROWS = agreements.MOST_MATRIX_RELEASES
/** More changes than this are read together with everything else. */
const MOST = 50

const idsOf = (changes: Changes, entity: 'agreement' | 'release'): number[] => [...(changes.get(entity) ?? [])]

/** Rows stand by their planned dates, as the server sorts them. */
const byPlan = (a: agreements.MatrixRelease, b: agreements.MatrixRelease) =>
  a.plan_date.localeCompare(b.plan_date) || a.id - b.id

/** The matrix with fresh rows in place of those that were read. Its columns are sorted where they are drawn. */
function withFresh(kept: Matrix, fresh: Matrix, read: ReadonlySet<number>): Matrix {
  const releases = [...kept.releases.filter(({ id }) => !read.has(id)), ...fresh.releases]
    .toSorted(byPlan)
    .slice(0, MOST_ROWS)
  const cellsOf = Map.groupBy(
    [...kept.cells.filter(({ release_id }) => !read.has(release_id)), ...fresh.cells],
    ({ release_id }) => release_id,
  )
  const cells = releases.flatMap(({ id }) => cellsOf.get(id) ?? [])
  const shown = new Set(cells.map(({ company_id }) => company_id))
  const companies = new Map([...kept.companies, ...fresh.companies].map((company) => [company.idcomp, company]))
  return { ...kept, releases, companies: [...companies.values()].filter(({ idcomp }) => shown.has(idcomp)), cells }
}

/**
 * Puts the rows that were read in their places: new ones among the others, and out of the matrix those that the filters
 * leave out. Of a matrix that has more rows than it shows, it is not known what comes in place of a row that is gone, so
 * that everything is read when one has come, gone or moved.
 */
export function withRowsOf(kept: Matrix, fresh: Matrix): Refreshed {
  if (!fresh.read_releases) return { data: kept, isRestSame: false }
  const data = withFresh(kept, fresh, new Set(fresh.read_releases))
  const isWhole = kept.total_releases === kept.releases.length
  if (isWhole && kept.releases.length + fresh.releases.length <= MOST_ROWS)
    return { data: { ...data, total_releases: data.releases.length }, isRestSame: true }
  const placeIn = ({ releases }: Matrix, of: number) => releases.find(({ id }) => id === of)?.plan_date
  const isInPlace = (id: number) => placeIn(kept, id) !== undefined && placeIn(kept, id) === placeIn(fresh, id)
  return { data, isRestSame: fresh.read_releases.every(isInPlace) }
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
  put: (kept, _, fresh) => withRowsOf(kept as Matrix, fresh as Matrix),
})

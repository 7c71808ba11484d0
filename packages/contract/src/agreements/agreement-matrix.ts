import * as z from 'zod'
import { matrixCell, matrixRelease, SHOWN } from './agreement-shapes.ts'
import { endpoint } from '../endpoint.ts'
import { isExcel } from '../paging.ts'
import { company, day, id, idsText, integersText, searchText } from '../values.ts'

/** Filters of the list, also used by the matrix and the calendar. */
export const listQuery = {
  release_ids: idsText,
  client_ids: idsText,
  /** The statuses 0, 1 and 2 of the agreements themselves. */
  statuses: idsText,
  /**
   * What rows show as their status (`shownStatus`): −1 not published for the company, −2 the release is closed, −3 the
   * date passed without an answer, −4 the release was published, −5 the provider answers next, −6 the date was
   * withdrawn, otherwise the status.
   */
  shown_statuses: integersText(SHOWN.from, SHOWN.to),
  date_from: day.optional(),
  date_to: day.optional(),
  search_string: searchText(200).optional(),
}

export const MOST_MATRIX_RELEASES = 100

export const matrix = endpoint({
  method: 'GET',
  path: '/agreements/matrix',
  access: 'staff',
  replica: true,
  tool: { name: 'agreement_matrix', title: 'Матрица согласований' },
  summary:
    "Releases that are not published yet × their companies. The filters are those of the list and select cells; a cell without an agreement counts as status 0 at its release's planned date. The rows are the releases that have such cells, by planned date, at most 100; `total_releases` says how many there are. A release named in release_ids is a row even when it is published. With changed_agreement_ids or changed_release_ids only those rows of it are read, and `read_releases` names them. With `isExcel` a workbook agreement_matrix_<from>_<to>.xlsx of the same rows.",
  query: z.object({
    ...listQuery,
    /** Reads only the rows of the releases that these agreements are of; together with `changed_release_ids`. */
    changed_agreement_ids: idsText,
    /** Reads only the rows of these releases, if the matrix has them. */
    changed_release_ids: idsText,
    isExcel,
  }),
  reply: z.object({
    releases: z.array(matrixRelease),
    companies: z.array(company),
    cells: z.array(matrixCell),
    total_releases: z.int(),
    /** With changed_agreement_ids or changed_release_ids: whose rows were read, whether the matrix has them or not. */
    read_releases: z.array(id).optional(),
  }),
  stream: 'excel',
})

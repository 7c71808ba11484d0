import type { SelectQueryBuilder } from 'kysely'
import type { Page } from '@vypusk/contract'

interface PageQuery {
  page: number
  per_page: number
}

/** Number of rows before the page. */
export const offsetOf = ({ page, per_page }: PageQuery) => (page - 1) * per_page

/** Number of rows that the query finds. */
export async function countOf<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
): Promise<number> {
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}

/** A page with its position in the whole (api.md, "Conventions"). */
export function toPage<Row>(query: PageQuery, total: number, data: Row[]): Page<Row> {
  const skipped = offsetOf(query)
  return {
    total,
    from: data.length > 0 ? skipped + 1 : null,
    to: data.length > 0 ? skipped + data.length : null,
    current_page: query.page,
    per_page: query.per_page,
    data,
  }
}

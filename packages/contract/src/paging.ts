import * as z from 'zod'
import { optional, orElse } from './optional.ts'
import { wholeText } from './numbers.ts'
import { eachOnce } from './each-once.ts'
import { atMostLargest, LARGEST_ID, MOST_IDS } from './values.ts'

/**
 * Paging by api.md, Conventions: `page` from 1, `per_page` 1…500, 50 by default. However large the page, it is past the
 * end and not an error.
 */
export const paging = {
  page: orElse(wholeText(z.number().overwrite(atMostLargest).int().min(1).max(LARGEST_ID)), 1),
  per_page: orElse(wholeText(z.int().min(1).max(500)), 50),
}

/**
 * The sorting of a list. An unknown key is refused with 422 by the schema itself.
 * @param keys the column keys the list can be ordered by
 */
export const ordering = <const Key extends string>(...keys: readonly [Key, ...Key[]]) => ({
  order_by: optional(z.enum(keys)),
  isDesc: orElse(z.union([z.boolean(), z.stringbool()]), false),
})

/** Makes a list that is called by GET answer with a workbook of every row instead of a page. */
export const isExcel = orElse(z.union([z.boolean(), z.stringbool()]), false)

/** What a list is limited to; everything is listed if it is empty or not given. */
export const someOf = <Item extends z.ZodType>(item: Item) => orElse(eachOnce(item).max(MOST_IDS), [])

/** `from` and `to` are 1-based row numbers, null when the page is empty. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    total: z.int().min(0),
    from: z.int().nullable(),
    to: z.int().nullable(),
    current_page: z.int().min(1),
    per_page: z.int().min(1),
    data: z.array(row),
  })

export interface Page<Row> {
  total: number
  /** There are more than `total`; for lists that were requested with a limited count. */
  more?: boolean
  from: number | null
  to: number | null
  current_page: number
  per_page: number
  data: Row[]
}

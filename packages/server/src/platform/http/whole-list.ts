import { isExcel, type AnyEndpoint } from '@vypusk/contract'

/** What places a page. */
const PLACES: ReadonlySet<string> = new Set(['page', 'per_page', 'after'])

const isObject = (input: unknown): input is Record<string, unknown> => typeof input === 'object' && input !== null

/**
 * What a list is asked by: a workbook of all rows ignores what places a page (api.md, "Conventions"), and refuses nothing
 * because of it.
 */
export function withoutPaging({ stream }: AnyEndpoint, input: unknown): unknown {
  if (stream !== 'excel' || !isObject(input) || isExcel.safeParse(input['isExcel']).data !== true) return input
  return Object.fromEntries(Object.entries(input).filter(([name]) => !PLACES.has(name)))
}

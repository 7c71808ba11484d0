import * as z from 'zod'

/** The parameters of a query string for which an empty value is a list of nothing. */
function emptyLists(schema: z.ZodType | undefined): ReadonlySet<string> {
  if (!(schema instanceof z.ZodObject)) return new Set()
  const isList = (field: z.core.$ZodType) => Array.isArray(z.safeParse(field, '').data)
  const fields = Object.entries(schema.shape)
  return new Set(fields.flatMap(([name, field]) => (isList(field) ? [name] : [])))
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

/**
 * Reads what a query string gives: `?start_date=&planned_time=` gives neither, which is how programs write a field of
 * theirs that is empty or has only spaces. Only a list may be given as empty.
 *
 * @param schema what the endpoint accepts
 */
export function withoutEmpty(schema: z.ZodType | undefined): (query: unknown) => unknown {
  const lists = emptyLists(schema)
  return (query) =>
    Object.fromEntries(Object.entries(query ?? {}).filter(([name, value]) => !isBlank(value) || lists.has(name)))
}

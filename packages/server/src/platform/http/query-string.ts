import * as z from 'zod'
import type { AnyEndpoint } from '@vypusk/contract'

/** The parameters of a query string that are lists, of which an empty value is a list of nothing. */
function listsOf(schema: z.ZodType | undefined): ReadonlySet<string> {
  if (!(schema instanceof z.ZodObject)) return new Set()
  const isList = (field: z.core.$ZodType) => Array.isArray(z.safeParse(field, '').data)
  const fields = Object.entries(schema.shape)
  return new Set(fields.flatMap(([name, field]) => (isList(field) ? [name] : [])))
}

export const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

/** The name of a list that axios, qs and PHP write as `users[]=1&users[]=2` or `users[0]=1`. */
export const withoutBrackets = (written: string): string => written.replace(/\[\d*\]$/, '')

/**
 * Reads what a query string gives: `?start_date=&planned_time=` gives neither, which is how programs write a field of
 * theirs that is empty or has only spaces. Only a list may be given as empty, and its name may end with brackets: passed
 * over, they would make a filter find everything.
 *
 * @param schema what the endpoint accepts
 */
export function readerOf(schema: z.ZodType | undefined): (query: unknown) => unknown {
  const lists = listsOf(schema)
  const nameOf = (written: string) => {
    const name = withoutBrackets(written)
    return lists.has(name) ? name : written
  }
  return (query) => {
    const given = Object.entries(query ?? {}).map(([written, value]) => [nameOf(written), value] as const)
    const named = Map.groupBy(
      given.filter(([name, value]) => !isBlank(value) || lists.has(name)),
      ([name]) => name,
    )
    return Object.fromEntries(
      [...named].map(([name, all]) => [name, all.length > 1 ? all.flatMap(([, one]) => one) : all[0]?.[1]]),
    )
  }
}

/**
 * Reads what a list is asked by when that comes in a body: a field that is empty is not given there either, because
 * programs write the empty fields of their filters in both.
 */
export function bodyReaderOf({ body }: Pick<AnyEndpoint, 'body'>): (input: unknown) => unknown {
  if (!(body instanceof z.ZodObject) || !('per_page' in body.shape)) return (input) => input
  return (input) =>
    typeof input === 'object' && input !== null && !Array.isArray(input)
      ? Object.fromEntries(Object.entries(input).filter(([, value]) => !isBlank(value)))
      : input
}

/** Builds the address of an endpoint from its path, parameters and query. Pure. */

type Value = string | number | boolean | null | undefined | readonly (string | number)[]

const isPresent = (value: unknown): value is Exclude<Value, null | undefined> =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** `/releases/:id` and `{ id: 5 }` → `/releases/5`. */
export const fillPath = (path: string, params: Record<string, unknown> = {}): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** Builds the query string. Lists are sent as «1,2,3» (contract, `idsText`); empty values are left out. */
export function queryString(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => isPresent(value))
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

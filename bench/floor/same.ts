import type { Wire } from './load.ts'

/**
 * What the floor does not answer: what the caller may do, which is one of the checks that it does without, and the origin
 * of the few requests of the demo data that were imported.
 */
const ONLY_OURS = /^\.(abilities|origin)\b/

/** The paths of all fields in an answer; all items of an array have one path. */
function pathsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, `${path}[]`))
  if (value === null || typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([key, inner]) => [`${path}.${key}`, ...pathsIn(inner, `${path}.${key}`)])
}

async function answerOf({ url, method, headers = {}, body }: Wire): Promise<unknown> {
  const sent = body
    ? { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
    : { headers }
  return (await fetch(url, { method, ...sent })).json()
}

/** @throws if the floor's answer lacks a field of ours: it would be compared with less work */
export async function mustBeSame(ours: Wire, floor: Wire): Promise<void> {
  const [own, other] = await Promise.all([answerOf(ours), answerOf(floor)])
  const known = new Set(pathsIn(other))
  const lacking = [...new Set(pathsIn(own))].filter((path) => !known.has(path) && !ONLY_OURS.test(path))
  if (lacking.length > 0) throw new Error(`${floor.url} does not answer ${lacking.join(', ')}`)
}

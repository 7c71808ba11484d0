import { isObject } from './values.ts'

/** `attributes` and `excludedAttributes` (RFC 7644, 3.9). Pure. */
export interface Shown {
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}

const ALWAYS = new Set(['id', 'schemas'])

const namesIn = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^urn:[^\s]*:(?=[^:]+$)/i, '')
        .toLowerCase(),
    )
    .filter((name) => name !== '')

type Keep = (path: string) => boolean

/** Whether a path is requested, or something inside it. */
function keeping({ attributes, excludedAttributes }: Shown): Keep {
  const [only, without] = [namesIn(attributes), new Set(namesIn(excludedAttributes))]
  if (only.length === 0) return (path) => !without.has(path)
  return (path) => only.some((name) => name === path || name.startsWith(`${path}.`) || path.startsWith(`${name}.`))
}

const inside = (name: string, value: unknown, keep: Keep): unknown => {
  if (Array.isArray(value)) return value.map((one) => inside(name, one, keep))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([sub]) => keep(`${name}.${sub.toLowerCase()}`)))
}

export function shownOf(resource: Record<string, unknown>, shown: Shown): Record<string, unknown> {
  const keep = keeping(shown)
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      if (ALWAYS.has(name)) return [[name, value]]
      return keep(name.toLowerCase()) ? [[name, inside(name.toLowerCase(), value, keep)]] : []
    }),
  )
}

/** Whether an attribute has to be read at all: a group may have many members. */
export const isRequested = (name: string, shown: Shown): boolean => keeping(shown)(name)

import { expect, test } from 'vitest'
import * as z from 'zod'
import { bodyLimitOf, endpoints, MAX_HTML, MOST_COMPANIES, MOST_MODULES, type AnyEndpoint } from './index.ts'
import { freeText, line } from './values.ts'

/**
 * Every text, list and number that a caller can send must have an upper bound: an unbounded one can be used to bring
 * the server down.
 */

interface Def {
  type?: string
  format?: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  options?: z.core.$ZodType[]
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  checks?: z.core.$ZodCheck[]
  /** Set for checks only. */
  check?: string
  maximum?: number
  length?: number
  value?: number
}

/** Zod's internal definition of a schema or a check; its public types have no common type for all kinds. */
const defOf = (made: object): Def => Reflect.get(made, '_zod').def

/** Formats of fixed length, unlike email addresses and URLs. */
const FIXED = new Set(['date', 'uuid'])
/** The range of an `integer` column. Only file sizes may be larger. */
const MOST_NUMBER = 2 ** 31
const LARGER = new Set(['.draft.list[].files[].size'])

/** The upper bound set by the schema's checks: characters, items, or the number itself. */
function mostOf({ checks = [] }: Def): number | undefined {
  const bounds = checks.map(defOf).map(({ check, maximum, length, value }) => {
    if (check === 'max_length') return maximum
    if (check === 'length_equals') return length
    return check === 'less_than' ? value : undefined
  })
  return bounds.find((bound) => bound !== undefined)
}

const KINDS: Record<string, (def: Def, at: string) => boolean> = {
  string: (def) => mostOf(def) !== undefined || FIXED.has(def.format ?? ''),
  number: (def, at) => (mostOf(def) ?? Infinity) < MOST_NUMBER || (LARGER.has(at) && mostOf(def) !== undefined),
  array: (def) => mostOf(def) !== undefined,
  record: () => false,
}

const below = ({ shape = {}, options = [], element, innerType }: Def, at: string): [z.core.$ZodType, string][] => [
  ...Object.entries(shape).map(([name, one]): [z.core.$ZodType, string] => [one, `${at}.${name}`]),
  ...options.map((one): [z.core.$ZodType, string] => [one, at]),
  ...(element ? [[element, `${at}[]`] as [z.core.$ZodType, string]] : []),
  ...(innerType ? [[innerType, at] as [z.core.$ZodType, string]] : []),
]

/** Paths of the places in a schema that have no bound. */
function unbounded(schema: z.core.$ZodType, at = ''): string[] {
  const def = defOf(schema)
  if (def.in && def.out) {
    const before = unbounded(def.in, at)
    // A transform only says what becomes of a value; of two schemas, a bound in either is enough.
    const isBoundedAfter = defOf(def.out).type !== 'transform' && unbounded(def.out, at).length === 0
    return isBoundedAfter ? [] : before
  }
  const isBounded = KINDS[def.type ?? '']?.(def, at) ?? true
  return [...(isBounded ? [] : [at]), ...below(def, at).flatMap(([one, place]) => unbounded(one, place))]
}

const table = Object.entries(endpoints).flatMap(([name, { params, query, body }]: [string, AnyEndpoint]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [[`${name} ${part}`, schema] as [string, z.ZodType]] : [],
  ),
)

test.each(table)('%s has bounds', (_name, schema) => expect(unbounded(schema)).toEqual([]))

test.each([
  [z.object({ a: z.string() }), ['.a']],
  [z.object({ a: z.string().max(5).optional() }), []],
  [z.object({ a: z.email() }), ['.a']],
  [z.array(z.int().max(5)), ['']],
  [z.union([z.literal(1), z.object({ b: z.int() })]).nullish(), ['.b']],
  [z.string().trim().max(9).pipe(z.email()), []],
  [z.record(z.string().max(4), z.int().max(4)), ['']],
])('%#: a missing bound is found', (schema, places) => expect(unbounded(schema)).toEqual(places))

/** Length of the longest text that the schema accepts, in characters. */
function longest(schema: z.core.$ZodType): number {
  const def = defOf(schema)
  const own = def.type === 'string' ? (mostOf(def) ?? 0) : 0
  const sides = [def.in, def.out].flatMap((one) => (one ? [longest(one)] : []))
  return Math.max(own, ...sides, ...below(def, '').map(([one]) => longest(one)))
}

/** Places of trimmed texts, which are words, where marks that nobody sees pass for words. */
function invisibleIn(schema: z.core.$ZodType, at = ''): string[] {
  const def = defOf(schema)
  const parsed = (text: string) => z.safeParse(schema, text).data
  const own = def.type === 'string' && parsed(' а ') === 'а' && Boolean(parsed('\u200b\u2060')) ? [at] : []
  const sides = [def.in, def.out].flatMap((one) => (one ? invisibleIn(one, at) : []))
  return [...own, ...sides, ...below(def, at).flatMap(([one, place]) => invisibleIn(one, place))]
}

test.each(table)('%s takes no invisible marks for words', (_name, schema) => expect(invisibleIn(schema)).toEqual([]))

test.each([
  [z.object({ reason: z.string().trim().max(9).optional() }), ['.reason']],
  [z.object({ reason: freeText(9).optional(), title: line(9) }), []],
])('%#: a text that takes them is found', (schema, places) => expect(invisibleIn(schema)).toEqual(places))

/** A Cyrillic letter takes two bytes, an emoji four. */
const BYTES_OF_A_LETTER = 2
const BYTES_OF_A_CHARACTER = 4
/** Pictures, of one byte a character, make a text that long. */
const bytesOf = (most: number) => most * (most === MAX_HTML ? BYTES_OF_A_LETTER : BYTES_OF_A_CHARACTER)
const bodies = Object.entries(endpoints).flatMap(([name, endpoint]) =>
  endpoint.body ? [[name, endpoint.body, bodyLimitOf(endpoint)] as const] : [],
)
test.each(bodies)('%s: the longest accepted text fits into the body limit', (_name, body, limit) =>
  expect(bytesOf(longest(body))).toBeLessThan(limit),
)

/** Fields that list the companies or the modules of a release, or those to choose from for one. */
const LISTS: Record<string, number> = {
  companies: MOST_COMPANIES,
  company_ids: MOST_COMPANIES,
  customers: MOST_COMPANIES,
  notPublishingList: MOST_COMPANIES,
  modules: MOST_MODULES,
  modules_ids: MOST_MODULES,
}
/** Sends letters to the companies, which the screen therefore offers in parts. */
const IN_PARTS = 'dates.askAll'

/** The fields of such a list with the most items each takes. */
function listsIn(schema: z.core.$ZodType, at = ''): [string, number][] {
  const def = defOf(schema)
  const [name = ''] = /\w+$/.exec(at) ?? []
  const own: [string, number][] = def.type === 'array' && name in LISTS ? [[name, mostOf(def) ?? 0]] : []
  const sides = [def.in, def.out].flatMap((one) => (one ? listsIn(one, at) : []))
  return [...own, ...sides, ...below(def, at).flatMap(([one, place]) => listsIn(one, place))]
}

test.each(bodies.filter(([name]) => name !== IN_PARTS))(
  '%s takes every company and module of a release',
  (_name, body) => expect(listsIn(body).filter(([name, most]) => most < (LISTS[name] ?? 0))).toEqual([]),
)

test('callers who are not signed in can send only little', () => {
  const open = Object.values(endpoints).filter(({ access }) => access === 'public')
  expect(Math.max(...open.map(bodyLimitOf))).toBe(32 * 1024)
})

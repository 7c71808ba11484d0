import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints, type AnyEndpoint } from './index.ts'
import { eachOnce } from './each-once.ts'

/** A list of ids, numbers or words in a body may name one of them twice; what is counted or done counts and is done once. */

interface Def {
  type?: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  options?: z.ZodType[]
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
}

/** Zod's internal definition; its public types have no common type for all kinds. */
const defOf = (schema: object): Def => Reflect.get(schema, '_zod').def

/** Something that the elements of a list may be. */
const SAMPLES = [1, 'a', 'a@example.ru']

const isRepeating = (list: z.ZodType) =>
  SAMPLES.some((one) => {
    const { data } = list.safeParse([one, one])
    return Array.isArray(data) && data.length > 1
  })

/** Paths of the lists in which something can be named twice. */
function repeating(schema: z.ZodType, at = ''): string[] {
  const def = defOf(schema)
  const { shape = {}, options = [], element, innerType, in: before, out: after } = def
  // What becomes of a list decides: it may lose its repetitions after it has been read.
  if (def.type === 'pipe' && before && defOf(before).type === 'array') return isRepeating(schema) ? [at] : []
  return [
    ...(def.type === 'array' && isRepeating(schema) ? [at] : []),
    ...Object.entries(shape).flatMap(([name, one]) => repeating(one, `${at}.${name}`)),
    ...[...options, ...[innerType, before, after].filter((one) => one !== undefined)].flatMap((one) =>
      repeating(one, at),
    ),
    ...(element ? repeating(element, `${at}[]`) : []),
  ]
}

/** Lists that are not what the call is about, and what becomes of their repetitions. */
const ELSEWHERE = {
  '.recipientsExtra': 'the server takes capital and small letters of an address for the same',
  '.schemas': 'names of the SCIM standard, which are not read',
  '.passkey.response.transports': 'kept as the browser gives them',
}

const bodies = Object.entries(endpoints).flatMap(([name, { body }]: [string, AnyEndpoint]) =>
  body ? [[name, body] as const] : [],
)
test.each(bodies)('%s takes nothing twice', (_name, body) =>
  expect(repeating(body).filter((place) => !(place in ELSEWHERE))).toEqual([]),
)

test.each([
  [z.object({ a: z.array(z.int()) }), ['.a']],
  [z.object({ a: eachOnce(z.int()).max(2).nullish() }), []],
  [z.array(z.object({ b: z.array(z.string()).default([]) })), ['[].b']],
  [z.array(z.int()).transform((all) => [...new Set(all)]), []],
])('%#: a list that repeats is found', (schema, places) => expect(repeating(schema)).toEqual(places))

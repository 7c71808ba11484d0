import fc from 'fast-check'
import * as z from 'zod'
import type { AnyEndpoint } from '@vypusk/contract'
import { anything, date, extremeText } from './extremes.ts'
import { scimBody, scimFilter, scimId } from './scim.ts'
import { valueOf, type JsonSchema } from './values.ts'

/** One call as it is sent: everything is already text. */
export interface FuzzCall {
  /** The caller, as an index in the list of people. */
  person: number
  path: string
  /** Including the question mark, or empty. */
  query: string
  headers: Record<string, string>
  payload?: string
}

const schemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

const arbitraryOf = (schema: z.ZodType | undefined): fc.Arbitrary<unknown> => {
  if (!schema) return fc.constant({})
  const json = schemaOf(schema)
  return valueOf(json, json)
}

const ODD_IDS = [
  'x',
  '-1',
  '0',
  '1.5',
  '2147483647',
  '2147483648',
  '99999999999999999999',
  '%00',
  '%',
  '1;2',
  'NaN',
  '1e3',
]
const anyId = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 14 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_IDS) },
)
const SECRET = fc.constantFrom('a'.repeat(43), 'b'.repeat(42), '-'.repeat(43), 'я'.repeat(43))

/** Generates values for one path parameter, according to its schema in the contract. */
function paramOf(name: string, schema: JsonSchema | undefined): fc.Arbitrary<string> {
  const own = schema?.properties?.[name]
  if (own?.enum) return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...own.enum.map(String)) }, extremeText)
  if (own?.format === 'date') return fc.oneof({ weight: 9, arbitrary: date }, extremeText)
  if (own?.format === 'uuid') {
    return fc.oneof({ weight: 9, arbitrary: fc.uuid() }, { weight: 9, arbitrary: scimId }, extremeText)
  }
  if (own?.type === 'string') return fc.oneof({ weight: 9, arbitrary: SECRET }, extremeText)
  return anyId
}

const wellFormed = (text: string) => (text.isWellFormed() ? text : '\ufffd')
const inAddress = (text: string) => (text.startsWith('%') ? text : encodeURIComponent(wellFormed(text)))

function pathOf({ path, params }: AnyEndpoint): fc.Arbitrary<string> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const schema = params ? schemaOf(params) : undefined
  return fc
    .tuple(...names.map((name) => paramOf(name, schema)))
    .map((values) =>
      names.reduce((whole, name, at) => whole.replace(`:${name}`, () => inAddress(values[at] ?? '')), path),
    )
}

const textOf = (value: unknown) => wellFormed(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Writes a query string; lists as repeated keys, as a browser does, or with commas, as programs do. */
function queryText(value: unknown, isRepeated: boolean): string {
  const pairs = Object.entries(Object(value) as Record<string, unknown>).flatMap(([name, one]) =>
    Array.isArray(one) && isRepeated
      ? one.slice(0, 100).map((item) => [name, textOf(item)])
      : [[name, textOf(Array.isArray(one) ? one.slice(0, 500).map(textOf).join(',') : one)]],
  )
  const text = new URLSearchParams(pairs as [string, string][]).toString().slice(0, 8000)
  return text === '' ? '' : `?${text}`
}

const RAW_BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1e999',
  '\ufeff{}',
  '{"id":1,"id":2}',
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
  '['.repeat(100_000),
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
]
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/offset+octet-stream',
  '',
]

/** Values for optional headers. */
const headerValues: Record<string, readonly string[]> = {
  'idempotency-key': ['one', 'two', 'three', '', ' ', 'k'.repeat(200), 'k'.repeat(201), 'k'.repeat(10_000), '%00'],
  range: ['bytes=0-1', 'bytes=-1', 'bytes=5-1', 'bytes=99999999999999999999-', 'bytes=0-1,2-3', 'x'],
  'if-none-match': ['*', '"x"', 'W/"'],
  'upload-length': ['10', '0', '-1', '9999999999999999999', 'x', '1e3'],
  'upload-offset': ['0', '-1', '9999999999999999999', 'x'],
  'upload-metadata': ['filename 0L8=', 'filename', 'filename !', ',', 'filename AA==', 'x '.repeat(1000)],
  'tus-resumable': ['1.0.0', '0.2.1', ''],
  'x-forwarded-for': ['1.2.3.4', 'x', '::1, 1.2.3.4:5'],
  accept: ['*/*', 'text/html', 'x'],
}
const oneHeader = fc
  .constantFrom(...Object.keys(headerValues))
  .chain((name) => fc.constantFrom(...(headerValues[name] ?? [])).map((value) => [name, value] as const))

const headersOf = (endpoint: AnyEndpoint) =>
  fc
    .record({
      type: fc.oneof({ weight: 40, arbitrary: fc.constant('application/json') }, fc.constantFrom(...TYPES)),
      some: fc.array(oneHeader, { maxLength: endpoint.stream ? 4 : 1 }),
    })
    .map(({ type, some }) => ({ ...(type === '' ? {} : { 'content-type': type }), ...Object.fromEntries(some) }))

const bodyOf = ({ access, body }: AnyEndpoint) => (access === 'directory' ? scimBody : arbitraryOf(body))

const payloadOf = (endpoint: AnyEndpoint): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 50, arbitrary: bodyOf(endpoint).map((body) => JSON.stringify(body ?? {})) },
    { weight: 2, arbitrary: anything.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_BODIES) },
  )

function queryOf({ access, query }: AnyEndpoint): fc.Arbitrary<unknown> {
  if (!query) return fc.constant({})
  const values = arbitraryOf(query)
  return access === 'directory' ? fc.oneof(values, fc.record({ filter: scimFilter })) : values
}

/** Generates calls of an endpoint. @param people the number of possible callers */
export const callsOf = (endpoint: AnyEndpoint, people: number): fc.Arbitrary<FuzzCall> =>
  fc
    .record({
      // The last two are an anonymous caller and a person whose session has ended: there is little to try as them.
      person: fc.oneof({ weight: 12, arbitrary: fc.nat({ max: people - 3 }) }, fc.nat({ max: people - 1 })),
      path: pathOf(endpoint),
      isRepeated: fc.boolean(),
      values: queryOf(endpoint),
      headers: headersOf(endpoint),
      payload: payloadOf(endpoint),
    })
    .map(({ values, isRepeated, payload, ...rest }) => ({
      ...rest,
      query: queryText(values, isRepeated),
      ...(endpoint.method === 'GET' || endpoint.method === 'HEAD' ? {} : { payload }),
    }))

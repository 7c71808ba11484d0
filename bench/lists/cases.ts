import { endpoints, type AnyEndpoint } from '@vypusk/contract'
import type { Samples } from './samples.ts'

/** What can be asked of every list, read from the contract. */

type Schema = NonNullable<AnyEndpoint['query']>

export interface List {
  name: string
  endpoint: AnyEndpoint
  shape: Record<string, Schema>
  whom: ('admin' | 'manager' | 'client1')[]
}

export interface ListCase {
  name: string
  method: 'GET' | 'POST'
  url: string
  body?: object
  hasCharts: boolean
}

/** Of no filter and no order. */
const BESIDE = new Set(['page', 'per_page', 'order_by', 'isDesc', 'isExcel', 'isBounded', 'charts', 'before'])

const WHOM: Record<string, List['whom']> = { any: ['manager', 'client1'], staff: ['manager'], admin: ['admin'] }

const shapeIn = (schema: Schema | undefined) => (schema as { shape?: Record<string, Schema> } | undefined)?.shape ?? {}

/** Whatever only reads, names nothing in its address and gives a page or takes filters. */
export const listsOf = (): List[] =>
  Object.entries<AnyEndpoint>(endpoints).flatMap(([name, endpoint]) => {
    const { method, path, reads, access, query, body } = endpoint
    if ((method !== 'GET' && !reads) || path.includes(':') || access === 'public') return []
    const shape = shapeIn(query ?? body)
    const isList = ['page', 'per_page', 'search_string', 'client_ids'].some((key) => key in shape)
    return isList && endpoint.stream !== 'bytes' ? [{ name, endpoint, shape, whom: WHOM[access] ?? [] }] : []
  })

interface Definition {
  type: string
  innerType?: Schema
  entries?: Record<string, string>
}
const definitionOf = (schema: Schema) => (schema as unknown as { def: Definition }).def

/** Below what may be left out. */
function innermost(schema: Schema): Definition {
  const definition = definitionOf(schema)
  return definition.innerType ? innermost(definition.innerType) : definition
}

/** Every value of a list of words, yes of a switch, else what is known under this name. */
function valuesOf(key: string, schema: Schema, samples: Samples): unknown[] {
  const { type, entries } = innermost(schema)
  if (entries) return Object.values(entries)
  if (type === 'boolean') return [true]
  const known = samples[key]
  if (!known) throw new Error(`no value is known of the filter «${key}»: add one to bench/lists/samples.ts`)
  return known
}

type Filters = Record<string, unknown>
const isOptional = (schema: Schema) => schema.safeParse(undefined).success

/** What has to be said always, such as the days of a calendar. */
const needed = ({ shape }: List, samples: Samples): Filters =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([key, schema]) =>
      isOptional(schema) ? [] : [[key, valuesOf(key, schema, samples)[0]]],
    ),
  )

/** No filter, and each of them by each of its values. */
const filtersOf = ({ shape }: List, samples: Samples): Filters[] => [
  {},
  ...Object.entries(shape)
    .filter(([key]) => !BESIDE.has(key))
    .flatMap(([key, schema]) => valuesOf(key, schema, samples).map((value) => ({ [key]: value }))),
]

/** The usual order, and each key both ways. */
function ordersOf({ shape }: List): Filters[] {
  const keys = shape['order_by'] ? Object.values(innermost(shape['order_by']).entries ?? {}) : []
  return [{}, ...keys.flatMap((order_by) => [false, true].map((isDesc) => ({ order_by, isDesc })))]
}

const inAddress = (filters: Filters) =>
  new URLSearchParams(Object.entries(filters).map(([key, value]): [string, string] => [key, String(value)])).toString()

const nameOf = (filters: Filters) =>
  Object.entries(filters)
    .map(([key, value]) => `${key} ${JSON.stringify(value)}`)
    .join(', ') || 'everything'

/** Every order by every filter; with charts, which know no order, every filter once. */
export function casesOf(list: List, samples: Samples): ListCase[] {
  const { endpoint, shape } = list
  const always = needed(list, samples)
  // As screens ask.
  const bounded: Filters = 'isBounded' in shape ? { isBounded: true } : {}
  const ask = (filters: Filters, hasCharts = false): ListCase => {
    const all = { ...always, ...bounded, ...filters }
    const isGet = endpoint.method === 'GET'
    const url = `/api${endpoint.path}${isGet ? `?${inAddress(all)}` : ''}`
    return { name: nameOf(filters), method: isGet ? 'GET' : 'POST', url, ...(isGet ? {} : { body: all }), hasCharts }
  }
  const filters = filtersOf(list, samples)
  const plain = filters.flatMap((filter) => ordersOf(list).map((order) => ask({ ...filter, ...order })))
  return 'charts' in shape ? [...plain, ...filters.map((filter) => ask({ ...filter, charts: true }, true))] : plain
}

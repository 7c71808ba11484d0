import { endpoints, type AnyEndpoint } from '@vypusk/contract'
import type { Samples } from './samples.ts'

/** Generates the calls for every list from the contract. */

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

/** Parameters that are neither filters nor orders. */
const BESIDE = new Set(['page', 'per_page', 'order_by', 'isDesc', 'isExcel', 'isBounded', 'charts', 'before', 'after'])

const WHOM: Record<string, List['whom']> = { any: ['manager', 'client1'], staff: ['manager'], admin: ['admin'] }

const shapeIn = (schema: Schema | undefined) => (schema as { shape?: Record<string, Schema> } | undefined)?.shape ?? {}

/** Returns the endpoints that only read, have no parameters in their path, and are paged or filtered. */
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
  /** What is read before a value is put in the place of one that is not given. */
  in?: Schema
  entries?: Record<string, string>
}
const definitionOf = (schema: Schema) => (schema as unknown as { def: Definition }).def

/** Unwraps schemas of what need not be given. */
function innermost(schema: Schema): Definition {
  const definition = definitionOf(schema)
  const inner = definition.innerType ?? definition.in
  return inner ? innermost(inner) : definition
}

/** Returns every value of an enum, `true` for a boolean, otherwise the samples of this name. */
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

/** Returns values for required parameters, such as the days of a calendar. */
const needed = ({ shape }: List, samples: Samples): Filters =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([key, schema]) =>
      isOptional(schema) ? [] : [[key, valuesOf(key, schema, samples)[0]]],
    ),
  )

/** Returns the case without filters, and each filter with each of its values. */
const filtersOf = ({ shape }: List, samples: Samples): Filters[] => [
  {},
  ...Object.entries(shape)
    .filter(([key]) => !BESIDE.has(key))
    .flatMap(([key, schema]) => valuesOf(key, schema, samples).map((value) => ({ [key]: value }))),
]

/** Returns the default order, and each key in both directions. */
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

/** Combines every order with every filter; charts have no order, so they get every filter once. */
export function casesOf(list: List, samples: Samples): ListCase[] {
  const { endpoint, shape } = list
  const always = needed(list, samples)
  // Screens always send it.
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

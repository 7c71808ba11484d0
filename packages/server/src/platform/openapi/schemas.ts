import * as contract from '@vypusk/contract'
import * as z from 'zod'

/** The schemas of the contract as components of the document: each only once, under its name in the code. */

export type Json = { [key: string]: unknown }

const pascal = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** «requests.createRequest» → «RequestsCreateRequest». */
export const pascalOf = (path: string): string => path.split('.').map(pascal).join('')

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType

const isRoom = (value: unknown): value is object => Object.prototype.toString.call(value) === '[object Module]'

/** All schemas that the contract exports by name, in its rooms and outside of them. */
const namedSchemas = (): [name: string, schema: z.ZodType][] =>
  Object.entries(contract)
    .flatMap(([name, value]): [string, unknown][] =>
      isRoom(value)
        ? Object.entries(value).map(([inner, one]) => [`${pascal(name)}${pascal(inner)}`, one])
        : [[pascal(name), value]],
    )
    .filter((pair): pair is [string, z.ZodType] => isSchema(pair[1]))

/** Only objects get a name: a day or a number needs none. */
const isWorthy = (schema: z.ZodType) => schema instanceof z.ZodObject

const REF = '#/components/schemas/'
/** The key under which zod keeps recursive schemas, such as arbitrary JSON. */
const SHARED = '__shared'
const SHARED_REF = `${REF}${SHARED}#/$defs/`

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => key !== '$schema' && key !== '$id')
  return Object.fromEntries(
    entries.map(([key, inner]) => [
      key,
      key === '$ref' ? String(inner).replace(SHARED_REF, `${REF}Any`) : plain(inner),
    ]),
  )
}

/** Moves zod's shared schemas to the others. */
function withoutShared({ [SHARED]: shared, ...schemas }: Json): Json {
  const { $defs = {} } = (shared ?? {}) as { $defs?: Json }
  return { ...schemas, ...Object.fromEntries(Object.entries($defs).map(([name, one]) => [`Any${name}`, one])) }
}

/** Components for one direction: fields that replies always have may be optional in input. */
function createSide(io: 'input' | 'output', suffix: string) {
  const registry = z.registry<{ id: string }>()
  const taken = new Set<string>()
  const add = (name: string, schema: z.ZodType): string => {
    const known = registry.get(schema)?.id
    if (known) return known
    const id = `${name}${suffix}`
    if (taken.has(id)) throw new Error(`Two schemas are called ${id}`)
    taken.add(id)
    registry.add(schema, { id })
    return id
  }
  for (const [name, schema] of namedSchemas()) if (isWorthy(schema)) add(name, schema)
  return {
    ref: (name: string, schema: z.ZodType): Json => ({ $ref: `${REF}${add(name, schema)}` }),
    all: (): Json => {
      const options = {
        io,
        uri: (id: string) => `${REF}${id}`,
        unrepresentable: 'any',
        target: 'draft-2020-12',
      } as const
      return withoutShared(plain(z.toJSONSchema(registry, options).schemas) as Json)
    },
  }
}

/** The parameters one by one, since the document does not allow them as an object. */
export function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = plain(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }),
  ) as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, { description, ...one }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema: one,
  }))
}

function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner.replace(REF, '')] : refsIn(inner),
  )
}

/** The components that are referenced from somewhere in the document. */
function reached(all: Json, from: unknown): Json {
  const found = new Set<string>()
  const walk = (value: unknown) => {
    for (const name of refsIn(value)) {
      if (!found.has(name) && all[name]) {
        found.add(name)
        walk(all[name])
      }
    }
  }
  walk(from)
  return Object.fromEntries([...found].toSorted().map((name) => [name, all[name]]))
}

export function createSchemas() {
  const [incoming, outgoing] = [createSide('input', 'Input'), createSide('output', '')]
  return {
    incoming: incoming.ref,
    outgoing: outgoing.ref,
    /** The components that `from` needs. */
    components: (from: unknown): Json => reached({ ...incoming.all(), ...outgoing.all() }, from),
  }
}
export type Schemas = ReturnType<typeof createSchemas>

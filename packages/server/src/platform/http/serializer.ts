import build from 'fast-json-stringify'
import * as z from 'zod'

type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isNull = (value: unknown) => isJson(value) && value['type'] === 'null'

/**
 * Replaces alternatives with null by `nullable`. Otherwise both alternatives would be tried for each value, which took
 * half the time of a page.
 */
export function withNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNullable)
  if (!isJson(schema)) return schema
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withNullable(value)]))
  const { anyOf, ...others } = inside
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !anyOf.some(isNull)) return inside
  const something: unknown = anyOf.find((one) => !isNull(one))
  return isJson(something) && typeof something['type'] === 'string' && something['type'] !== 'null'
    ? { ...others, ...something, nullable: true }
    : inside
}

/**
 * Creates a serializer for replies. fast-json-stringify is several times faster than checking, but turns a null in a
 * non-null field into 0 or "" and drops undeclared fields; so tests serialise strictly. The code for a reply is
 * generated when it is first sent: a process sends few of the hundreds of kinds (docs/decisions/0122).
 */
export function serializer(schema: z.ZodType, strict: boolean): (value: unknown) => string {
  if (strict) return (value) => JSON.stringify(schema.parse(value))
  let generated: ((value: unknown) => string) | undefined
  return (value) => (generated ??= generate(schema))(value)
}

/** Generates the code for a reply. @throws Error if the schema has no JSON Schema */
export function generate(schema: z.ZodType): (value: unknown) => string {
  const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' })
  return build(withNullable(json) as Parameters<typeof build>[0])
}

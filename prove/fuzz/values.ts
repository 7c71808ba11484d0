import fc from 'fast-check'
import { anything, date, extremeText, longText, plainText, timeOfDay, wholeNumber } from './extremes.ts'

/** Generates values for a JSON schema: mostly valid ones, often at the limits, and now and then anything else. */

export interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

type Values = fc.Arbitrary<unknown>

/** The largest list sent: one longer than the contract allows. */
const MANY = 10_001

const textOf = ({ format, pattern, maxLength }: JsonSchema): Values => {
  if (format === 'date') return date
  if (format === 'idn-email')
    return fc.constantFrom('a@b.ru', 'ы@пример.рф', 'a@b.ru\r\nBcc: c@d.ru', `${'a'.repeat(300)}@b.ru`)
  if (format === 'uuid') return fc.uuid()
  if (pattern?.includes(':[0-5]')) return timeOfDay
  const edges = maxLength === undefined ? [] : [fc.constantFrom('я'.repeat(maxLength), 'я'.repeat(maxLength + 1))]
  return fc.oneof(
    { weight: 30, arbitrary: plainText },
    { weight: 10, arbitrary: extremeText },
    { weight: 1, arbitrary: longText },
    ...edges.map((arbitrary) => ({ weight: 2, arbitrary })),
  )
}

const listOf = (schema: JsonSchema, root: JsonSchema): Values => {
  const item = valueOf(schema.items ?? {}, root)
  const most = Math.min((schema.maxItems ?? MANY) + 1, MANY)
  return fc.oneof(
    { weight: 60, arbitrary: fc.array(item, { minLength: schema.minItems ?? 0, maxLength: 4 }) },
    { weight: 4, arbitrary: item.map((one) => [one, one]) },
    { weight: 1, arbitrary: item.map((one) => Array.from({ length: most }, () => one)) },
    { weight: 1, arbitrary: fc.constant(Array.from({ length: most }, (_, at) => at + 1)) },
  )
}

const objectOf = ({ properties = {} }: JsonSchema, root: JsonSchema): Values =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(schema, root)])), {
    requiredKeys: [],
  })

/** Generates values that the schema accepts. */
function proper(schema: JsonSchema, root: JsonSchema): Values {
  const options = schema.anyOf ?? schema.oneOf
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (options) return fc.oneof(...options.map((option) => valueOf(option, root)))
  if (schema.properties) return objectOf(schema, root)
  if (schema.type === 'array') return listOf(schema, root)
  if (schema.type === 'integer' || schema.type === 'number') return wholeNumber(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'string') return textOf(schema)
  return anything
}

export const valueOf = (schema: JsonSchema, root: JsonSchema): Values =>
  fc.oneof({ weight: 40, arbitrary: proper(schema, root) }, { weight: 1, arbitrary: anything })

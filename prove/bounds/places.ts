import * as z from 'zod'
import type { AnyEndpoint } from '@vypusk/contract'
import type { JsonSchema as Whole } from '../fuzz/values.ts'

/** The places of a body where a text can be put, found by walking through the contract's schema. */

export interface JsonSchema extends Whole {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  required?: string[]
}

type Step = string | number
export interface Text {
  /** Names of fields, and 0 for the first item of a list. */
  path: readonly Step[]
  /** The most characters. */
  most: number
}

export const schemaOf = ({ body }: AnyEndpoint): JsonSchema =>
  body ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema) : {}

const optionsOf = ({ anyOf, oneOf, allOf }: JsonSchema): JsonSchema[] => anyOf ?? oneOf ?? allOf ?? []

function allTexts(schema: JsonSchema, path: readonly Step[] = []): Text[] {
  const { type, maxLength, properties = {}, items } = schema
  return [
    ...(type === 'string' && maxLength !== undefined ? [{ path, most: maxLength }] : []),
    ...Object.entries(properties).flatMap(([name, one]) => allTexts(one, [...path, name])),
    ...(items ? allTexts(items, [...path, 0]) : []),
    ...optionsOf(schema).flatMap((one) => allTexts(one, path)),
  ]
}

/** Every text of a body with its bound, each once although several forms of the body may have it. */
export const textsIn = (schema: JsonSchema): Text[] => [
  ...new Map(allTexts(schema).map((text) => [JSON.stringify(text), text])).values(),
]

const textOf = ({ format, pattern, minLength = 1 }: JsonSchema): string => {
  if (format === 'date') return '2026-03-20'
  if (format === 'idn-email') return 'a@example.ru'
  return pattern?.includes(':[0-5]') ? '10:30' : 'а'.repeat(minLength)
}

const NUMBERS = new Set(['integer', 'number'])

/** The simplest value that a schema takes. */
function sampleOf(schema: JsonSchema): unknown {
  const { type = '', properties, required = [], enum: words, minimum = 1 } = schema
  const [option] = optionsOf(schema)
  if (schema.const !== undefined) return schema.const
  if (words) return words[0]
  if (option) return sampleOf(option)
  if (properties) return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]))
  if (NUMBERS.has(type)) return Math.max(minimum, 1)
  if (type === 'string') return textOf(schema)
  return { array: [], boolean: true }[type] ?? null
}

/** The form of a body that has this field or item. */
const formWith = (schema: JsonSchema, step: Step): JsonSchema | undefined =>
  (typeof step === 'number' ? schema.items : schema.properties?.[step])
    ? schema
    : optionsOf(schema)
        .map((one) => formWith(one, step))
        .find((one) => one !== undefined)

const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !isList(value)

interface Put {
  path: readonly Step[]
  value: unknown
  schema: JsonSchema
}

/** A copy of the body with the value in its place; what is missing on the way there is made. */
export function withValue(body: unknown, { path: [step, ...path], value, schema }: Put): unknown {
  if (step === undefined) return value
  const form = formWith(schema, step) ?? {}
  if (typeof step === 'number') {
    const [first, ...others] = isList(body) ? body : []
    return [withValue(first, { path, value, schema: form.items ?? {} }), ...others]
  }
  const whole = isObject(body) ? body : (sampleOf(form) as Record<string, unknown>)
  return { ...whole, [step]: withValue(whole[step], { path, value, schema: form.properties?.[step] ?? {} }) }
}

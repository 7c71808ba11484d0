import * as z from 'zod'
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { endpoints, type AnyEndpoint } from '@vypusk/contract'
import type { Person } from '../../../platform/call.ts'
import { onlyReads } from '../../../platform/mount.ts'

/**
 * Where an argument of a tool goes; `whole` is a body that is not a plain list of fields, `key` the key of a repeated
 * call.
 */
export type Part = 'params' | 'query' | 'body' | 'whole' | 'key'

/** A call of the contract as it is offered to assistants. */
export interface OfferedTool {
  endpoint: AnyEndpoint
  /** Every argument it takes. */
  parts: Map<string, Part>
  /** The arguments that are part of the address. */
  inAddress: string[]
  /** Its entry in `tools/list`. */
  listed: Tool
}

interface ObjectSchema {
  properties?: Record<string, object>
  required?: string[]
}

interface Argument {
  name: string
  part: Part
  isNeeded: boolean
  schema: object
}

/** Assistants only read JSON and have no use for a workbook. */
const LEFT_OUT = new Set(['isExcel'])

const KEY: Argument = {
  name: 'idempotency_key',
  part: 'key',
  isNeeded: false,
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: 'Any text of your own: the same call with the same key creates nothing twice within 24 hours.',
  },
}

/** The JSON Schema of an input, without the dialect, to be nested in another schema. */
const withoutDialect = (schema: z.ZodType): ObjectSchema =>
  Object.fromEntries(
    Object.entries(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).filter(
      ([key]) => key !== '$schema',
    ),
  )

function argumentsOf(part: 'params' | 'query' | 'body', schema: z.ZodType | undefined): Argument[] {
  if (!schema) return []
  const { properties, required = [], ...whole } = withoutDialect(schema)
  if (!properties) return [{ name: 'body', part: 'whole', isNeeded: true, schema: whole }]
  return Object.entries(properties)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, one]) => ({ name, part, isNeeded: part === 'params' || required.includes(name), schema: one }))
}

/** Marks calls that only read, and distinguishes calls that only add from those that overwrite. */
const annotationsOf = (endpoint: AnyEndpoint) =>
  onlyReads(endpoint)
    ? { readOnlyHint: true, openWorldHint: false }
    : { readOnlyHint: false, destructiveHint: endpoint.creates !== true, idempotentHint: false }

function offered(endpoint: AnyEndpoint, { name, title }: NonNullable<AnyEndpoint['tool']>): OfferedTool {
  const args = [
    ...argumentsOf('params', endpoint.params),
    ...argumentsOf('query', endpoint.query),
    ...argumentsOf('body', endpoint.body),
    ...(endpoint.creates ? [KEY] : []),
  ]
  return {
    endpoint,
    parts: new Map(args.map(({ name: argument, part }) => [argument, part])),
    inAddress: args.filter(({ part }) => part === 'params').map(({ name: argument }) => argument),
    listed: {
      name,
      title,
      description: `${title}. ${endpoint.summary}`,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(args.map(({ name: argument, schema }) => [argument, schema])),
        required: args.filter(({ isNeeded }) => isNeeded).map(({ name: argument }) => argument),
        additionalProperties: false,
      },
      annotations: { title, ...annotationsOf(endpoint) },
    },
  }
}

let made: Map<string, OfferedTool> | undefined
/** Every call that carries the flag, by the tool's name; built when an assistant first needs it. */
const allTools = () =>
  (made ??= new Map(
    Object.values(endpoints).flatMap((endpoint) =>
      endpoint.tool ? [[endpoint.tool.name, offered(endpoint, endpoint.tool)] as const] : [],
    ),
  ))

/** The tool with this name, whether or not the caller may use it: the endpoint refuses by itself. */
export const toolOf = (name: string): OfferedTool | undefined => allTools().get(name)

/**
 * The tools offered to the caller: those its side may call at all, and for a read token only those that change nothing.
 */
export const toolsFor = ({ isRivc, scope }: Person): Tool[] =>
  [...allTools().values()]
    .filter(({ endpoint }) => (isRivc || endpoint.access === 'any') && (scope !== 'read' || onlyReads(endpoint)))
    .map(({ listed }) => listed)

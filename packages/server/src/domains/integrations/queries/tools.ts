import * as z from 'zod'
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { endpoints, type AnyEndpoint } from '@vypusk/contract'
import type { Person } from '../../../platform/call.ts'
import { onlyReads } from '../../../platform/mount.ts'

/** Where an argument of a tool goes; `whole` is a body that is no plain list of fields, `key` the key of a repeated call. */
export type Part = 'params' | 'query' | 'body' | 'whole' | 'key'

/** A call of the contract as assistants are offered it. */
export interface OfferedTool {
  endpoint: AnyEndpoint
  /** Every argument it takes. */
  parts: Map<string, Part>
  /** Arguments that stand in the address. */
  inAddress: string[]
  /** What `tools/list` says of it. */
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

/** Assistants read JSON only: a workbook is nothing to them. */
const LEFT_OUT = new Set(['isExcel'])

const KEY: Argument = {
  name: 'idempotency_key',
  part: 'key',
  isNeeded: false,
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: 'Any text of your own: the same call with the same key makes nothing twice within 24 hours.',
  },
}

/** JSON Schema of what is sent, to stand within another. */
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

/** What changes nothing is said to be so; who only adds is told from who overwrites. */
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
/** Every call that carries the flag, by the tool's name; made when an assistant asks first. */
const allTools = () =>
  (made ??= new Map(
    Object.values(endpoints).flatMap((endpoint) =>
      endpoint.tool ? [[endpoint.tool.name, offered(endpoint, endpoint.tool)] as const] : [],
    ),
  ))

/** The tool of this name, whoever may use it: its endpoint says no in its own words. */
export const toolOf = (name: string): OfferedTool | undefined => allTools().get(name)

/** What the caller is offered: what its side may call at all, and of a token that reads what changes nothing. */
export const toolsFor = ({ isRivc, scope }: Person): Tool[] =>
  [...allTools().values()]
    .filter(({ endpoint }) => (isRivc || endpoint.access === 'any') && (scope !== 'read' || onlyReads(endpoint)))
    .map(({ listed }) => listed)

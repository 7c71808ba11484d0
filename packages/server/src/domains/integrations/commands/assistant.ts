import { Readable } from 'node:stream'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js'
import { auth, refusals, type ErrorReply, type mcp } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { callWithin } from '../../../platform/inner-call.ts'
import { Refusal, refuseWith, type RefusalSpec } from '../../../platform/refusal.ts'
import { StreamReply } from '../../../platform/reply.ts'
import { reasons } from '../policy.ts'
import { toolOf, toolsFor, type OfferedTool, type Part } from '../queries/tools.ts'

type Sent = Call<typeof mcp.send>
type Arguments = Record<string, unknown>

const INSTRUCTIONS = `Выпуск coordinates software releases between their provider and the client companies. Every tool \
is an API call made in the name of the person the token belongs to: it shows and changes what that person may see and \
change. Ids are whole numbers, durations whole minutes, days YYYY-MM-DD, moments ISO 8601 in UTC. Lists take page and \
per_page. Replies with details contain "version": send it with a change, so that nobody else's change is overwritten. \
They also contain "abilities": what may be done now, or why not. An answer with isError is a refusal: its text is in \
Russian, for the person you work for. Before you change a date, companies or requests of a release that was sent for \
approval, call foresee_consequences and show your person what the companies will be notified of. Publishing and \
deleting are done by people on the screens.`

const toolResult = (text: string, isError: boolean): CallToolResult => ({ content: [{ type: 'text', text }], isError })

/** A refusal as text, followed by the data it carries, such as the current state of something changed meanwhile. */
function refusalOf(body: ErrorReply): CallToolResult {
  const { message, errors = {}, ...more } = body
  const fields = Object.entries(errors).flatMap(([field, sentences]) => sentences.map((one) => `${field}: ${one}`))
  const rest = Object.keys(more).length > 0 ? [JSON.stringify(more)] : []
  return toolResult([message, ...fields, ...rest].join('\n'), true)
}

/** Whether an argument has a value; their schemas let assistants write null for one that is not. */
const hasValue = (value: unknown) => value !== undefined && value !== null

/** The arguments of one part, by name. */
const taken = ({ parts }: OfferedTool, args: Arguments, of: Part) =>
  Object.fromEntries(Object.entries(args).filter(([name, value]) => parts.get(name) === of && value !== undefined))

/**
 * Reports mistakes that the endpoint cannot: arguments it does not know never reach it, and it has no address without
 * its ids.
 */
function misread({ parts, inAddress }: OfferedTool, args: Arguments): CallToolResult | undefined {
  const unknown = Object.keys(args).filter((name) => !parts.has(name))
  const missing = inAddress.filter((name) => !hasValue(args[name]))
  const { idempotency_key: key } = args
  const isNoKey = parts.has('idempotency_key') && hasValue(key) && typeof key !== 'string'
  if (unknown.length + missing.length === 0 && !isNoKey) return undefined
  const errors = [
    ...(isNoKey ? [['idempotency_key', [refusals.key_length[1]]] as const] : []),
    ...unknown.map((name) => [name, ['Такого поля здесь нет']] as const),
    ...missing.map((name) => [name, ['Заполните поле']] as const),
  ]
  return refusalOf({ message: refusals.invalid[1], errors: Object.fromEntries(errors) })
}

async function callEndpoint(call: Sent, tool: OfferedTool, args: Arguments) {
  const { method, path } = tool.endpoint
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(args[name])))
  const query = Object.entries(taken(tool, args, 'query'))
    .filter(([, value]) => hasValue(value))
    .map(([name, value]) => [name, String(value)])
  const { idempotency_key: key } = taken(tool, args, 'key')
  const { body = taken(tool, args, 'body') } = taken(tool, args, 'whole')
  return callWithin(call, {
    method,
    url: `/api${url}`,
    query: Object.fromEntries(query),
    headers: {
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
    },
    // Many assistants write a nested object as its text.
    ...(method === 'GET' ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

async function callTool(call: Sent, name: string, args: Arguments): Promise<CallToolResult> {
  const tool = toolOf(name)
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `Такого инструмента нет: ${name}`)
  const wrong = misread(tool, args)
  if (wrong) return wrong
  const { statusCode, body } = await callEndpoint(call, tool, args)
  return statusCode === 200 ? toolResult(body, false) : refusalOf(JSON.parse(body) as ErrorReply)
}

function serverFor(call: Sent): McpServer {
  const who = { name: 'vypusk', title: 'Выпуск', version: auth.APP_VERSION }
  const server = new McpServer(who, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  // Registered below the tools of `McpServer`, which would check arguments itself and refuse them in its own words.
  server.server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: toolsFor(call.person) }))
  server.server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    callTool(call, params.name, params.arguments ?? {}),
  )
  return server
}

/** What messages of a method have to be, and what is answered to one that is not. */
interface Shape {
  schema: { safeParse: (message: unknown) => { success: boolean } }
  refusal: RefusalSpec
}

const SHAPES = new Map<string, Shape>([
  ['tools/call', { schema: CallToolRequestSchema, refusal: reasons.noTool }],
  ['tools/list', { schema: ListToolsRequestSchema, refusal: reasons.noParams }],
  ['initialize', { schema: InitializeRequestSchema, refusal: reasons.noParams }],
])

/**
 * A message whose params are not those of its method, such as a call of a tool that names none. The library would
 * answer it with its own error, and with what it checks by.
 */
function answerMisshapen({ body }: Sent): StreamReply | undefined {
  const shape = SHAPES.get(body.method ?? '')
  if (!shape || shape.schema.safeParse(body).success) return undefined
  const error = { code: ErrorCode.InvalidParams, message: shape.refusal[1] }
  const reply = { jsonrpc: body.jsonrpc, id: body['id'] ?? null, error }
  return new StreamReply(Readable.from([JSON.stringify(reply)]), { 'content-type': 'application/json' })
}

/** Answers one message of an assistant; no state is kept between messages. */
export async function answerAssistant(call: Sent): Promise<StreamReply> {
  const misshapen = answerMisshapen(call)
  if (misshapen) return misshapen
  const server = serverFor(call)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const { headers } = call.request
    const names = ['accept', 'content-type', 'mcp-protocol-version']
    const own = names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : []))
    const mcpRequest = new Request(call.deps.settings.publicUrl, { method: 'POST', headers: Object.fromEntries(own) })
    const response = await transport.handleRequest(mcpRequest, { parsedBody: call.body })
    // The library refuses in English, for programs only; a person who tries it by hand gets a sentence in Russian.
    if (response.status >= 400) throw refuseWith(response.status === 406 ? reasons.takesNoAnswer : reasons.noMessage)
    const body = Readable.from([Buffer.from(await response.arrayBuffer())])
    return new StreamReply(body, Object.fromEntries(response.headers), response.status)
  } finally {
    await server.close()
  }
}

/**
 * Refuses the other methods. Assistants try to open a stream with GET, and go on without one when they get this answer.
 */
export async function answerOnlyPost(): Promise<never> {
  throw new Refusal(reasons.askByPost, {}, { Allow: 'POST' })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { bodyLimitOf, live, type AnyEndpoint, type ReplyOf } from '@vypusk/contract'
import type { Call, Deps } from './call.ts'
import { callerAddress } from './caller-address.ts'
import { askingAs } from './fair-share.ts'
import { keyOf } from './idempotency.ts'
import { API_TOKEN, NOBODY, type Person } from './person.ts'
import { refuse } from './refusal.ts'
import { mayReadReplica } from './replica/reading.ts'
import { StreamReply } from './reply.ts'
import { traced } from './tracing.ts'
import { keepReply, Replay } from './transaction.ts'

export type Handler<E extends AnyEndpoint> = (call: Call<E>) => Promise<ReplyOf<E> | StreamReply>
export type Mount = <E extends AnyEndpoint>(endpoint: E, handler: Handler<E>) => void
/** Mounts the endpoints of a room. */
export type Routes = (mount: Mount) => void

const BEARER = /^Bearer (\S+)$/i

/** Whether an endpoint changes nothing: open to a token that only reads. */
export const onlyReads = ({ method, reads }: AnyEndpoint) => method === 'GET' || method === 'HEAD' || reads === true

/** Whoever has to set up a second factor does that first. */
function admitSettingUp({ settingUp }: AnyEndpoint, { mustSetUpFactor }: Person): void {
  if (mustSetUpFactor && !settingUp) throw refuse('factor_needed', { second_factor: 'set_up' })
}

/** What an API token may call; of a session, everything. Of its administering `whoIs` has seen to. */
function admitScope(endpoint: AnyEndpoint, { scope }: Person): void {
  if (scope === undefined) return
  if (scope === 'directory') throw refuse('token_scope')
  if (endpoint.bySessionOnly) throw refuse('session_only')
  if (scope === 'read' && !onlyReads(endpoint)) throw refuse('token_scope')
}

/** Nobody else says who there is, administrators neither. */
function admitDirectory(person: Person): Person {
  if (person.scope !== 'directory') throw refuse('forbidden')
  return person
}

function admit(endpoint: AnyEndpoint, person: Person | undefined): Person {
  const { access } = endpoint
  if (access === 'public') return NOBODY
  if (!person) throw refuse('no_session')
  admitSettingUp(endpoint, person)
  if (access === 'directory') return admitDirectory(person)
  if (access === 'staff' && !person.isRivc) throw refuse('staff_only')
  if (access === 'admin' && !person.isAdmin) throw refuse('forbidden')
  admitScope(endpoint, person)
  return person
}

/** Who the token stands for; many wrong ones from one address have to wait, whoever they were meant for. */
async function personBy(token: string, request: FastifyRequest, deps: Deps): Promise<Person | undefined> {
  if (token === '') return undefined
  const person = await deps.whoIs(token)
  if (!person && token.startsWith(API_TOKEN)) await deps.loginTries.takeToken(callerAddress(request))
  return person
}

/** Messages per field; an issue of the whole body stands under ''. */
function errorsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of issues) {
    const field = issue.path.map(String).join('.')
    ;(errors[field] ??= []).push(issue.message)
  }
  return errors
}

function parse(schema: z.ZodType | undefined, value: unknown) {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw refuse('invalid', { errors: errorsOf(parsed.error.issues) })
}

/** An address that cannot be one of ours (`/releases/abc`) names nothing. */
function parseParams(schema: z.ZodType | undefined, value: unknown) {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw refuse('not_found')
}

/** What a person writes is counted, kind by kind, whoever wrote the endpoint. */
const isCounted = (endpoint: AnyEndpoint) =>
  endpoint.access !== 'public' && !onlyReads(endpoint) && endpoint.unlimited !== true

/** Who asks is settled before a body is read: of a stranger none is. */
async function callerOf(endpoint: AnyEndpoint, request: FastifyRequest, deps: Deps) {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const person = admit(endpoint, endpoint.access === 'public' ? undefined : await personBy(token, request, deps))
  const stream = live.streamKey.safeParse(request.headers[live.STREAM_HEADER.toLowerCase()])
  return { token, person: stream.success ? { ...person, stream: stream.data } : person }
}
type Caller = Awaited<ReturnType<typeof callerOf>>

function callOf(endpoint: AnyEndpoint, request: FastifyRequest, { token, person }: Caller, deps: Deps): Call {
  return {
    deps,
    person,
    token,
    address: callerAddress(request),
    request,
    replyHeaders: {},
    params: parseParams(endpoint.params, request.params),
    query: parse(endpoint.query, request.query),
    body: endpoint.multipart ? undefined : parse(endpoint.body, request.body ?? {}),
    idempotency: keyOf(endpoint, request),
  }
}

function answer(reply: FastifyReply, result: unknown) {
  if (!(result instanceof StreamReply)) return result
  return reply
    .code(result.status)
    .headers(result.headers)
    .serializer((value) => value as string)
    .send(result.stream)
}

/** The work is done by now, so that a reply that cannot be kept is given all the same. */
const keepWhole = (call: Call, result: unknown) =>
  keepReply(call.deps.db, call, result).catch((error: unknown) =>
    call.deps.log.warn({ err: error }, 'the reply of an idempotency key is not kept'),
  )

/**
 * The first reply of a key. What the transaction gave back is no reply where the process died, or the database left,
 * before the whole was known: then nothing but the thing itself tells what was done.
 */
function replayed({ reply: schema }: AnyEndpoint, { reply }: Replay): unknown {
  if (schema && !schema.safeParse(reply).success) throw refuse('conflict')
  return reply
}

async function serve<E extends AnyEndpoint>(endpoint: E, call: Call<E>, handler: Handler<E>): Promise<unknown> {
  try {
    const result = await handler(call)
    if (!(result instanceof StreamReply)) await keepWhole(call, result)
    return result
  } catch (error) {
    if (error instanceof Replay) return replayed(endpoint, error)
    throw error
  }
}

/** Every call waits for other systems 10 s at most, one after another. */
const MOST_MS = 60_000

/** A workbook of a million rows takes minutes on its way. */
const MOST_EXCEL_MS = 30 * 60_000

/** When a call that is not answered is; files and live streams take as long as they take. */
function timeLimit({ stream, multipart }: AnyEndpoint) {
  if (stream === 'excel') return { handlerTimeout: MOST_EXCEL_MS }
  return stream || multipart ? {} : { handlerTimeout: MOST_MS }
}

/** `mount` for an application: makes the route an endpoint stands for. */
export function createMount(app: FastifyInstance, deps: Deps): Mount {
  const callers = new WeakMap<FastifyRequest, Caller>()
  return (endpoint, handler) => {
    const kind = `${endpoint.method} ${endpoint.path}`
    const route = { 'http.request.method': endpoint.method, 'http.route': `/api${endpoint.path}` }
    const traceOf = { name: `${endpoint.method} /api${endpoint.path}`, kind: 'server', attributes: route } as const
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      schema: schemaOf(endpoint),
      bodyLimit: bodyLimitOf(endpoint),
      ...timeLimit(endpoint),
      // Parsed in the handler's call, so that a refusal of who asks comes before one of what is asked.
      validatorCompiler: () => () => true,
      onRequest: async (request) => void callers.set(request, await callerOf(endpoint, request, deps)),
      handler: async (request, reply) => {
        const caller = callers.get(request) ?? (await callerOf(endpoint, request, deps))
        const call = callOf(endpoint, request, caller, deps) as Call<typeof endpoint>
        const { traceparent } = request.headers
        const work = { ...traceOf, traceparent: typeof traceparent === 'string' ? traceparent : undefined }
        const result = await traced(work, () =>
          askingAs(kind, async () => {
            if (isCounted(endpoint)) await deps.rates.take(call.person, endpoint)
            const serving = () => serve(endpoint, call, handler)
            return endpoint.replica && deps.replica ? mayReadReplica(serving) : serving()
          }),
        )
        return answer(reply.headers(call.replyHeaders), result)
      },
    })
  }
}

/** What Fastify serialises by. */
const schemaOf = ({ reply }: AnyEndpoint) => (reply ? { response: { 200: reply } } : {})

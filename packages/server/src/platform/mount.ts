import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { bodyLimitOf, live, type AnyEndpoint, type ReplyOf } from '@vypusk/contract'
import type { Call, Deps } from './call.ts'
import { callerAddress } from './http/caller-address.ts'
import { askingAs } from './http/fair-share.ts'
import { errorsOf } from './http/field-sentences.ts'
import { keyOf } from './http/idempotency.ts'
import { replayed } from './http/replaying.ts'
import { API_TOKEN, NOBODY, type Person } from './person.ts'
import { bodyReaderOf, isBlank, readerOf } from './http/query-string.ts'
import { answerWithin, sendWithin, timeLimitOf } from './http/time-limit.ts'
import { UNSTORABLE, unstorableIn } from './http/unstorable.ts'
import { withoutPaging } from './http/whole-list.ts'
import { refuse } from './refusal.ts'
import { mayReadReplica } from './replica/reading.ts'
import { StreamReply } from './reply.ts'
import { traced } from './tracing.ts'
import { keepReply, Replay } from './transaction.ts'

export type Handler<E extends AnyEndpoint> = (call: Call<E>) => Promise<ReplyOf<E> | StreamReply>
export type Mount = <E extends AnyEndpoint>(endpoint: E, handler: Handler<E>) => void
/** Mounts the endpoints of a room. */
export type Routes = (mount: Mount) => void

const STREAM_KEY = live.streamKey.optional()

const BEARER = /^Bearer (\S+)$/i

/** Whether an endpoint changes nothing, so that read-only tokens may call it. */
export const onlyReads = ({ method, reads }: AnyEndpoint) => method === 'GET' || method === 'HEAD' || reads === true

/** People who have to set up a second factor must do so first. */
function admitSettingUp({ settingUp }: AnyEndpoint, { mustSetUpFactor }: Person): void {
  if (mustSetUpFactor && !settingUp) throw refuse('factor_needed', { second_factor: 'set_up' })
}

/**
 * Checks that an API token may make this call; a session may make all. `whoIs` has already checked administrators'
 * tokens.
 */
function admitScope(endpoint: AnyEndpoint, { scope }: Person): void {
  if (scope === undefined) return
  if (scope === 'directory') throw refuse('token_scope')
  if (endpoint.bySessionOnly) throw refuse('session_only')
  if (scope === 'read' && !onlyReads(endpoint)) throw refuse('token_scope')
}

/** Only a directory's service may provision people; administrators may not either. */
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

/** The person a token belongs to. An address that sends many unknown tokens has to wait, whoever it belongs to. */
async function personBy(token: string, request: FastifyRequest, deps: Deps): Promise<Person | undefined> {
  if (token === '') return undefined
  const person = await deps.whoIs(token)
  if (!person && token.startsWith(API_TOKEN)) await deps.loginTries.takeToken(callerAddress(request))
  return person
}

function parse(schema: z.ZodType | undefined, value: unknown) {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw refuse('invalid', { errors: errorsOf(parsed.error.issues) })
  const unstorable = unstorableIn(parsed.data)
  if (unstorable.length === 0) return parsed.data
  throw refuse('invalid', { errors: Object.fromEntries(unstorable.map((field) => [field, [UNSTORABLE]])) })
}

/** A path that cannot be one of ours (`/releases/abc`) is not found. */
function parseParams(schema: z.ZodType | undefined, value: unknown) {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  // An id that is left out (`/releases/`) would read 0, which creates.
  if (!parsed.success || Object.values(value ?? {}).some(isBlank)) throw refuse('not_found')
  return parsed.data
}

/** Writes by people are counted for each kind of call, no matter who wrote the endpoint. */
const isCounted = (endpoint: AnyEndpoint) =>
  endpoint.access !== 'public' && !onlyReads(endpoint) && endpoint.unlimited !== true

/** Determines the caller before the body is read, so that no body is read from strangers. */
async function callerOf(endpoint: AnyEndpoint, request: FastifyRequest, deps: Deps) {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const person = admit(endpoint, endpoint.access === 'public' ? undefined : await personBy(token, request, deps))
  const { data: stream } = STREAM_KEY.safeParse(request.headers[live.STREAM_HEADER.toLowerCase()])
  return { token, person: stream === undefined ? person : { ...person, stream } }
}
type Caller = Awaited<ReturnType<typeof callerOf>>

interface Incoming {
  request: FastifyRequest
  caller: Caller
  query: unknown
  body: unknown
}

function callOf(
  endpoint: AnyEndpoint,
  { request, caller: { token, person }, query, body }: Incoming,
  deps: Deps,
): Call {
  return {
    deps,
    person,
    token,
    address: callerAddress(request),
    request,
    replyHeaders: {},
    params: parseParams(endpoint.params, request.params),
    query: parse(endpoint.query, withoutPaging(endpoint, query)),
    body: endpoint.multipart ? undefined : parse(endpoint.body, withoutPaging(endpoint, body)),
    idempotency: keyOf(endpoint, request),
  }
}

/**
 * The bytes to send. The reply to HEAD has none: what would be sent is closed, or a live stream would stay open for
 * nobody, and a workbook would be written to its end. A text instead of a stream would replace Content-Length.
 */
function bytesFor({ method }: FastifyRequest, { stream }: StreamReply): Readable {
  if (method !== 'HEAD') return stream
  stream.destroy()
  return Readable.from([])
}

function answer(reply: FastifyReply, result: unknown) {
  if (!(result instanceof StreamReply)) return result
  return reply
    .code(result.status)
    .headers(result.headers)
    .serializer((value) => value as string)
    .send(bytesFor(reply.request, result))
}

/** The work is done by now, so the reply is sent even if it cannot be stored. */
const keepWhole = (call: Call, result: unknown) =>
  keepReply(call.deps.db, call, result).catch((error: unknown) =>
    call.deps.log.warn({ err: error }, 'the reply of an idempotency key is not kept'),
  )

async function serve<E extends AnyEndpoint>(endpoint: E, call: Call<E>, handler: Handler<E>): Promise<unknown> {
  try {
    const result = await handler(call)
    if (!(result instanceof StreamReply)) await keepWhole(call, result)
    return result
  } catch (error) {
    if (error instanceof Replay) return replayed(endpoint, call.deps, error)
    throw error
  }
}

const kindOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

/** Whatever a call would have sent is closed when it has been refused meanwhile. */
const dropFor =
  (kind: string, { log }: Deps) =>
  (late: PromiseSettledResult<unknown>) => {
    if (late.status === 'rejected') log.warn({ err: late.reason, call: kind }, 'failed after it had taken too long')
    else if (late.value instanceof StreamReply) late.value.stream.destroy()
  }

/**
 * Does what calls of an endpoint ask for.
 * @returns the reply, whose own headers are then set
 */
function workOf<E extends AnyEndpoint>(endpoint: E, handler: Handler<E>, deps: Deps) {
  const kind = kindOf(endpoint)
  const readQuery = readerOf(endpoint.query)
  const readBody = bodyReaderOf(endpoint)
  const route = { 'http.request.method': endpoint.method, 'http.route': `/api${endpoint.path}` }
  const traceOf = { name: `${endpoint.method} /api${endpoint.path}`, kind: 'server', attributes: route } as const
  return async (caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const asked = { query: readQuery(request.query), body: readBody(request.body ?? {}) }
    const call = callOf(endpoint, { request, caller, ...asked }, deps) as Call<E>
    const { traceparent } = request.headers
    const work = { ...traceOf, traceparent: typeof traceparent === 'string' ? traceparent : undefined }
    const result = await traced(work, () =>
      askingAs(kind, async () => {
        if (isCounted(endpoint)) await deps.rates.take(call.person, endpoint)
        const serving = () => serve(endpoint, call, handler)
        return endpoint.replica && deps.replica ? mayReadReplica(serving) : serving()
      }),
    )
    reply.headers(call.replyHeaders)
    return result
  }
}

/**
 * Creates the `mount` function of an application, which adds the route of an endpoint.
 * @param limitOf how long a call may take, in ms
 */
export function createMount(app: FastifyInstance, deps: Deps, limitOf = timeLimitOf): Mount {
  const callers = new WeakMap<FastifyRequest, Caller>()
  return (endpoint, handler) => {
    const work = workOf(endpoint, handler, deps)
    const drop = dropFor(kindOf(endpoint), deps)
    const limit = limitOf(endpoint)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      schema: schemaOf(endpoint),
      bodyLimit: bodyLimitOf(endpoint),
      // Input is parsed in the handler, so that errors about the caller come before errors about the input.
      validatorCompiler: () => () => true,
      onRequest: async (request) => void callers.set(request, await callerOf(endpoint, request, deps)),
      handler: async (request, reply) => {
        const caller = callers.get(request) ?? (await callerOf(endpoint, request, deps))
        const result = await answerWithin(limit, () => work(caller, request, reply), drop)
        if (result instanceof StreamReply) sendWithin(limit, result)
        return answer(reply, result)
      },
    })
  }
}

/** The schema by which Fastify serialises the reply. */
const schemaOf = ({ reply }: AnyEndpoint) => (reply ? { response: { 200: reply } } : {})

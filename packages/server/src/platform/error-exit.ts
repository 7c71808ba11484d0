import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusals, type AnyEndpoint } from '@vypusk/contract'
import { refusalOfDatabase, type Constraints } from './constraints.ts'
import { refusalOfTrouble } from './database-away.ts'
import { Refusal } from './refusal.ts'

interface Thrown {
  statusCode?: number
  code?: unknown
  constraint?: unknown
}

/** Fastify's own errors by their status: bodies it could not read, or that are too large. */
function refusalOfTransport({ statusCode, code }: Thrown): Refusal | undefined {
  if (typeof code !== 'string' || !code.startsWith('FST_')) return undefined
  if (code === 'FST_ERR_HANDLER_TIMEOUT') {
    // Where the call was ended by the watchdog, its connection cannot be read on.
    return new Refusal(refusals.took_too_long, {}, { 'Retry-After': '30', Connection: 'close' })
  }
  if (statusCode === 413) return new Refusal(refusals.too_large)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal(refusals.bad_syntax)
  return undefined
}

function refusalOf(error: unknown, constraints: Constraints): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (typeof error !== 'object' || error === null) return undefined
  const spec = refusalOfDatabase(error, constraints)
  return spec ? new Refusal(spec) : refusalOfTransport(error)
}

const SCIM_ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** A directory reads refusals in the standard's form (RFC 7644, 3.12), which has no 422. */
function sendScim(reply: FastifyReply, { status, message, extra, headers }: Refusal) {
  const shownStatus = status === 422 ? 400 : status
  const kinds: Record<number, string> = { 400: 'invalidSyntax', 409: 'uniqueness' }
  const scimType = extra['scimType'] ?? (status === 422 ? 'invalidValue' : kinds[status])
  const fields = Object.entries(extra.errors ?? {}).map(([field, sentences]) => `${field}: ${sentences.join('. ')}`)
  const detail = [message, ...fields].join('. ')
  const body = { schemas: [SCIM_ERROR], status: String(shownStatus), ...(scimType ? { scimType } : {}), detail }
  return reply
    .code(shownStatus)
    .headers(headers)
    .type('application/scim+json; charset=utf-8')
    .serializer((value) => JSON.stringify(value))
    .send(body)
}

const isOfDirectory = ({ request }: FastifyReply) =>
  (request.routeOptions.config as { endpoint?: AnyEndpoint }).endpoint?.access === 'directory'

function send(reply: FastifyReply, refusal: Refusal) {
  if (isOfDirectory(reply)) return sendScim(reply, refusal)
  const { status, message, extra, headers } = refusal
  return reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .serializer((value) => JSON.stringify(value))
    .send({ message, ...extra })
}

/** Answers a call that never got as far as a route: its address is not encoded as one. */
export const refuseAddress = (reply: FastifyReply) => send(reply, new Refusal(refusals.not_found))

/**
 * The one exit: turns whatever was thrown into a reply. What is not a refusal is our own fault:
 * logged whole under an id, and the caller gets the sentence and the id, never the text.
 */
export function setErrorExit(app: FastifyInstance, constraints: Constraints): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply) => {
    const refusal = refusalOf(error, constraints)
    if (refusal) return send(reply, refusal)
    const trouble = refusalOfTrouble(error)
    if (trouble) {
      request.log.warn({ err: error }, 'the database is in trouble')
      return send(reply, trouble)
    }
    const fault = randomUUID()
    request.log.error({ err: error, fault }, 'own fault')
    return send(reply, new Refusal(refusals.own_fault, { id: fault }))
  })
}

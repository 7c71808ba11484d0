import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusals, type AnyEndpoint } from '@vypusk/contract'
import { refusalOfDatabase, type Constraints } from '../constraints.ts'
import { refusalOfTrouble } from '../database/away.ts'
import { Refusal } from '../refusal.ts'

interface Thrown {
  statusCode?: number
  code?: unknown
  constraint?: unknown
}

/** Refusals for Fastify's own errors by status: bodies that are unreadable or too large. */
function refusalOfTransport({ statusCode, code }: Thrown): Refusal | undefined {
  if (typeof code !== 'string' || !code.startsWith('FST_')) return undefined
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

/** Directories expect errors in the standard's form (RFC 7644, 3.12), which has no 422. */
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

/** Answers a call that did not reach a route because its address is badly encoded. */
export const refuseAddress = (reply: FastifyReply) => send(reply, new Refusal(refusals.not_found))

/**
 * Whether the caller has gone away before the first byte of a reply that is a stream, such as a large list or a workbook.
 * Fastify breaks the stream off then, and reports that as an error of ours.
 */
const hasLeft = (error: unknown, { raw }: FastifyReply): boolean =>
  raw.destroyed && error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * The only place that turns thrown errors into replies. Anything other than a refusal is a fault of our own: it is
 * logged completely under an id, and the caller gets a sentence and the id, never the error's text.
 */
export function setErrorExit(app: FastifyInstance, constraints: Constraints): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply) => {
    if (hasLeft(error, reply)) {
      reply.hijack()
      return undefined
    }
    const refusal = refusalOf(error, constraints)
    if (refusal) return send(reply, refusal)
    const trouble = refusalOfTrouble(error)
    if (trouble) {
      request.log.warn({ err: error }, 'the database is in trouble')
      return send(reply, trouble)
    }
    const fault = randomUUID()
    request.log.error({ err: error, fault }, 'internal error')
    return send(reply, new Refusal(refusals.own_fault, { id: fault }))
  })
}

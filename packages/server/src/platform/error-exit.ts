import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusals } from '@vypusk/contract'
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

function send(reply: FastifyReply, { status, message, extra, headers }: Refusal) {
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

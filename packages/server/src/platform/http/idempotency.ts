import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '@vypusk/contract'
import { refuse } from '../refusal.ts'

/** An idempotency key, and the call it was sent with. */
export interface IdempotencyKey {
  key: string
  endpoint: string
  /** SHA-256 in hex of the method, the address and the body; for multipart only of the first two. */
  request_hash?: string
  /** The reply that was last stored for it. */
  kept?: { reply: unknown }
}

const MOST_CHARACTERS = 200

/**
 * The key of a call that creates something; undefined for other calls and without the header.
 * @throws Refusal 422 for a key that is empty or too long
 */
export function keyOf({ creates, path }: AnyEndpoint, request: FastifyRequest): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key']
  if (!creates || typeof key !== 'string') return undefined
  if (key === '' || key.length > MOST_CHARACTERS) throw refuse('key_length')
  const address = request.url.split('?')[0] ?? ''
  const hash = createHash('sha256').update(`${request.method} ${address}\n`)
  return { key, endpoint: path, request_hash: hash.update(JSON.stringify(request.body ?? {})).digest('hex') }
}

const early = new WeakSet<object>()

/**
 * Says of a reply that a transaction keeps that the call goes on to find out how its letters fare: as it is, it answers a
 * repeated call only if the process died meanwhile.
 */
export function earlyReply<Reply extends object>(reply: Reply): Reply {
  early.add(reply)
  return reply
}

/** How a reply is kept. */
export const keptForm = (reply: unknown): unknown =>
  typeof reply === 'object' && reply !== null && early.has(reply) ? { early: reply } : (reply ?? {})

/** The reply in what was kept, and whether the call that made it may still be finding out more. */
export const readKept = (kept: unknown): { reply: unknown; isEarly: boolean } =>
  typeof kept === 'object' && kept !== null && 'early' in kept
    ? { reply: kept.early, isEarly: true }
    : { reply: kept, isEarly: false }

import * as z from 'zod'
import { endpoint, LISTS_BODY } from './endpoint.ts'

/**
 * One message of an assistant. What it calls, and with what, is the protocol's own (Model Context Protocol, JSON-RPC
 * 2.0); lists of several messages are no longer part of it.
 */
export const message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  method: z.string().max(100).optional(),
})

/** A token that only reads calls it as well: each tool asks for itself what its endpoint does. */
export const send = endpoint({
  method: 'POST',
  path: '/mcp',
  access: 'any',
  reads: true,
  summary:
    'The Model Context Protocol by streamable HTTP, without sessions: `tools/list` names the calls that assistants may make and the caller as well, `tools/call` makes one as if it were called by itself. A refusal is an answer with `isError` and its sentence. 202 to what needs no answer; 406 to whoever takes no JSON, 400 to what is no message of the protocol.',
  bodyLimit: LISTS_BODY,
  body: message,
  stream: 'bytes',
})

export const listen = endpoint({
  method: 'GET',
  path: '/mcp',
  access: 'any',
  summary: 'Nothing is said here without being asked: always 405, by which assistants know.',
  stream: 'bytes',
})

export const end = endpoint({
  method: 'DELETE',
  path: '/mcp',
  access: 'any',
  summary: 'There are no sessions to end: always 405.',
  stream: 'bytes',
})

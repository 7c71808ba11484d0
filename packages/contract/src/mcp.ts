import * as z from 'zod'
import { endpoint, LISTS_BODY } from './endpoint.ts'

/**
 * One message from an assistant. Methods and parameters are those of the Model Context Protocol (JSON-RPC 2.0). Batches
 * of messages are no longer part of the protocol.
 */
export const message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  method: z.string().max(100).optional(),
})

/** Open to read-only tokens too: each tool checks the rights that its endpoint needs. */
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

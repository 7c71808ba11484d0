import * as z from 'zod'
import { endpoint, LISTS_BODY } from '../endpoint.ts'

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
    'The Model Context Protocol over streamable HTTP, without sessions: `tools/list` lists the calls that assistants may make and this caller may too, `tools/call` makes one as if it were called directly. A refusal is an answer with `isError` and its text. 202 for a message that needs no answer; 406 for a client that does not accept JSON, 400 for a body that is not a message of the protocol.',
  bodyLimit: LISTS_BODY,
  body: message,
  stream: 'message',
})

export const listen = endpoint({
  method: 'GET',
  path: '/mcp',
  access: 'any',
  summary: 'The server sends no messages of its own: always 405, so assistants know not to wait for any.',
  stream: 'message',
})

export const end = endpoint({
  method: 'DELETE',
  path: '/mcp',
  access: 'any',
  summary: 'There are no sessions to end: always 405.',
  stream: 'message',
})

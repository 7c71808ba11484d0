import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, idText, line, moment } from '../values.ts'

/** `read` can only read; `write` can do what its person may do except administration; `admin` can do all of it. */
export const tokenScopes = ['read', 'write', 'admin'] as const
export const tokenScope = z.enum(tokenScopes)
export type TokenScope = z.output<typeof tokenScope>

/** The longest validity of a token, in days. */
export const MOST_DAYS = 366

export const apiToken = z.object({
  id,
  name: z.string(),
  scope: tokenScope,
  created_at: moment,
  expires_at: moment,
  last_used_at: moment.nullable(),
  is_expired: z.boolean(),
})
export type ApiToken = z.output<typeof apiToken>

export const list = endpoint({
  method: 'GET',
  path: '/user/tokens',
  access: 'any',
  bySessionOnly: true,
  summary: "The caller's API tokens that are not revoked, newest first, without the tokens themselves.",
  reply: z.object({ tokens: z.array(apiToken) }),
})

/** Not `creates`: replies to repeated keys are stored, and this reply contains the token. */
export const create = endpoint({
  method: 'POST',
  path: '/user/tokens',
  access: 'any',
  bySessionOnly: true,
  summary:
    'Creates a token for `Authorization: Bearer`, at most 20 per person. Its value is only in this answer. 422 for the scope `admin` from somebody who is not an administrator.',
  body: z.object({
    name: line(100, { empty: 'Назовите токен' }),
    scope: tokenScope,
    /** Number of whole days from now until it expires. */
    days: z.int().min(1).max(MOST_DAYS),
  }),
  reply: z.object({ message: z.string(), access_token: z.string(), token: apiToken }),
})

export const revoke = endpoint({
  method: 'DELETE',
  path: '/user/tokens/:id',
  access: 'any',
  bySessionOnly: true,
  summary: "Revokes one of the caller's own tokens at once, on every node.",
  params: z.object({ id: idText }),
  reply: done,
})

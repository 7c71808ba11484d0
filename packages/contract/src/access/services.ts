import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { MOST_DAYS } from './tokens.ts'
import { byIdcomp, change, company, done, freeText, id, idText, line, message, moment, version } from '../values.ts'
import { orElse } from '../optional.ts'

/** Accounts of programs, kept by administrators. They act in their own name, and nobody can sign in with them. */

/** `read` and `write` mean the same as for people's tokens; `directory` opens `/scim/v2` and nothing else. */
export const serviceScopes = ['read', 'write', 'directory'] as const
export const serviceScope = z.enum(serviceScopes)
export type ServiceScope = z.output<typeof serviceScope>

/** Prefix of a service's name wherever names are shown, so that it is not mistaken for a person. */
export const SERVICE_PREFIX = 'Сервис '

const serviceToken = z.object({
  id,
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
})
export type ServiceToken = z.output<typeof serviceToken>

const service = z.object({
  id,
  /** Without the prefix shown everywhere else. */
  name: z.string(),
  /** What it is for, and who can answer questions about it. */
  about: z.string(),
  scope: serviceScope,
  /** Null when it sees what the provider's staff see. */
  company: company.nullable(),
  can_enter_registry: z.boolean(),
  can_create_registry: z.boolean(),
  can_edit_calendar: z.boolean(),
  /** When all of its tokens expire. */
  expires_at: moment,
  is_expired: z.boolean(),
  is_blocked: z.boolean(),
  created_at: moment,
  version: z.int(),
  /** Tokens that have not been revoked, newest first; never the secrets themselves. */
  tokens: z.array(serviceToken),
})
export type Service = z.output<typeof service>

const serviceDetail = service.extend({ history: z.array(change) })
export type ServiceDetail = z.output<typeof serviceDetail>

const fields = {
  name: line(80, { empty: 'Назовите сервис', long: 'Название не длиннее 80 символов' }),
  about: orElse(freeText(1000, 'Не длиннее 1000 символов'), ''),
  scope: serviceScope,
  /** Null for a service that sees what the provider's staff see. */
  company: byIdcomp.nullable(),
  can_enter_registry: orElse(z.boolean(), false),
  can_create_registry: orElse(z.boolean(), false),
  can_edit_calendar: orElse(z.boolean(), false),
}
/** Number of whole days from now until its tokens expire. */
const days = z.int().min(1).max(MOST_DAYS)
const params = z.object({ id: idText })
const saved = z.object({ message, service: serviceDetail })

export const list = endpoint({
  method: 'GET',
  path: '/admin/services',
  access: 'admin',
  summary: 'Service accounts by name, including blocked ones, with the names of their tokens.',
  reply: z.object({ services: z.array(service) }),
})

export const get = endpoint({
  method: 'GET',
  path: '/admin/services/:id',
  access: 'admin',
  summary: 'One service account with its history. 404 for no such account.',
  params,
  reply: serviceDetail,
})

export const create = endpoint({
  method: 'POST',
  path: '/admin/services',
  access: 'admin',
  bySessionOnly: true,
  summary:
    'Creates an account for a program: it acts in its own name, nobody can sign in with it, and it outlives the person who created it. It has no token yet. 422 for an unknown company and for a directory’s account of a client; at most 200.',
  body: z.object({ ...fields, days }),
  reply: saved,
  creates: true,
})

export const save = endpoint({
  method: 'POST',
  path: '/admin/services/:id',
  access: 'admin',
  bySessionOnly: true,
  summary:
    'Changes a service account; `days` moves the end of all of its tokens, including those that have ended. Rights apply from the next call on; moving to another company revokes all tokens. 409 with `current` for a stale `version`; 422 for turning staff into a client or the reverse.',
  params,
  body: z.object({ ...fields, days: days.optional(), version }),
  reply: saved,
})

export const block = endpoint({
  method: 'POST',
  path: '/admin/services/:id/block',
  access: 'admin',
  summary:
    'Blocks or unblocks a service account. Blocking revokes its tokens and ends its live connections at once, on every node and permanently.',
  params,
  body: z.object({ is_blocked: z.boolean() }),
  reply: saved,
})

/** Not `creates`: replies to repeated keys are stored, and this reply contains the token. */
export const createToken = endpoint({
  method: 'POST',
  path: '/admin/services/:id/tokens',
  access: 'admin',
  bySessionOnly: true,
  summary:
    'Creates a token of a service account, at most 20 for each. Its value is only in this answer. 422 for a blocked account and for one that has expired.',
  params,
  body: z.object({ name: line(100, { empty: 'Назовите токен' }) }),
  reply: z.object({ message: z.string(), access_token: z.string(), service: serviceDetail }),
})

export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/admin/services/:id/tokens/:token',
  access: 'admin',
  summary: 'Revokes one token of a service account at once, on every node. 404 where there is none.',
  params: z.object({ id: idText, token: idText }),
  reply: done,
})

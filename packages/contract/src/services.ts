import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { MOST_DAYS } from './tokens.ts'
import { byIdcomp, change, company, done, id, idText, line, message, moment, versionNumber } from './values.ts'

/** Accounts of programs: they act in their own name, and nobody signs in by them. Administrators keep them. */

/** `read` and `write` are those of people's tokens; `directory` opens `/scim/v2` and nothing else. */
export const serviceScopes = ['read', 'write', 'directory'] as const
export const serviceScope = z.enum(serviceScopes)
export type ServiceScope = z.output<typeof serviceScope>

/** How every service is called wherever a name stands: nobody takes it for a person. */
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
  /** Without the word that it is shown with everywhere else. */
  name: z.string(),
  /** What it is for, and whom to ask. */
  about: z.string(),
  scope: serviceScope,
  /** Null: it sees what the provider's staff see. */
  company: company.nullable(),
  can_enter_registry: z.boolean(),
  can_create_registry: z.boolean(),
  can_edit_calendar: z.boolean(),
  /** When all of its tokens end. */
  expires_at: moment,
  is_expired: z.boolean(),
  is_blocked: z.boolean(),
  created_at: moment,
  version: z.int(),
  /** Those that have not been revoked, newest first; never the tokens themselves. */
  tokens: z.array(serviceToken),
})
export type Service = z.output<typeof service>

const serviceDetail = service.extend({ history: z.array(change) })
export type ServiceDetail = z.output<typeof serviceDetail>

const fields = {
  name: line(80, { empty: 'Назовите сервис', long: 'Название не длиннее 80 символов' }),
  about: z.string().trim().max(1000, 'Не длиннее 1000 символов').default(''),
  scope: serviceScope,
  /** Null for what sees as the provider's staff do. */
  company: byIdcomp.nullable(),
  can_enter_registry: z.boolean().default(false),
  can_create_registry: z.boolean().default(false),
  can_edit_calendar: z.boolean().default(false),
}
/** Whole days from now until its tokens end. */
const days = z.int().min(1).max(MOST_DAYS)
const params = z.object({ id: idText })
const saved = z.object({ message, service: serviceDetail })

export const list = endpoint({
  method: 'GET',
  path: '/admin/services',
  access: 'admin',
  summary: 'Service accounts by name, blocked ones too, with the names of their tokens.',
  reply: z.object({ services: z.array(service) }),
})

export const get = endpoint({
  method: 'GET',
  path: '/admin/services/:id',
  access: 'admin',
  summary: 'One service account with its history; 404.',
  params,
  reply: serviceDetail,
})

export const create = endpoint({
  method: 'POST',
  path: '/admin/services',
  access: 'admin',
  bySessionOnly: true,
  summary:
    'Makes an account for a program: it acts in its own name, nobody signs in by it, and it outlives whoever made it. It has no token yet. 422 for an unknown company and for a directory’s account of a client; at most 200.',
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
    'Changes a service account; `days` moves the end of all of its tokens, also of those that have ended. Rights hold from the next call on. 409 with `current` for a stale `version`; 422 for making staff of a client or the reverse.',
  params,
  body: z.object({ ...fields, days: days.optional(), version: versionNumber.optional() }),
  reply: saved,
})

export const block = endpoint({
  method: 'POST',
  path: '/admin/services/:id/block',
  access: 'admin',
  summary:
    'Blocks a service account or lets it in again. Blocking revokes its tokens and ends its live connections at once, on every node and for good.',
  params,
  body: z.object({ is_blocked: z.boolean() }),
  reply: saved,
})

/** Not `creates`: what a repeated key answers is kept, and this answer holds the token. */
export const createToken = endpoint({
  method: 'POST',
  path: '/admin/services/:id/tokens',
  access: 'admin',
  bySessionOnly: true,
  summary:
    'Makes a token of a service account, at most 20 of each. It is in this answer and nowhere else. 422 for a blocked account and for one whose time is over.',
  params,
  body: z.object({ name: line(100, { empty: 'Назовите токен' }) }),
  reply: z.object({ message: z.string(), access_token: z.string(), service: serviceDetail }),
})

export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/admin/services/:id/tokens/:token',
  access: 'admin',
  summary: 'Ends one token of a service account at once, on every node. 404 where there is none.',
  params: z.object({ id: idText, token: idText }),
  reply: done,
})

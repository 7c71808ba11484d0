import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, idText, moment } from '../values.ts'

/** What people manage in their own account: password and sessions. API tokens may call none of it. */

/** Password length in characters. */
export const MIN_PASSWORD = 10
export const MAX_PASSWORD = 128

/** A new password. Whether it is a commonly used one is checked by the server. */
export const newPassword = z
  .string()
  .min(MIN_PASSWORD, `Не короче ${MIN_PASSWORD} символов`)
  .max(MAX_PASSWORD, `Не длиннее ${MAX_PASSWORD} символов`)

export const session = z.object({
  id,
  /** Browser and system as reported by the browser, for example «Chrome, Windows». */
  device: z.string(),
  address: z.string(),
  created_at: moment,
  /** Accurate to five minutes. */
  last_seen_at: moment,
  /** True for the session that makes this call. */
  is_present: z.boolean(),
})
export type Session = z.output<typeof session>

export const sessions = endpoint({
  method: 'GET',
  path: '/user/sessions',
  access: 'any',
  bySessionOnly: true,
  summary: "Lists the caller's sessions, most recently seen first.",
  reply: z.object({ sessions: z.array(session) }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/user/sessions/:id',
  access: 'any',
  bySessionOnly: true,
  summary: "Ends one of the caller's sessions at once, on every node. 404 for a session that is not theirs.",
  params: z.object({ id: idText }),
  reply: done,
})

export const endOthers = endpoint({
  method: 'DELETE',
  path: '/user/sessions',
  access: 'any',
  bySessionOnly: true,
  summary:
    "Ends all of the caller's sessions except the one making this call. API tokens and the calendar link are kept.",
  reply: done,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/user/password',
  access: 'any',
  bySessionOnly: true,
  summary:
    'Changes the password. Ends all other sessions, every API token and the calendar link; the session making this call is kept. 422 for a wrong current password, and for a new one that is common or has fewer than 10 or more than 128 characters; 429 after 10 wrong attempts in 15 minutes.',
  body: z.object({ current_password: z.string().min(1, 'Введите нынешний пароль').max(1000), password: newPassword }),
  reply: done,
})

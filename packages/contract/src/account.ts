import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idText, moment } from './values.ts'

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
  summary: "The caller's sessions, last seen first.",
  reply: z.object({ sessions: z.array(session) }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/user/sessions/:id',
  access: 'any',
  bySessionOnly: true,
  summary: "Ends one of the caller's sessions at once, on every node; 404 for one that is not theirs.",
  params: z.object({ id: idText }),
  reply: done,
})

export const endOthers = endpoint({
  method: 'DELETE',
  path: '/user/sessions',
  access: 'any',
  bySessionOnly: true,
  summary: "Ends every session of the caller but the one that asks. API tokens and the calendar's link stay.",
  reply: done,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/user/password',
  access: 'any',
  bySessionOnly: true,
  summary:
    'Sets another password. Ends all other sessions, every API token and the calendar’s link; the session that asks goes on. 422 for a wrong present password, a common one, or one of fewer than 10 or more than 128 characters; 429 after 10 wrong ones in 15 minutes.',
  body: z.object({ current_password: z.string().min(1, 'Введите нынешний пароль').max(1000), password: newPassword }),
  reply: done,
})

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { moment } from './values.ts'

/** Why somebody whom groups let in has no account, or a shut one. */
export const problems = ['other_side', 'no_company', 'login_taken', 'further'] as const

const status = z.object({
  /** Where the directory is told to look; null where SCIM is not switched on. */
  url: z.string().nullable(),
  /** When a service of a directory called last. */
  last_call_at: moment.nullable(),
  /** Whom the directory has named and not taken back. */
  people_count: z.int().min(0),
  /** Of them, who may sign in. */
  open_count: z.int().min(0),
  groups: z.array(
    z.object({
      name: z.string(),
      members_count: z.int().min(0),
      /** What SCIM_GROUPS says of it, in Russian; null for nothing. */
      gives: z.string().nullable(),
    }),
  ),
  problems: z.array(z.object({ user_name: z.string(), problem: z.enum(problems) })),
})
export type DirectoryStatus = z.output<typeof status>

export const get = endpoint({
  method: 'GET',
  path: '/admin/directory',
  access: 'admin',
  summary:
    'What the company’s directory has said by SCIM: how many people and groups, what each group gives, whom it could not let in and why; the first 200 of each.',
  reply: status,
})

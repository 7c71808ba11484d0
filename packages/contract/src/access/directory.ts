import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { moment } from '../values.ts'

/** Why a person whose groups allow signing in has no account, or a blocked one. */
export const problems = ['other_side', 'no_company', 'login_taken', 'further'] as const

const status = z.object({
  /** The address to configure in the directory; null when SCIM is switched off. */
  url: z.string().nullable(),
  /** When a directory's service last made a call. */
  last_call_at: moment.nullable(),
  /** People whom the directory has provisioned and not removed. */
  people_count: z.int().min(0),
  /** How many of them may sign in. */
  open_count: z.int().min(0),
  groups: z.array(
    z.object({
      name: z.string(),
      members_count: z.int().min(0),
      /** What SCIM_GROUPS grants to the group, in Russian; null for nothing. */
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
    'What the company’s directory has provided by SCIM: how many people and groups, what each group grants, whom it could not give access and why; the first 200 of each.',
  reply: status,
})

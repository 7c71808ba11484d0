import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { moment } from './values.ts'

const state = z.object({ status: z.string() })

const build = z.object({
  version: z.string(),
  /** The commit that the process runs; null when it cannot be determined, for instance in a copied folder. */
  commit: z.string().nullable(),
  committed_at: moment.nullable(),
})
export type Build = z.output<typeof build>

export const about = endpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary:
    'The process is running; the reply has the version of the product, and the commit of this build with its date.',
  reply: state.extend(build.shape),
})

export const live = endpoint({
  method: 'GET',
  path: '/health/live',
  access: 'public',
  summary: 'The process is running.',
  reply: state,
})

export const ready = endpoint({
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  summary:
    'The process and its database answer; 503 otherwise. `replica` is the state of DATABASE_READ_URL, null where it is not set; unless it is `ready`, everything is read from the primary.',
  reply: state.extend({ replica: z.enum(['ready', 'late', 'away']).nullable() }),
})

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './values.ts'

/** What a browser is told: something changed; it asks for the rest if it shows it. */
export const liveEvent = z.object({
  entity: z.enum(['request', 'release', 'agreement', 'publication', 'registry_entry', 'delivery', 'all']),
  id: z.int().min(0),
  version: z.int().min(0),
  /** Id of the person who did it; null for the system itself. */
  by: id.nullable(),
})
export type LiveEvent = z.output<typeof liveEvent>

export const events = endpoint({
  method: 'GET',
  path: '/events',
  access: 'any',
  summary:
    'Server-sent events: `{entity, id, version, by}` of what changed and the caller may see. `entity: "all"` asks to fetch everything anew.',
  stream: 'events',
})

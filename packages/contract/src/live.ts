import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id } from './values.ts'

/** What changes are told of; `all` asks to fetch everything anew. */
export const entities = [
  'request',
  'release',
  'agreement',
  'publication',
  'registry_entry',
  'delivery',
  'planning',
  'freeze',
  'user',
  'company',
  'system',
  'module',
  'release_step',
  'registry_step',
  'request_status',
  'request_type',
  'calendar',
  'letter_template',
  'notice',
  'webhook',
  'backup',
  'all',
] as const

/** What a browser is told: something changed; it asks for the rest if it shows it. `notice` has id 0: the listener's own. */
export const liveEvent = z.object({
  entity: z.enum(entities),
  id: z.int().min(0),
  version: z.int().min(0),
  /** Id of the person who did it; null for the system itself. */
  by: id.nullable(),
  /** Done by a call that named this very stream (`STREAM_HEADER`): its reply has told of it. */
  own: z.literal(true).optional(),
  /** So many streams are told by this process, where that is many: whoever asks again picks a moment of its own. */
  listeners: z.int().optional(),
})
export type LiveEvent = z.output<typeof liveEvent>

/** What is looked at, whatever the screen: `release/5`. */
const place = z
  .string()
  .max(60)
  .regex(/^[a-z_]+\/\d+$/)
/** Names one open stream; whoever opens it makes it up. */
export const streamKey = z.string().min(16).max(64)
/** A call may name the stream of its own browser, which is then told `own: true` of what the call changes. */
export const STREAM_HEADER = 'X-Stream-Key'

export const personHere = z.object({
  id,
  name: z.string(),
  /** Which part of it: a tab, `edit` for its form; empty for all of it. */
  note: z.string(),
})
export type PersonHere = z.output<typeof personHere>

/** Who else looks at the place the stream is at; only told to streams opened with a key. */
export const presence = z.object({ entity: z.literal('presence'), place, people: z.array(personHere) })
export type Presence = z.output<typeof presence>

export const events = endpoint({
  method: 'GET',
  path: '/events',
  access: 'any',
  summary:
    'Server-sent events: `{entity, id, version, by}` of what changed and the caller may see. `entity: "all"` asks to fetch everything anew. Of what a call changed that named this stream in the header X-Stream-Key also `own: true`; where many streams are told, `listeners`: how many. With `key` also `{entity: "presence", place, people}`: who else is where the stream is (POST /here).',
  query: z.object({ key: streamKey.optional() }),
  stream: 'events',
})

export const here = endpoint({
  method: 'POST',
  path: '/here',
  access: 'any',
  summary:
    'Says what the browser of an open stream shows now, null for nothing in particular; answers who else is there. Staff see everybody, a client the people of the own company. Forgotten when the stream ends.',
  body: z.object({ key: streamKey, place: place.nullable(), note: z.string().max(60).default('') }),
  unlimited: true,
  reply: done.extend({ people: z.array(personHere) }),
})

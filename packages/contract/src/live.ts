import * as z from 'zod'
import { wholeText } from './numbers.ts'
import { endpoint } from './endpoint.ts'
import { done, id } from './values.ts'
import { orElse } from './optional.ts'

/** The things whose changes are reported; `all` tells the browser to fetch everything again. */
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
  'account',
  'webhook',
  'tracker',
  'backup',
  'all',
] as const

/**
 * What a browser receives: that something has changed. It then fetches the rest if it shows it. A `notice` has id 0: it
 * concerns the receiver's own notices, and so has an `account`: what its person has set, made or ended in another window
 * for themselves alone, such as settings, tokens and sessions. Version 0 of another thing: a mark of the receiver's own, such as what they have
 * read of it, made in another window; the thing is the same.
 */
export const liveEvent = z.object({
  entity: z.enum(entities),
  id: z.int().min(0),
  version: z.int().min(0),
  /** Id of the person who made the change; null for the system itself. */
  by: id.nullable(),
  /** The change was made by a call that named this stream (`STREAM_HEADER`): its reply has already reported it. */
  own: z.literal(true).optional(),
  /**
   * The number of streams that this process notifies, when there are many. Browsers that will fetch again then spread
   * their calls over time.
   */
  listeners: z.int().optional(),
})
export type LiveEvent = z.output<typeof liveEvent>

/** The thing shown on a screen, whatever the screen: `release/5`. */
const place = z
  .string()
  .max(60)
  .regex(/^[a-z_]+\/\d+$/)
/** The name of an open stream, chosen by the browser that opens it. */
export const streamKey = z.string().min(16).max(64)
/**
 * Header by which a call names its browser's own stream. Changes made by the call then come to that stream with `own:
 * true`.
 */
export const STREAM_HEADER = 'X-Stream-Key'

/** How long ago the data was read that the stream keeps up to date, ms. */
const missedMs = wholeText(z.int().min(0).max(60_000))

export const personHere = z.object({
  id,
  name: z.string(),
  /** The part of the thing that is open: a tab, or `edit` for its form. Empty for the whole. */
  note: z.string(),
})
export type PersonHere = z.output<typeof personHere>

/** Who else is at the place the stream is at; sent only to streams that were opened with a key. */
export const presence = z.object({ entity: z.literal('presence'), place, people: z.array(personHere) })
export type Presence = z.output<typeof presence>

export const events = endpoint({
  method: 'GET',
  path: '/events',
  access: 'any',
  summary:
    'Server-sent events: `{entity, id, version, by}` of each change that the caller may see. `entity: "all"` means that everything has to be fetched again. A change made by a call that named this stream in the header X-Stream-Key also has `own: true`; where many streams are notified, `listeners` says how many. `account` with id 0: the caller has changed settings, tokens, sessions or the like of their own elsewhere. With `key` also `{entity: "presence", place, people}`: who else is where the stream is (POST /here). With `missed_ms` the changes of these last milliseconds come first.',
  query: z.object({ key: streamKey.optional(), missed_ms: missedMs.optional() }),
  stream: 'events',
})

export const here = endpoint({
  method: 'POST',
  path: '/here',
  access: 'any',
  summary:
    'Reports what the browser of an open stream shows now, null for nothing in particular; answers who else is there. Staff see everybody, a client the people of their own company. Forgotten when the stream ends.',
  body: z.object({ key: streamKey, place: place.nullable(), note: orElse(z.string().max(60), '') }),
  unlimited: true,
  reply: done.extend({ people: z.array(personHere) }),
})

import * as z from 'zod'
import { wholeText } from './numbers.ts'
import { endpoint } from './endpoint.ts'
import { eachOnce } from './each-once.ts'
import { done, flagText, id, idText, message, moment, plannedMoment, ref, timeOfDay } from './values.ts'

/** Kinds of events that people are notified of; each has its own settings. */
export const kinds = [
  'mention',
  'approval',
  'answer',
  'remark',
  'offer',
  'moved',
  'comment',
  'talk',
  'publication',
  'delivery',
  'system',
  'changed',
] as const
export const kind = z.enum(kinds)
export type Kind = z.output<typeof kind>

/** Why this person is notified: because of their part in the thing, or because they follow it. */
export const reason = z.enum(['mentioned', 'responsible', 'recipient', 'author', 'doer', 'watching'])
export type Reason = z.output<typeof reason>

export const notice = z.object({
  id,
  kind,
  reason,
  /** The current name of the thing it is about. */
  title: z.string(),
  /** What happened: one sentence of plain text. */
  text: z.string(),
  /** The planned moments that `text` mentions. The screen adds the reader's own time where their clock differs. */
  moments: z.array(plannedMoment),
  /** Who did it; empty for the system itself. */
  doer: z.string(),
  /** Where it leads: an address within the product, such as `/releases/5`. */
  href: z.string(),
  at: moment,
  read: z.boolean(),
  /** Somebody has settled what it asked for, so it no longer counts as unread. */
  settled: z.boolean(),
})
export type Notice = z.output<typeof notice>

const MOST_AT_ONCE = 100
/** Unread notices are counted up to this number; nobody needs a larger one. */
export const MOST_COUNTED = 100
/** `newest` is the id of the newest unread notice. */
const counted = z.object({ unread: z.int().min(0).max(MOST_COUNTED), newest: id.nullable() })

export const list = endpoint({
  method: 'GET',
  path: '/notices',
  access: 'any',
  tool: { name: 'notices', title: 'Уведомления' },
  summary:
    "The caller's notices, newest first; `unread` leaves out those already read. Pass `next` as `before` to get older ones; it is null at the end. Notices about what the caller may no longer know of are left out. The reply also counts the unread ones.",
  query: z.object({
    unread: flagText.default(false),
    before: idText.optional(),
    per_page: wholeText(z.int().min(1).max(MOST_AT_ONCE)).default(30),
  }),
  reply: counted.extend({ notices: z.array(notice), next: id.nullable() }),
})

export const count = endpoint({
  method: 'GET',
  path: '/notices/count',
  access: 'any',
  summary: 'How many notices the caller has not read; 100 means that many or more.',
  reply: counted,
})

export const read = endpoint({
  method: 'POST',
  path: '/notices/read',
  access: 'any',
  summary:
    "Marks the caller's notices as read or unread: those of `ids`, or, with `until`, all up to this one, so that newer ones stay unread. Other people's notices are ignored.",
  body: z.union([z.object({ ids: eachOnce(id).min(1).max(MOST_AT_ONCE), read: z.boolean() }), z.object({ until: id })]),
  reply: counted.extend({ message }),
})

const setting = z.object({ kind, screen: z.boolean(), letter: z.boolean(), digest: z.boolean() })
export type Setting = z.output<typeof setting>

const settings = z.object({
  kinds: z.array(setting.extend({ title: z.string() })),
  /** When the daily letter is sent, in the installation's time zone. */
  digest_time: timeOfDay,
})

export const getSettings = endpoint({
  method: 'GET',
  path: '/notices/settings',
  access: 'any',
  summary:
    'How the caller is notified of each kind: behind the bell, by a letter at once, by one letter a day. `email` is where letters go, null where they cannot.',
  reply: settings.extend({ email: z.string().nullable() }),
})

export const saveSettings = endpoint({
  method: 'POST',
  path: '/notices/settings',
  access: 'any',
  summary: 'Saves how the caller wants to be notified; kinds left out stay as they are.',
  body: z.object({ kinds: z.array(setting).max(kinds.length), digest_time: timeOfDay }),
  reply: done,
})

/** Things that can be followed. */
export const watched = z.enum(['request', 'release', 'agreement', 'registry_entry'])
export type Watched = z.output<typeof watched>

const one = z.object({ entity: watched, id: idText })
const watching = z.object({
  watches: z.boolean(),
  /** Why the caller is notified without having chosen to; null when only their own choice decides. */
  reason: reason.nullable(),
  /** Who else follows it, by name. A client sees people of their own company only. */
  watchers: z.array(ref),
})
export type Watching = z.output<typeof watching>

export const getWatching = endpoint({
  method: 'GET',
  path: '/watching/:entity/:id',
  access: 'any',
  summary: 'Whether the caller follows this, and who else does. 404 for what the caller may not know of.',
  params: one,
  reply: watching,
})

export const watch = endpoint({
  method: 'POST',
  path: '/watching/:entity/:id',
  access: 'any',
  summary:
    'Follows this or stops following it; authors, people responsible and recipients follow until they opt out. 404 for what the caller may not know of.',
  params: one,
  body: z.object({ watches: z.boolean() }),
  reply: watching.extend({ message }),
})

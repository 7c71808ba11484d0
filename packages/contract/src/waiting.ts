import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { pageOf, paging } from './paging.ts'
import { scopeSha } from './agreements/scopes.ts'
import { day, flagText, id, moment, plannedMoment, timeOfDay } from './values.ts'

/** Matters that wait for a person, which only they or their side can settle. Each is of a kind that a room declares. */

/** The first eight are for clients, the others for staff. */
export const kinds = [
  'date',
  'scope_again',
  'offer_answered',
  'remark_answered',
  'asked',
  'trial',
  'fetch',
  'entry_unread',
  'send',
  'offer',
  'scope',
  'remark',
  'question',
  'passed',
  'nobody',
  'late_release',
  'delivery',
  'urgent',
  'receipt',
] as const
export const kind = z.enum(kinds)
export type Kind = z.output<typeof kind>

/** How many matters of one kind are counted and paged through; nobody reads a longer list. */
export const MOST_OF_KIND = 1000

export const matter = z.object({
  kind,
  /**
   * Together with the kind it identifies the matter: an agreement, a remark, a release of a publication, a delivery.
   */
  id,
  title: z.string(),
  /** What needs to be done: one sentence of plain text. */
  text: z.string(),
  /** The company it concerns; null for a client, who has only one. */
  company: z.string().nullable(),
  /** The day by which it should be settled; null when there is none. */
  due: day.nullable(),
  /** The zone whose day it is: the company's, of a date without a time; null when it is the installation's. */
  due_zone: z.string().max(100).nullable(),
  due_time: timeOfDay.nullable(),
  /** The moment that `text` mentions. The screen adds the reader's own time where their clock differs. */
  planned: plannedMoment.nullable(),
  /** Its day has passed, by the clock of its zone. */
  is_late: z.boolean(),
  /** Since when it waits, where that is known. */
  since: moment.nullable(),
  /** Where it can be read and settled: an address within the product. */
  href: z.string(),
  agreement_id: id.nullable(),
  release_id: id.nullable(),
  publication_id: id.nullable(),
  /** The date offered by a client that staff have to answer. */
  offer_id: id.nullable(),
  /** Version of the row that an answer changes; null when it cannot be answered right in the list. */
  version: z.int().nullable(),
  /**
   * The release scope that the company was last written about, which an answer given right in the list names as
   * `told_sha`; null where none is agreed to, and for a hidden release.
   */
  scope_sha: scopeSha.nullable(),
})
export type Matter = z.output<typeof matter>

/** What comes next when nothing is waiting. */
export const coming = z.object({
  kind: z.enum(['installation', 'release']),
  title: z.string(),
  company: z.string().nullable(),
  day,
  time: timeOfDay.nullable(),
  /** The same moment with its time zones; null for a whole day. */
  planned: plannedMoment.nullable(),
  href: z.string(),
})
export type Coming = z.output<typeof coming>

const counted = {
  total: z.int().min(0),
  /** There are more than `total`: at most 1000 of each kind are counted. */
  more: z.boolean(),
}

/**
 * For staff, `own` means matters of releases and agreements they are in charge of; `own=false` gives the rest of their
 * side.
 */
const whose = { own: flagText.default(true) }

export const list = endpoint({
  method: 'GET',
  path: '/waiting',
  access: 'any',
  replica: true,
  tool: { name: 'waiting_for_me', title: 'Что ждёт меня' },
  summary:
    'What is waiting for the caller, overdue first, then by due date. A client gets what waits for the company, staff what they are in charge of or, with `own=false`, what waits for any of staff. `kinds` counts each kind, `total` what is shown; of a kind at most 1000 are counted and paged through. When nothing is waiting, `coming` says what comes next.',
  query: z.object({ ...paging, ...whose, kind: kind.optional() }),
  reply: pageOf(matter).extend({
    ...counted,
    kinds: z.array(z.object({ kind, name: z.string(), count: z.int(), more: z.boolean() })),
    coming: z.array(coming),
  }),
})

export const count = endpoint({
  method: 'GET',
  path: '/waiting/count',
  access: 'any',
  replica: true,
  summary: 'How many matters are waiting for the caller, counted as in the list.',
  query: z.object(whose),
  reply: z.object(counted),
})

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { pageOf, paging } from './paging.ts'
import { day, flagText, id, moment, plannedMoment, timeOfDay } from './values.ts'

/** What waits for a person: matters that only they or their side can move, each of a kind that a room declares. */

/** The first eight are a client's, the rest staff's. */
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

/** Of one kind so many are counted and paged through: nobody reads a longer list. */
export const MOST_OF_KIND = 1000

export const matter = z.object({
  kind,
  /** With its kind it names the matter: an agreement, a remark, a release of a publication, a delivery. */
  id,
  title: z.string(),
  /** What is asked, one sentence of plain text. */
  text: z.string(),
  /** Whose it is; null for a client, who has no other. */
  company: z.string().nullable(),
  /** By when; null where no day hangs on it. */
  due: day.nullable(),
  due_time: timeOfDay.nullable(),
  /** The moment that `text` names, by the clocks it is named by: who lives by another one reads it by that too. */
  planned: plannedMoment.nullable(),
  /** Its day has passed. */
  is_late: z.boolean(),
  /** Since when it waits, where that is known. */
  since: moment.nullable(),
  /** Where it is read and settled as a whole: an address of the product. */
  href: z.string(),
  agreement_id: id.nullable(),
  release_id: id.nullable(),
  publication_id: id.nullable(),
  /** The date that a client offers and staff are asked about. */
  offer_id: id.nullable(),
  /** The row that an answer is written over; null where it cannot be answered from here at once. */
  version: z.int().nullable(),
})
export type Matter = z.output<typeof matter>

/** What comes next where nothing waits. */
export const coming = z.object({
  kind: z.enum(['installation', 'release']),
  title: z.string(),
  company: z.string().nullable(),
  day,
  time: timeOfDay.nullable(),
  /** The same moment with its clocks; null of a whole day. */
  planned: plannedMoment.nullable(),
  href: z.string(),
})
export type Coming = z.output<typeof coming>

const counted = {
  total: z.int().min(0),
  /** There are more than `total`: of a kind no more than 1000 are counted. */
  more: z.boolean(),
}

/** Staff's own are those of releases and agreements they are in charge of; the rest of their side is `own=false`. */
const whose = { own: flagText.default(true) }

export const list = endpoint({
  method: 'GET',
  path: '/waiting',
  access: 'any',
  replica: true,
  tool: { name: 'waiting_for_me', title: 'Что ждёт меня' },
  summary:
    "What waits for the caller, late first, then nearest due. A client is told of the company's, staff of what they are in charge of or, with `own=false`, of all staff's. `kinds` counts each kind, `total` what is shown; of a kind at most 1000 are counted and paged through. With nothing waiting `coming` says what comes next.",
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
  summary: 'How many matters wait for the caller, counted as the list does.',
  query: z.object(whose),
  reply: z.object(counted),
})

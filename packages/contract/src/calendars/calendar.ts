import * as z from 'zod'
import { agreement, listQuery } from '../agreements/agreements.ts'
import { objection, type Objection, oddTime } from '../agreements/dates.ts'
import { endpoint } from '../endpoint.ts'
import { day, done, id, idsText, idText, isWithin, message, moment, timeOfDay } from '../values.ts'

/**
 * Two installations that are too close to each other: at one company on the same day, or of one module by different
 * releases in the same week from Monday to Sunday (product page, "/agreements/calendar").
 */
export const clash = z.object({
  kind: z.enum(['company', 'module']),
  /** Name of the company or the module. */
  name: z.string(),
  /** The other release and its day. */
  release_id: id,
  title: z.string(),
  day,
})
export type Clash = z.output<typeof clash>
export type { Objection }

/** A day of the production calendar. */
export const calendarDay = z.object({
  day,
  /** Minutes of working time; 0 on a day off. */
  minutes: z.int(),
  /** The calendar's name for the day; empty for an ordinary working day and an ordinary weekend. */
  name: z.string(),
})
export type CalendarDay = z.output<typeof calendarDay>

/** An agreement that has a date. Days in the past, and companies on a not-publishing list, have no clashes. */
export const item = agreement
  .pick({
    id: true,
    release_id: true,
    company_id: true,
    company: true,
    details: true,
    by_rivc: true,
    by_client: true,
    status: true,
    remark: true,
    releaseTime: true,
    zone: true,
    company_zone: true,
    not_publishing: true,
    published: true,
    date_withdrawn: true,
    version: true,
  })
  .extend({
    releaseDate: day,
    /** Short name of the clock that the time of day refers to, such as «МСК». */
    clock: z.string(),
    /** The date has passed by the company's clock. */
    date_passed: z.boolean(),
    clashes: z.array(clash),
    /** Why staff keep the date despite the objections; empty when no reason was given. */
    against_reason: z.string(),
  })
export type CalendarItem = z.output<typeof item>

/** Enough for the six weeks shown for a month, with a margin. */
export const MOST_DAYS = 100

export const show = endpoint({
  method: 'GET',
  path: '/agreements/calendar',
  access: 'staff',
  replica: true,
  summary:
    'Agreements whose date lies between the two days, at most 100 days, and each of these days with its data from the production calendar. The filters are those of the list; clashes are reported also with agreements that the filters leave out.',
  query: z
    .object({ ...listQuery, date_from: day, date_to: day })
    .refine(({ date_from, date_to }) => date_from <= date_to, {
      path: ['date_to'],
      message: 'Конец не может быть раньше начала',
    })
    .refine(({ date_from, date_to }) => isWithin(date_from, date_to, MOST_DAYS), {
      path: ['date_to'],
      message: `Не больше ${MOST_DAYS} дней сразу`,
    }),
  reply: z.object({
    items: z.array(item),
    days: z.array(calendarDay),
    /** Russian sentences about years of these days that nobody has filled in the production calendar. */
    warnings: z.array(z.string()),
  }),
})

export const checkDay = endpoint({
  method: 'GET',
  path: '/agreements/check-day/:release_id/:day',
  access: 'staff',
  summary:
    'What to consider before a release is installed at these companies on this day: how much of a working day it is, what it clashes with, and everything that conflicts with it: closed days of both sides, installation hours, days off, the plan date, the past. 404 for an unknown release.',
  params: z.object({ release_id: idText, day }),
  query: z.object({
    companies: idsText,
    /** In the installation's time zone; omitted for the companies' whole day. */
    time: timeOfDay.optional(),
  }),
  reply: z.object({
    day: calendarDay,
    clashes: z.array(clash),
    objections: z.array(objection),
    /** A Russian sentence if nobody has filled the year of this day in the production calendar; as in dates.ts. */
    warnings: z.array(z.string()).optional(),
    ...oddTime,
  }),
})

/** The link itself is returned only once, when it is created: only its hash is stored. */
const subscription = z.object({
  /** Null while there is no link. */
  created_at: moment.nullable(),
  /** When a calendar program last fetched it, accurate to five minutes. */
  fetched_at: moment.nullable(),
})
export type Subscription = z.output<typeof subscription>

export const getSubscription = endpoint({
  method: 'GET',
  path: '/calendar/subscription',
  access: 'any',
  summary: 'Whether the caller has a link for calendar programs, and when it was last read.',
  reply: subscription,
})

// Not `creates`: the stored reply would contain the secret.
export const subscribe = endpoint({
  method: 'POST',
  path: '/calendar/subscription',
  access: 'any',
  bySessionOnly: true,
  summary: "Creates the caller's link for calendar programs; the previous one stops working.",
  reply: z.object({ message, url: z.string() }),
})

export const unsubscribe = endpoint({
  method: 'DELETE',
  path: '/calendar/subscription',
  access: 'any',
  bySessionOnly: true,
  summary: "Revokes the caller's link for calendar programs.",
  reply: done,
})

export const feed = endpoint({
  method: 'GET',
  // Calendar programs name the calendar after the file, so the file name must not contain the secret.
  path: '/calendar/:secret/vypusk.ics',
  access: 'public',
  summary:
    'iCalendar of the agreements that the owner of the link may see, from 90 days ago on. 304 for a known ETag, 410 for a link that is unknown, was revoked or belongs to a blocked person.',
  // 32 random bytes in base64url.
  params: z.object({
    secret: z
      .string()
      .length(43)
      .regex(/^[\w-]+$/),
  }),
  stream: 'calendar',
})

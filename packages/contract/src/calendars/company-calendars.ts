import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  abilities,
  change,
  company,
  day,
  done,
  id,
  idText,
  isWithin,
  moment,
  ref,
  requiredText,
  timeOfDay,
  version,
} from '../values.ts'
import { knownZone } from '../zones.ts'

/** A company's working hours, and the hours at which a release may be installed there (beyond.md, section 5). */

/** Upper limit of spans in a week: three a day. */
const MOST_SPANS = 21

/** Midnight at the end of a day. */
export const END_OF_DAY = '24:00'

/** A span of hours on one weekday (0 is Monday). Hours that go past midnight are two spans. */
export const span = z
  .object({
    weekday: z.int().min(0).max(6),
    from: timeOfDay,
    to: z.union([timeOfDay, z.literal(END_OF_DAY)]),
  })
  .refine(({ from, to }) => from < to, 'Конец позже начала; ночь запишите двумя строками: до 24:00 и с 00:00')
export type Span = z.output<typeof span>

const touches = (one: Span, other: Span) => one.weekday === other.weekday && one.from < other.to && other.from < one.to
const isApart = (spans: Span[]) =>
  spans.every((one, index) => spans.slice(index + 1).every((other) => !touches(one, other)))

/** The hours of a week. */
export const week = z.array(span).max(MOST_SPANS).refine(isApart, 'Часы одного дня пересекаются')

/** Monday to Friday, nine to six: the working hours of a company that has set none. */
export const USUAL_WEEK: Span[] = [0, 1, 2, 3, 4].map((weekday) => ({ weekday, from: '09:00', to: '18:00' }))

/** The refusal of a zone that this process, or the database, does not know. */
export const NO_SUCH_ZONE = 'Такого часового пояса нет: назовите его местом, например Asia/Vladivostok'

/**
 * A zone of the tz database, named by a place, such as `Asia/Vladivostok`. Short names mean different clocks to
 * JavaScript and to PostgreSQL: `CET` is always winter time to the latter.
 */
const zone = z
  .string()
  .max(64)
  .refine((name) => (name.includes('/') || name === 'UTC') && knownZone(name) !== undefined, NO_SUCH_ZONE)

const hours = {
  /** Null for the installation's zone. */
  zone: zone.nullable(),
  working: week,
  /** Null when installing is possible at any hour. */
  installing: week.nullable(),
}

/** Longest period that can be closed at once: a year, in days. */
const MOST_CLOSED_DAYS = 366

/**
 * Days on which nothing is installed, the first and the last included, and why. Used for the provider's own closed days
 * and for those of a company.
 */
export const closing = {
  date_from: day,
  date_to: day,
  reason: requiredText(500, 'Укажите причину'),
}
type Days = { date_from: string; date_to: string }
/** Checks that the days are in order, and that there are no more of them than can be closed at once. */
export const orderly = <Closing extends z.ZodType<Days>>(body: Closing) =>
  body
    .refine(({ date_from, date_to }) => date_to >= date_from, { path: ['date_to'], message: 'Конец раньше начала' })
    .refine(({ date_from, date_to }) => isWithin(date_from, date_to, MOST_CLOSED_DAYS), {
      path: ['date_to'],
      message: `Не больше ${MOST_CLOSED_DAYS} дней подряд`,
    })

/** Closed days as shown in a company's calendar. */
export const closedDays = z.object({
  id,
  date_from: day,
  date_to: day,
  /** Null for a client when staff entered it. */
  reason: z.string().nullable(),
  /** The provider's own closed days, on which it installs at no company. */
  of_provider: z.boolean(),
  /** Entered by the company itself. */
  by_client: z.boolean(),
  author: ref,
  created_at: moment,
  abilities: abilities('open'),
})
export type ClosedDays = z.output<typeof closedDays>

export const companyCalendar = z.object({
  company,
  ...hours,
  /** The zone that applies when the company has none of its own. */
  installation_zone: z.string(),
  /** 0 until the calendar is first saved. */
  version: z.int().min(0),
  /** Who last saved it, and whether that was the company itself. */
  updated: z.object({ at: moment, user: ref, by_client: z.boolean() }).nullable(),
  /** Closed days that are not over yet, ordered by their first day. */
  closed: z.array(closedDays),
  history: z.array(change),
  abilities: abilities('edit'),
})
export type CompanyCalendar = z.output<typeof companyCalendar>

const one = z.object({ id: idText })

export const get = endpoint({
  method: 'GET',
  path: '/company-calendars/:id',
  access: 'any',
  tool: { name: 'calendar_of_company', title: 'Часы и закрытые дни компании' },
  summary:
    'Time zone, working hours and installation hours of a company. Staff see every company, a client their own, 404 otherwise.',
  params: one,
  reply: companyCalendar,
})

export const save = endpoint({
  method: 'POST',
  path: '/company-calendars/:id',
  access: 'any',
  summary:
    'Saves the time zone and hours of a company, for staff and for clients with the right «календарь компании» (403 otherwise). 409 with `current` for a stale `version`. No agreed date is moved.',
  params: one,
  body: z.object({ ...hours, version }),
  reply: done.extend({ calendar: companyCalendar }),
})

export const close = endpoint({
  method: 'POST',
  path: '/company-calendars/:id/closed',
  access: 'any',
  summary:
    'Closes days of a company for installations, for staff and for clients with the right «календарь компании» (403 otherwise). Dates on these days stay, and both sides see the conflict.',
  params: one,
  body: orderly(z.object(closing)),
  reply: done.extend({ calendar: companyCalendar }),
  creates: true,
})

export const open = endpoint({
  method: 'DELETE',
  path: '/company-calendars/:id/closed/:closed_id',
  access: 'any',
  summary: 'Opens the days again. 403 for a client where staff have closed them.',
  params: z.object({ id: idText, closed_id: idText }),
  reply: done.extend({ calendar: companyCalendar }),
})

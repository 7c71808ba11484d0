import * as z from 'zod'
import { wholeText } from '../numbers.ts'
import { calendarDay } from '../calendars/calendar.ts'
import { endpoint } from '../endpoint.ts'
import { day, done, line } from '../values.ts'
import { orElse } from '../optional.ts'

/** The production calendar, edited by administrators (product.md, "Calculation"). */

/** Minutes in a full working day and in a shortened day before a holiday. */
export const FULL_DAY = 480
export const SHORT_DAY = 420

/** A day of the year. `is_special` days have a row in the table; the others follow from the weekday. */
export const yearDay = calendarDay.extend({ is_special: z.boolean() })
export type YearDay = z.output<typeof yearDay>

const yearText = wholeText(z.int().min(2000).max(2100))

export const year = endpoint({
  method: 'GET',
  path: '/admin/calendar/:year',
  access: 'admin',
  summary:
    'Every day of a year with its working minutes, and every year that has days differing from Monday to Friday, eight hours a day.',
  params: z.object({ year: yearText }),
  reply: z.object({ year: z.int(), years: z.array(z.int()), days: z.array(yearDay) }),
})

export const setDay = endpoint({
  method: 'POST',
  path: '/admin/calendar',
  access: 'admin',
  summary:
    'Sets how many minutes of a day are worked, and why; `minutes` null makes it an ordinary day again. Everything that counts working days uses the change at once.',
  body: z.object({
    day,
    minutes: z.int().min(0).max(1440).nullable(),
    name: orElse(line(100, { long: 'Название не длиннее 100 символов' }), ''),
  }),
  reply: done,
})

export const addYear = endpoint({
  method: 'POST',
  path: '/admin/calendar/:year',
  access: 'admin',
  summary:
    'Fills a year with the public holidays of the Russian Federation and the shortened days before them; moved days off have to be set by hand. 409 for a year that is already filled.',
  params: z.object({ year: yearText }),
  reply: done,
})

import * as z from 'zod'
import { zonesOfDate } from './agreement-shapes.ts'
import { endpoint } from '../endpoint.ts'
import { MOST_AT_ONCE } from './agreement-many.ts'
import { eachOnce } from '../each-once.ts'
import { company, day, freeText, id, idsText, idText, message, outcome, timeOfDay } from '../values.ts'
import { orElse } from '../optional.ts'

/** Objections to dates, and the nearest dates without any (beyond.md, section 5). */

/** Why a date should rather not be chosen. `idcomp` is the company it concerns, null when it concerns all of them. */
export const objection = z.object({
  kind: z.enum(['past', 'plan', 'day_off', 'hours', 'closed', 'clash']),
  idcomp: id.nullable(),
  /** A sentence in Russian. */
  text: z.string(),
})
export type Objection = z.output<typeof objection>

/** Why a date is kept despite objections; stored with the date and shown in the history. */
export const reasonAgainst = freeText(2000)

/** The first suitable date in the installation's time zone; without a time it means the whole day. */
export const nearest = z.object({
  found: z.object({ releaseDate: day, releaseTime: timeOfDay.nullable() }).nullable(),
  /** The days before it and why each of them is unsuitable, at most sixty. */
  refused: z.array(z.object({ day, reason: z.string() })),
})
export type Nearest = z.output<typeof nearest>

/**
 * Russian sentences about years of these dates that nobody has filled in the production calendar; left out by a server
 * of the release before, beside which a page of this one may work during an upgrade.
 */
const unfilled = z.array(z.string()).optional()

export const askedOfDates = {
  /** The first day to consider; today if omitted. */
  from: day.optional(),
  /** A time of day in the installation's zone; if omitted, any time at which the companies install. */
  time: timeOfDay.optional(),
}

export const forRelease = endpoint({
  method: 'GET',
  path: '/nearest-dates/release/:release_id',
  access: 'staff',
  tool: { name: 'nearest_dates_for_release', title: 'Ближайшие даты релиза' },
  summary:
    'The nearest dates within two years that suit each of the companies, and the nearest that suits all of them: outside the closed days of both sides, within installation hours, without clashes, not before the plan date. Each day that was skipped has its reason. 404 for an unknown release.',
  params: z.object({ release_id: idText }),
  query: z.object({ companies: idsText, ...askedOfDates }),
  reply: z.object({
    /** The installation's zone, in which times of day are given. */
    zone: z.string(),
    each: z.array(nearest.extend({ company, company_zone: z.string().nullable() })),
    together: nearest,
    warnings: unfilled,
  }),
})

/** Remarks on the time of day itself. */
export const oddTime = {
  /** A sentence about a time that clocks skip on that day, or show twice; null for an ordinary time. */
  odd_time: z.string().nullable(),
  /** Unambiguous times close to it on the same day, to choose from; empty when nothing is wrong. */
  odd_times: z.array(timeOfDay).max(2),
}

/** The nearest date of one company, and the objections to the day that was given. */
export const datesOfAgreement = nearest.extend({
  ...zonesOfDate,
  objections: z.array(objection),
  warnings: unfilled,
  ...oddTime,
})
export type DatesOfAgreement = z.output<typeof datesOfAgreement>

export const forAgreement = endpoint({
  method: 'GET',
  path: '/nearest-dates/agreement/:id',
  access: 'any',
  tool: { name: 'nearest_date_for_agreement', title: 'Ближайшая дата согласования' },
  summary:
    "The nearest date that suits the agreement's company, and what conflicts with the day given in `day`. 404 also for another company's.",
  params: z.object({ id: idText }),
  query: z.object({ ...askedOfDates, day: day.optional() }),
  reply: datesOfAgreement,
})

/** A date that somebody has confirmed, or entered in place of the nearest one. */
const chosen = z.object({
  company_id: id,
  releaseDate: day,
  releaseTime: timeOfDay.nullable(),
  against_reason: orElse(reasonAgainst, ''),
})

/** The action «Подобрать даты всем». */
export const askAll = endpoint({
  method: 'POST',
  path: '/nearest-dates/release/:release_id',
  access: 'staff',
  tool: { name: 'ask_companies_of_release', title: 'Спросить компании релиза о ближайших датах' },
  summary:
    'Sets for each of the companies the date that `chosen` names for it, or else the nearest that suits it, and sends it for approval, each on its own: a company without an agreement gets one, addressed to all its people who have a mail address. A company that was already asked, or that no date within two years suits, is refused with the reason and does not hold up the others. 404 for an unknown release.',
  params: z.object({ release_id: idText }),
  body: z.object({
    companies: eachOnce(id).min(1, 'Выберите компании').max(MOST_AT_ONCE),
    chosen: orElse(z.array(chosen).max(MOST_AT_ONCE), []),
  }),
  reply: z.object({
    message,
    done: z.array(z.object({ id, company_id: id, releaseDate: day, releaseTime: timeOfDay.nullable() })),
    refused: z.array(z.object({ company_id: id, message })),
    mail: outcome,
  }),
})

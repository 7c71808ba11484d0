import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { abilities, byId, day, done, id, idText, isWithin, moment, ref } from '../values.ts'

/** Substitutes for people of a company who are away (docs/decisions/0092). */

/** The longest absence in days: a year. */
const MOST_DAYS = 366

/**
 * Whether the substitute's days have come. `off`: they have, but one of the two people is blocked or has left the
 * company.
 */
export const substituteState = z.enum(['ahead', 'acting', 'off'])

export const substitute = z.object({
  id,
  /** The person who is away. */
  user: ref,
  substitute: ref,
  /** First and last day, both included, in the company's time zone. */
  date_from: day,
  date_to: day,
  state: substituteState,
  author: ref,
  /** Entered by the company itself. */
  by_client: z.boolean(),
  created_at: moment,
  abilities: abilities('end'),
})
export type Substitute = z.output<typeof substitute>

/** A person who is asked in place of somebody who is away. */
export const standIn = z.object({ user: ref, substitute: ref, date_to: day })

const substitution = z.object({
  /** Those that are not over yet, by their first day. */
  substitutes: z.array(substitute),
  /**
   * The people for whom the caller may name a substitute: staff and people with the right may choose anybody, others
   * only themselves.
   */
  people: z.array(ref),
  /** Possible substitutes: people of the company with an email address. */
  choices: z.array(ref),
})

const of = { access: 'any', params: z.object({ id: idText }) } as const

export const list = endpoint({
  ...of,
  method: 'GET',
  path: '/company-calendars/:id/substitutes',
  summary:
    'Who of a company substitutes for whom, now and later. Staff see every company, a client their own, 404 otherwise.',
  reply: substitution,
})

export const name = endpoint({
  ...of,
  method: 'POST',
  path: '/company-calendars/:id/substitutes',
  summary:
    'Names a substitute who is asked together with a person from one day to another; for the person, for a client with the right «календарь компании», for staff (403 otherwise). 409 where there is another substitute on one of these days; 422 for somebody who is not of the company or has no mail address.',
  body: z
    .object({ user_id: byId, substitute_id: byId, date_from: day, date_to: day })
    .refine(({ date_from, date_to }) => date_to >= date_from, { path: ['date_to'], message: 'Конец раньше начала' })
    .refine(({ date_from, date_to }) => isWithin(date_from, date_to, MOST_DAYS), {
      path: ['date_to'],
      message: `Не больше ${MOST_DAYS} дней подряд`,
    })
    .refine(({ user_id, substitute_id }) => user_id !== substitute_id, {
      path: ['substitute_id'],
      message: 'Сам себя человек не замещает',
    }),
  reply: done.extend(substitution.shape),
  creates: true,
})

export const end = endpoint({
  access: 'any',
  params: z.object({ id: idText, substitute_id: idText }),
  method: 'DELETE',
  path: '/company-calendars/:id/substitutes/:substitute_id',
  summary:
    'Ends a substitution, or cancels it before it begins; links of letters that only the substitute had stop working.',
  reply: done.extend(substitution.shape),
})

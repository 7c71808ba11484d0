import * as z from 'zod'
import { closing, orderly } from '../calendars/company-calendars.ts'
import { endpoint } from '../endpoint.ts'
import { company, day, done, id, idText, moment, ref } from '../values.ts'

/** Days on which the provider or a company allows no installations (product.md, "/planning"). */

/** Closed days, both ends included; `company` is null for the provider's own, `author` is its person if `by_client`. */
export const freeze = z.object({
  id,
  company: company.nullable(),
  date_from: day,
  date_to: day,
  reason: z.string(),
  author: ref,
  by_client: z.boolean(),
  created_at: moment,
})
export type Freeze = z.output<typeof freeze>
/** `idcomp` is null or omitted for the provider's own closed days. */
const freezeBody = orderly(z.object({ idcomp: id.nullish(), ...closing }))

export const freezes = endpoint({
  method: 'GET',
  path: '/planning/freezes',
  access: 'staff',
  summary: 'Closed days of all companies that are not over yet, by their first day.',
  reply: z.object({ freezes: z.array(freeze) }),
})

export const addFreeze = endpoint({
  method: 'POST',
  path: '/planning/freezes',
  access: 'staff',
  summary: 'Closes days for installations, of one company or of all.',
  body: freezeBody,
  reply: done.extend({ freeze }),
  creates: true,
})

export const removeFreeze = endpoint({
  method: 'DELETE',
  path: '/planning/freezes/:id',
  access: 'staff',
  summary: 'Opens the days again.',
  params: z.object({ id: idText }),
  reply: done,
})

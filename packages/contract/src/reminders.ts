import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, contact, day, done, id, idText, moment, ref } from './values.ts'

/** Whom a reminder asks: the recipients, then the company's deputy, then its head. */
export const stage = z.enum(['recipients', 'deputy', 'head'])
export type Stage = z.output<typeof stage>

/** One time the client was asked again. */
export const reminder = z.object({
  id,
  stage,
  at: moment,
  /** Null: by the schedule. */
  user: ref.nullable(),
})
export type Reminder = z.output<typeof reminder>

/** A reminder that is to come if the client keeps silent. */
export const planned = z.object({
  stage,
  /** By the production calendar. */
  day,
  /** False: there is nobody to ask at this stage, so it is passed over. */
  has_addressee: z.boolean(),
})
export type Planned = z.output<typeof planned>

export const list = endpoint({
  method: 'GET',
  path: '/agreements/:id/reminders',
  access: 'staff',
  summary:
    'The reminders of an agreement, newest first, those to come by the schedule, and who is asked when the recipients keep silent. `paused` says why none is to come.',
  params: z.object({ id: idText }),
  reply: z.object({
    reminders: z.array(reminder),
    planned: z.array(planned),
    paused: z.string().nullable(),
    deputy: contact.nullable(),
    head: contact.nullable(),
  }),
})

export const saveEscalation = endpoint({
  method: 'POST',
  path: '/agreements/escalation/:company_id',
  access: 'staff',
  summary:
    "Who of a client's people is asked when the recipients of its agreements keep silent: first the deputy, then the head. 404 for an unknown company, 422 for somebody who is not of it or has no mail address.",
  params: z.object({ company_id: idText }),
  body: z.object({ deputy_id: byId.nullable(), head_id: byId.nullable() }),
  reply: done,
})

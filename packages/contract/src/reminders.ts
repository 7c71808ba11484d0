import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { standIn } from './substitutes.ts'
import { abilities, byId, contact, day, done, id, idText, moment, outcome, ref } from './values.ts'

/** Whom a step turns to: the recipients, then the company's deputy, then its head; at last staff who work on the release. */
export const stage = z.enum(['recipients', 'deputy', 'head', 'team'])
export type Stage = z.output<typeof stage>

/** One time the client was asked again. */
export const reminder = z.object({
  id,
  stage,
  at: moment,
  /** Null: by the schedule. */
  user: ref.nullable(),
  /** Sent before its time: the schedule went on from there. */
  ahead: z.boolean(),
})
export type Reminder = z.output<typeof reminder>

/** A step that is to come if the client keeps silent. */
export const nextStep = z.object({
  stage,
  /** By the company's own working hours; one that is due is now. */
  at: moment,
  /** The company's day. */
  day,
})
export type NextStep = z.output<typeof nextStep>

/** What an agreement says of whom it asks. */
export const askedNext = {
  /** Whom the schedule asks next if the client keeps silent; null where it does not, and of staff's own step to a client. */
  next_reminder: nextStep.nullable(),
  /** Who is asked beside recipients that are away. */
  substitutes: z.array(standIn),
}

export const planned = nextStep.extend({
  /** False: there is nobody to ask at this stage, so it is passed over. */
  has_addressee: z.boolean(),
})
export type Planned = z.output<typeof planned>

/** What staff may do with the ladder of an agreement. */
export const ladderActions = ['pause', 'resume', 'hurry'] as const
export type LadderAction = (typeof ladderActions)[number]

const MOST_REASON = 2000
const of = { params: z.object({ id: idText }), access: 'staff' } as const

export const list = endpoint({
  ...of,
  method: 'GET',
  path: '/agreements/:id/reminders',
  summary:
    "The reminders of an agreement, newest first, those to come by the company's own hours, and who is asked when the recipients keep silent. `paused` says why none is to come, `pause` who has paused them and why.",
  reply: z.object({
    reminders: z.array(reminder),
    planned: z.array(planned),
    paused: z.string().nullable(),
    pause: z.object({ reason: z.string(), user: ref, at: moment }).nullable(),
    company_zone: z.string().nullable(),
    deputy: contact.nullable(),
    head: contact.nullable(),
    abilities: abilities(...ladderActions),
  }),
})

export const pause = endpoint({
  ...of,
  method: 'POST',
  path: '/agreements/:id/reminders/pause',
  summary:
    'Pauses what the schedule would send about the present question, with a reason that staff read; 409 where it is paused already. Another question has a schedule of its own.',
  body: z.object({ reason: z.string().trim().min(1, 'Укажите причину').max(MOST_REASON) }),
  reply: done,
})

export const resume = endpoint({
  ...of,
  method: 'POST',
  path: '/agreements/:id/reminders/resume',
  summary:
    'The schedule goes on; what was due meanwhile comes in the next working hour of the company. 409 where it is not paused.',
  reply: done,
})

export const hurry = endpoint({
  ...of,
  method: 'POST',
  path: '/agreements/:id/reminders/next',
  summary:
    'Sends the next step of the schedule ahead of its time; the days of those after it are counted from now. 409 when `stage` is not the next any more.',
  body: z.object({ stage }),
  reply: done.extend({ mail: outcome }),
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

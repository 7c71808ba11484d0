import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { standIn } from '../access/substitutes.ts'
import {
  abilities,
  byId,
  contact,
  day,
  done,
  id,
  idText,
  moment,
  outcome,
  ref,
  requiredText,
  version,
  versionNumber,
} from '../values.ts'

/**
 * Who is asked at a step: the recipients, then the company's deputy, then its head, and at last the staff who work on
 * the release.
 */
export const stage = z.enum(['recipients', 'deputy', 'head', 'team'])
export type Stage = z.output<typeof stage>

/** A reminder sent to the client. */
export const reminder = z.object({
  id,
  stage,
  at: moment,
  /** Null when the schedule sent it. */
  user: ref.nullable(),
  /** Sent early by staff; the schedule continued from there. */
  ahead: z.boolean(),
})
export type Reminder = z.output<typeof reminder>

/** The next step if the client does not answer. */
export const nextStep = z.object({
  stage,
  /** Within the company's own working hours; the current time when the step is due. */
  at: moment,
  /** The day in the company's time zone. */
  day,
})
export type NextStep = z.output<typeof nextStep>

/** Fields of an agreement about who is asked. */
export const askedNext = {
  /**
   * Who the schedule asks next if the client does not answer. Null when it asks nobody, and for a client when the next
   * step asks staff.
   */
  next_reminder: nextStep.nullable(),
  /** Substitutes who are asked in addition to recipients who are away. */
  substitutes: z.array(standIn),
}

export const planned = nextStep.extend({
  /** False when there is nobody to ask at this stage, so that it is skipped. */
  has_addressee: z.boolean(),
})
export type Planned = z.output<typeof planned>

/** A person of a company who was chosen to be asked when its recipients do not answer. */
export const superior = contact.extend({
  /** Why this person is no longer asked: not of the company any more, or blocked. Null while they are. */
  gone: z.enum(['left', 'blocked']).nullable(),
})
export type Superior = z.output<typeof superior>

/** Who of a company is asked when the recipients of its agreements do not answer. */
export const escalation = {
  deputy: superior.nullable(),
  head: superior.nullable(),
  /** Sent back to change it. */
  escalation_version: versionNumber,
}
const chosen = z.object(escalation)
export type Escalation = z.output<typeof chosen>

/** What staff may do with the reminders of an agreement. */
export const ladderActions = ['pause', 'resume', 'hurry', 'remind'] as const
export type LadderAction = (typeof ladderActions)[number]

const MOST_REASON = 2000
const of = { params: z.object({ id: idText }), access: 'staff' } as const

export const list = endpoint({
  ...of,
  method: 'GET',
  path: '/agreements/:id/reminders',
  summary:
    "The reminders of an agreement, newest first, those to come by the company's own hours, and who is asked when the recipients do not answer. `paused` says why none is to come, `pause` who has paused them and why.",
  reply: z.object({
    reminders: z.array(reminder),
    planned: z.array(planned),
    paused: z.string().nullable(),
    pause: z.object({ reason: z.string(), user: ref, at: moment }).nullable(),
    company_zone: z.string().nullable(),
    ...escalation,
    abilities: abilities(...ladderActions),
  }),
})

export const pause = endpoint({
  ...of,
  method: 'POST',
  path: '/agreements/:id/reminders/pause',
  summary:
    'Pauses the scheduled reminders of the present question, with a reason that staff can read. 409 where they are already paused. A new question gets a schedule of its own.',
  body: z.object({ reason: requiredText(MOST_REASON, 'Укажите причину') }),
  reply: done,
})

export const resume = endpoint({
  ...of,
  method: 'POST',
  path: '/agreements/:id/reminders/resume',
  summary:
    'Resumes the schedule; what was due meanwhile is sent in the next working hour of the company. 409 where it is not paused.',
  reply: done,
})

export const hurry = endpoint({
  ...of,
  method: 'POST',
  path: '/agreements/:id/reminders/next',
  summary:
    'Sends the next step of the schedule ahead of time; the days of the later steps are counted from now. 409 when `stage` is no longer the next one.',
  body: z.object({ stage }),
  reply: done.extend({ mail: outcome }),
})

export const saveEscalation = endpoint({
  method: 'POST',
  path: '/agreements/escalation/:company_id',
  access: 'staff',
  summary:
    "Sets which of a client's people are asked when the recipients of its agreements do not answer: first the deputy, then the head. One who is not given stays, and null chooses nobody. 404 for an unknown company, 409 for an outdated `version`, 422 for a person newly chosen who is not of it, is blocked or has no mail address.",
  params: z.object({ company_id: idText }),
  body: z.object({ deputy_id: byId.nullable().optional(), head_id: byId.nullable().optional(), version }),
  reply: done.extend(escalation),
})

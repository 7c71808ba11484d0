import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { eachOnce } from '../each-once.ts'
import { id, message, outcome } from '../values.ts'

/** The same action on several agreements. Each of them succeeds or fails separately. */

export const MOST_AT_ONCE = 200

const many = {
  access: 'staff',
  body: z.object({ ids: eachOnce(id).min(1, 'Выберите согласования').max(MOST_AT_ONCE) }),
  reply: z.object({
    message,
    /** Ids of the agreements it was done for. */
    done: z.array(id),
    refused: z.array(z.object({ id, message })),
    mail: outcome,
  }),
} as const

export const sendMany = endpoint({
  ...many,
  method: 'POST',
  path: '/agreements/send-many',
  tool: { name: 'ask_companies', title: 'Отправить даты клиентам' },
  summary:
    'Sends the dates of several agreements to their clients, each on its own as target 5 of an update does: one that may not be sent is refused with the reason and does not hold up the others.',
})

export const askAnother = endpoint({
  ...many,
  method: 'POST',
  path: '/agreements/ask-another',
  summary:
    "Moves each date that is earlier than the release's plan date to the plan date and sends it to its client for approval, as targets 4 and 5 of an update do; refused for a date that is not earlier.",
})

export const remindMany = endpoint({
  ...many,
  method: 'POST',
  path: '/agreements/remind-many',
  summary:
    'Reminds the clients of several agreements by letters with new links; refused for an agreement that is not waiting for its client or has nobody to write to.',
})

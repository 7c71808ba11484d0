import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, message, outcome } from './values.ts'

/** The same action on several agreements. Each of them succeeds or fails separately. */

export const MOST_AT_ONCE = 200

const many = {
  access: 'staff',
  body: z.object({ ids: z.array(id).min(1, 'Выберите согласования').max(MOST_AT_ONCE) }),
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
    'Sends the dates of several agreements to their clients, each for itself as by target 5: one that may not be sent is refused with the reason and does not hold up the others.',
})

export const askAnother = endpoint({
  ...many,
  method: 'POST',
  path: '/agreements/ask-another',
  summary:
    "Moves each date that the release's plan date has overtaken to the plan date, and asks its client for its word, as targets 4 and 5 would; refused for one that the plan date has not overtaken.",
})

export const remindMany = endpoint({
  ...many,
  method: 'POST',
  path: '/agreements/remind-many',
  summary:
    'Asks the clients of several agreements once more, by letters with new links; refused for one that does not wait for its client, or has nobody to write to.',
})

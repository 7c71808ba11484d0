import * as z from 'zod'
import { eachOnce } from '../each-once.ts'
import { endpoint, LISTS_BODY } from '../endpoint.ts'
import { byId, id, message } from '../values.ts'
import { MOST_AT_ONCE, status } from './request-shapes.ts'

/** How far the work on a request is, and whether it is paid for: what only the provider says. */

export const statuses = endpoint({
  method: 'GET',
  path: '/get-request-statuses',
  access: 'staff',
  summary: 'The statuses that a request may get, in order; hidden ones are left out.',
  reply: z.object({ statuses: z.array(status) }),
})

/** What a request had when it was seen, or before a save. */
const had = z.object({ request_id: id, status: id, isPaid: z.boolean() })

export const saveStatus = endpoint({
  method: 'POST',
  path: '/requests-status-save',
  access: 'staff',
  summary:
    'Gives requests a status, or says whether they are paid for; a field left out stays. Requests that could not be saved are listed with the reason: one named in `was` is refused when the field differs by now. 422 under `status` when there is no such status or it is hidden.',
  bodyLimit: LISTS_BODY,
  body: z.object({
    requests: eachOnce(id).min(1).max(MOST_AT_ONCE),
    status: byId.optional(),
    isPaid: z.boolean().optional(),
    was: z.array(had).max(MOST_AT_ONCE).optional(),
  }),
  reply: z.object({
    message,
    saved: z.array(id),
    refused: z.array(z.object({ id, reason: z.string() })),
    /** Previous values of the saved requests, for undoing. */
    before: z.array(had),
  }),
})

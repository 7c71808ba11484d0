import * as z from 'zod'
import { endpoint, TEXTS_BODY } from '../endpoint.ts'
import { attached, html, mentions, newest, one, saved, side } from './threads.ts'
import { ref } from '../values.ts'
import { orElse } from '../optional.ts'

/** The conversation of a request: one thread in which people of both sides write and mention one another. */

export const say = endpoint({
  method: 'POST',
  path: '/threads/talks/:id',
  access: 'any',
  tool: { name: 'write_to_request', title: 'Написать в переписку заявки' },
  summary:
    "Writes an entry in the conversation of a request; the first entry starts it. One with `asks` waits for the other side's answer. An internal entry is for staff only: clients do not learn of it in any way. Its author and the people it mentions follow the request from then on, unless they opted out. 404 for a request the caller may not know of, 422 under `mentions` for a person who may not read it. With `last` the reply has only so many newest entries.",
  params: one,
  query: newest,
  body: z.object({
    html,
    files: attached,
    mentions,
    internal: orElse(z.boolean(), false),
    asks: orElse(z.boolean(), false),
  }),
  reply: saved,
  bodyLimit: TEXTS_BODY,
  creates: true,
})

export const people = endpoint({
  method: 'GET',
  path: '/threads/talks/:id/people',
  access: 'any',
  summary:
    'Who can be mentioned with @ in the conversation of a request: staff, and people of its company where the company may know of it. A client is offered their own colleagues, and of staff those who have written to the company there.',
  params: one,
  reply: z.object({ people: z.array(ref.extend({ side })) }),
})

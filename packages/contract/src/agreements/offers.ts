import * as z from 'zod'
import { agreementDetail } from './agreements.ts'
import { endpoint } from '../endpoint.ts'
import { day, freeText, idText, message, outcome, requiredText, timeOrNone, version } from '../values.ts'
import { orElse } from '../optional.ts'

export const MAX_REASON = 1000

/** Another date and the reason for it, whether offered on screen or by a letter's link. */
export const proposal = z.object({
  releaseDate: day,
  releaseTime: timeOrNone.default(null),
  reason: orElse(freeText(MAX_REASON), ''),
})
export type Proposal = z.output<typeof proposal>

const reply = z.object({ message, agreement: agreementDetail, mail: outcome })

export const propose = endpoint({
  method: 'POST',
  path: '/agreements/:id/offers',
  access: 'any',
  tool: { name: 'offer_another_date', title: 'Предложить другую дату' },
  summary:
    "A client offers another date instead of the one that was sent; staff are notified by letters. 403 for staff, who move the date themselves; 404 for another company's; 409 while an offer waits for an answer, and with `current` for a stale version; 422 before a date was sent, for a day that has passed and for the same date.",
  params: z.object({ id: idText }),
  body: proposal.extend({ version }),
  reply,
  creates: true,
})

export const answer = endpoint({
  method: 'POST',
  path: '/agreements/:id/offers/:offer_id',
  access: 'any',
  tool: { name: 'answer_offer', title: 'Ответить на предложенную дату' },
  summary:
    "Ends an offer. Staff accept it – the date moves, both approvals are cleared, the new date is approved for staff and the client is asked to confirm it – or decline it with a text; the client withdraws it. 403 for the other side, 404 for another company's, 409 when somebody else was first.",
  params: z.object({ id: idText, offer_id: idText }),
  body: z.discriminatedUnion('answer', [
    z.object({ answer: z.literal('accept'), version }),
    z.object({
      answer: z.literal('decline'),
      text: requiredText(MAX_REASON, 'Напишите, почему дата не подходит'),
      version,
    }),
    z.object({ answer: z.literal('withdraw'), version }),
  ]),
  reply,
})

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { byIdcomp, id, idText, message, moment, ref } from './values.ts'

/** What client companies say of what they were handed: that they have it, that it runs. */

export const receiptKind = z.enum(['received', 'installed'])

/** One company's word on one release of a publication. */
export const receipt = z.object({ idcomp: id, kind: receiptKind, at: moment, user: ref })

export const confirm = endpoint({
  method: 'POST',
  path: '/releases-ready/:id/receipts',
  access: 'any',
  summary:
    'Says that a company has received a release of the publication, or has installed it, which says both. Clients speak for the own company; staff name the company and the history says «on behalf». `remove` takes the word back.',
  params: z.object({ id: idText }),
  body: z.object({
    release_id: id,
    kind: receiptKind,
    company: byIdcomp.optional(),
    remove: z.boolean().default(false),
  }),
  reply: z.object({ message, receipts: z.array(receipt) }),
})

export type Receipt = z.output<typeof receipt>
export type ReceiptKind = z.output<typeof receiptKind>

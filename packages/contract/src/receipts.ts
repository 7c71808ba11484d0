import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { byIdcomp, company, done, id, idText, message, moment, outcome, ref } from './values.ts'

/** What client companies say of what they were handed: that they have it, that it runs. */

export const receiptKind = z.enum(['received', 'installed'])

/** One company's word on one release of a publication. */
export const receipt = z.object({ idcomp: id, kind: receiptKind, at: moment, user: ref })

export const confirm = endpoint({
  method: 'POST',
  path: '/releases-ready/:id/receipts',
  access: 'any',
  tool: { name: 'confirm_receipt', title: 'Отметить получение или установку' },
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

/** How a letter or a copy of a file stands, and since when. */
const delivered = z.object({ state: z.enum(['queued', 'sent', 'failed']), at: moment })

/** What one person of a company has had of a publication. */
const recipientReceipt = z.object({
  user: ref,
  /** The letter to this person; null where there was none. */
  letter: delivered.nullable(),
  /** When the publication's page was first opened. */
  opened_at: moment.nullable(),
})

/** What became of one file at one company. */
const fileReceipt = z.object({
  file: z.object({ id, file_name: z.string() }),
  /** The copy in the company's folder on the file server; null where none was to be made. */
  copy: delivered.nullable(),
  /** When somebody first had the whole of it. */
  fetched_at: moment.nullable(),
  /** When somebody's own copy was first found to be the same. */
  verified_at: moment.nullable(),
})

/** Everything that is known of one company and the publication; its words stand with the publication's items. */
export const companyReceipt = z.object({
  company,
  people: z.array(recipientReceipt),
  files: z.array(fileReceipt),
  /** What was sent to its recipients while its files waited to be fetched. */
  reminders: z.object({
    sent: z.array(z.object({ at: moment, user: ref.nullable() })),
    /** When the schedule reminds it next, by its own working hours; null: not any more. */
    next: moment.nullable(),
    /** Whether it may be reminded now, or why not. */
    remind: z.union([z.literal(true), z.string()]),
  }),
})

export const list = endpoint({
  method: 'GET',
  path: '/releases-ready/:id/receipts',
  access: 'staff',
  tool: { name: 'receipts', title: 'Кто получил публикацию' },
  summary:
    'What became of the publication at each company that it was handed to: letters, who has opened it, files fetched and verified.',
  params: z.object({ id: idText }),
  reply: z.object({ companies: z.array(companyReceipt) }),
})

export const remind = endpoint({
  method: 'POST',
  path: '/releases-ready/:id/remind',
  access: 'staff',
  summary:
    "Reminds a company's recipients of files that it has not fetched, on top of the schedule's own reminders. 422 where nothing waits, nobody can be written to, it was reminded within 12 hours, or five times already.",
  params: z.object({ id: idText }),
  body: z.object({ company: byIdcomp }),
  reply: done.extend({ mail: outcome }),
})

export const check = endpoint({
  method: 'POST',
  path: '/releases-ready/:id/checks',
  access: 'any',
  summary:
    "Says whether a file that the caller has is the published one, by its SHA-256. A client's that is the same is kept as verified. 404 for a file that the caller was not handed by the publication.",
  params: z.object({ id: idText }),
  body: z.object({
    file_id: id,
    sha256: z
      .string()
      .length(64)
      .regex(/^[0-9a-f]+$/),
  }),
  reply: z.object({ message, matches: z.boolean() }),
})

export type CompanyReceipt = z.output<typeof companyReceipt>
export type Receipt = z.output<typeof receipt>
export type ReceiptKind = z.output<typeof receiptKind>

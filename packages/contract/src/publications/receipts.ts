import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { byIdcomp, company, done, id, idText, message, moment, outcome, ref } from '../values.ts'
import { orElse } from '../optional.ts'

/** Confirmations by client companies that they received or installed what they were handed. */

export const receiptKind = z.enum(['received', 'installed'])

/** One company's confirmation for one release of a publication. */
export const receipt = z.object({ idcomp: id, kind: receiptKind, at: moment, user: ref })

export const confirm = endpoint({
  method: 'POST',
  path: '/releases-ready/:id/receipts',
  access: 'any',
  tool: { name: 'confirm_receipt', title: 'Отметить получение или установку' },
  summary:
    'Records that a company has received a release of the publication, or has installed it, which includes receiving it. Clients do so for their own company; staff name the company and the history says «on behalf». `remove` takes the confirmation back.',
  params: z.object({ id: idText }),
  body: z.object({
    release_id: id,
    kind: receiptKind,
    company: byIdcomp.optional(),
    remove: orElse(z.boolean(), false),
  }),
  reply: z.object({ message, receipts: z.array(receipt) }),
})

/** State of a letter or of a copy of a file, and since when. */
const delivered = z.object({ state: z.enum(['queued', 'sent', 'failed']), at: moment })

/** What one person of a company received of a publication. */
const recipientReceipt = z.object({
  user: ref,
  /** The letter to this person; null where there was none. */
  letter: delivered.nullable(),
  /** When the publication's page was first opened. */
  opened_at: moment.nullable(),
})

/** What one company received of one file. */
const fileReceipt = z.object({
  file: z.object({ id, file_name: z.string() }),
  /** The copy in the company's folder on the file server; null when there was to be none. */
  copy: delivered.nullable(),
  /** When somebody first downloaded the whole file. */
  fetched_at: moment.nullable(),
  /** When somebody's own copy was first found to be identical. */
  verified_at: moment.nullable(),
})

/**
 * Everything known about one company and the publication. Its confirmations are stored with the publication's items.
 */
export const companyReceipt = z.object({
  company,
  people: z.array(recipientReceipt),
  files: z.array(fileReceipt),
  /** Reminders sent to its recipients while its files were waiting to be downloaded. */
  reminders: z.object({
    sent: z.array(z.object({ at: moment, user: ref.nullable() })),
    /** When the schedule sends the next reminder, within the company's working hours; null when it sends no more. */
    next: moment.nullable(),
    /** Whether a reminder may be sent now, or why not. */
    remind: z.union([z.literal(true), z.string()]),
  }),
})

export const list = endpoint({
  method: 'GET',
  path: '/releases-ready/:id/receipts',
  access: 'staff',
  tool: { name: 'receipts', title: 'Кто получил публикацию' },
  summary:
    'The state of the publication at each company that it was handed over to: letters, who has opened it, files downloaded and verified.',
  params: z.object({ id: idText }),
  reply: z.object({ companies: z.array(companyReceipt) }),
})

export const remind = endpoint({
  method: 'POST',
  path: '/releases-ready/:id/remind',
  access: 'staff',
  summary:
    "Reminds a company's recipients of files that it has not downloaded, in addition to the scheduled reminders. 422 where nothing is waiting, nobody can be written to, it was reminded within 12 hours, or five times already.",
  params: z.object({ id: idText }),
  body: z.object({ company: byIdcomp }),
  reply: done.extend({ mail: outcome }),
})

export const check = endpoint({
  method: 'POST',
  path: '/releases-ready/:id/checks',
  access: 'any',
  summary:
    'Checks by SHA-256 whether a file that the caller has is the published one. A matching file of a client is recorded as verified. 404 for a file that the publication did not hand over to the caller.',
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

import * as z from 'zod'
import { endpoint, LISTS_BODY } from './endpoint.ts'
import { draft, draftPackage, MAX_REASON, MAX_TEXT } from './publications.ts'
import { company, contact, fileInfo, id, idText, message, moment } from './values.ts'

/** The form of a publication: kept for its person on the server, and tried before anything leaves. */

const ids = (most: number) => z.array(id).max(most)

export const formDraft = z.object({
  /** The step of the form, from 0. */
  step: z.int().min(0).max(3),
  list: z
    .array(
      z.object({
        release: id,
        title: z.string().max(1000),
        modules: ids(500),
        customers: ids(5000),
        files: z.array(fileInfo).max(500),
        packages: z.array(draftPackage).max(500).default([]),
      }),
    )
    .max(50),
  rivc: ids(5000),
  clients: ids(5000),
  /** Whom the form has proposed once: who was unmarked then is not proposed again. */
  proposed: z.object({ companies: ids(5000), staff: ids(5000) }),
  text: z.string().max(MAX_TEXT),
  /** The publication that this one corrects; null where none. */
  corrects: id.nullable().default(null),
  reason: z.string().max(MAX_REASON),
  /** When its person last changed it, by the browser's clock: of two copies the later one counts. */
  changed: z.string().max(40),
})

export const getDraft = endpoint({
  method: 'GET',
  path: '/publish/draft',
  access: 'staff',
  summary:
    "The caller's unfinished publication, null when there is none. Files that were removed meanwhile are left out.",
  reply: z.object({ draft: formDraft.nullable(), updated_at: moment.nullable() }),
})

export const saveDraft = endpoint({
  method: 'POST',
  path: '/publish/draft',
  access: 'staff',
  summary:
    "Keeps the caller's unfinished publication in place of the one before; null lets go of it, and so does publishing.",
  bodyLimit: LISTS_BODY,
  body: z.object({ draft: formDraft.nullable() }),
  reply: z.object({ message, updated_at: moment.nullable() }),
})

/** Files that the same companies of a release get. */
const companySet = z.object({
  release: z.object({ id, title: z.string() }),
  /** Empty: these companies get the release and no file of it. */
  files: z.array(z.object({ id, file_name: z.string() })),
  companies: z.array(company),
})

/** How what companies get differs from the set that each was handed last, of the release or its modules. */
const setChange = z.object({
  release: z.object({ id, title: z.string() }),
  companies: z.array(company),
  /** null: it is their first. */
  last: z.object({ publication_id: id, at: moment }).nullable(),
  /** File names: like nothing in the last set; like nothing in this one; the very bytes of the last set. */
  added: z.array(z.string()),
  removed: z.array(z.string()),
  same: z.array(z.string()),
  /** How many are another version of what was in the last set, by their names without numbers. */
  renewed: z.int().min(0),
})

/** What one side gets: the staff, or one company. */
export const previewedLetter = z.object({
  /** null for the provider's own people. */
  company: company.nullable(),
  recipients: z.array(contact),
  subject: z.string(),
  html: z.string(),
  releases: z.array(z.string()),
  files: z.array(z.object({ id, file_name: z.string() })),
  /** Names of other companies, and of releases and files of others, that stand in it. */
  foreign: z.array(z.string()),
})

export const preview = endpoint({
  method: 'POST',
  path: '/publish/preview',
  access: 'staff',
  reads: true,
  summary:
    'What publishing this draft would send to whom, and what speaks against it. Nothing is sent and nothing is kept.',
  bodyLimit: LISTS_BODY,
  body: draft,
  reply: z.object({
    letters: z.array(previewedLetter),
    sets: z.array(companySet),
    changes: z.array(setChange),
    /** Companies that get files or the page, and no letter. */
    silent: z.array(company),
    /** Chosen people who get no letter, and why. */
    without: z.array(contact.extend({ reason: z.string() })),
    /** As publishing would refuse it, by field. */
    errors: z.record(z.string(), z.array(z.string())),
  }),
})

export const previewDoc = endpoint({
  method: 'POST',
  path: '/publish/preview-doc',
  access: 'staff',
  summary:
    'The Word document that publishing this draft would make: the whole of it, or what one company gets with `as_company`; 404 when that is nothing. Nothing is kept.',
  query: z.object({ as_company: idText.optional() }),
  bodyLimit: LISTS_BODY,
  body: draft,
  stream: 'bytes',
})

export type FormDraft = z.output<typeof formDraft>
export type SetChange = z.output<typeof setChange>
export type PreviewedLetter = z.output<typeof previewedLetter>

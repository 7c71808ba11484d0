import * as z from 'zod'
import { endpoint, LISTS_BODY } from '../endpoint.ts'
import { draft, draftPackage, MAX_REASON, MAX_TEXT, MOST_FILES } from './publications.ts'
import { eachOnce } from '../each-once.ts'
import { company, contact, fileInfo, id, idText, message, moment, MOST_COMPANIES, MOST_MODULES } from '../values.ts'

/** The form of a publication: saved on the server for its author, and previewed before anything is sent. */

const ids = (most: number) => eachOnce(id).max(most)

export const formDraft = z.object({
  /** The current step of the form, from 0. */
  step: z.int().min(0).max(3),
  list: z
    .array(
      z.object({
        release: id,
        title: z.string().max(1000),
        modules: ids(MOST_MODULES),
        customers: ids(MOST_COMPANIES),
        files: z.array(fileInfo).max(MOST_FILES),
        packages: z.array(draftPackage).max(MOST_FILES).default([]),
      }),
    )
    .max(50),
  rivc: ids(5000),
  clients: ids(5000),
  /** Companies and staff that the form has already proposed once. Those the author unticked are not proposed again. */
  proposed: z.object({ companies: ids(MOST_COMPANIES), staff: ids(5000) }),
  text: z.string().max(MAX_TEXT),
  /** The publication that this one corrects; null when there is none. */
  corrects: id.nullable().default(null),
  reason: z.string().max(MAX_REASON),
  /** When the author last changed it, by the browser's clock. Of two copies, the later one is used. */
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
    "Saves the caller's unfinished publication in place of the previous one; null deletes it, and so does publishing.",
  bodyLimit: LISTS_BODY,
  body: z.object({ draft: formDraft.nullable() }),
  reply: z.object({ message, updated_at: moment.nullable() }),
})

/** The files that a group of companies gets from a release. */
const companySet = z.object({
  release: z.object({ id, title: z.string() }),
  /** Empty when these companies get the release but none of its files. */
  files: z.array(z.object({ id, file_name: z.string() })),
  companies: z.array(company),
})

/** How the files differ from the set that each company was last handed, of the same release or of its modules. */
const setChange = z.object({
  release: z.object({ id, title: z.string() }),
  companies: z.array(company),
  /** Null when it is their first set. */
  last: z.object({ publication_id: id, at: moment }).nullable(),
  /** Names of files that are not in the last set, that were only in the last set, and that are identical in both. */
  added: z.array(z.string()),
  removed: z.array(z.string()),
  same: z.array(z.string()),
  /** Number of files that are a new version of one in the last set, matched by their names without numbers. */
  renewed: z.int().min(0),
})

/** The letter to one side: to staff, or to one company. */
export const previewedLetter = z.object({
  /** Null for the provider's own people. */
  company: company.nullable(),
  recipients: z.array(contact),
  subject: z.string(),
  html: z.string(),
  releases: z.array(z.string()),
  files: z.array(z.object({ id, file_name: z.string() })),
  /** Names of other companies, and of releases and files of others, that occur in the letter. */
  foreign: z.array(z.string()),
})

export const preview = endpoint({
  method: 'POST',
  path: '/publish/preview',
  access: 'staff',
  reads: true,
  summary: 'What publishing this draft would send to whom, and what speaks against it. Nothing is sent or stored.',
  bodyLimit: LISTS_BODY,
  body: draft,
  reply: z.object({
    letters: z.array(previewedLetter),
    sets: z.array(companySet),
    changes: z.array(setChange),
    /** Companies that get files or the page but no letter. */
    silent: z.array(company),
    /** Chosen people who will get no letter, and why. */
    without: z.array(contact.extend({ reason: z.string() })),
    /** Of the sets and recipients: sent with the draft, it publishes only what was shown. */
    digest: z.string(),
    /** The errors that publishing would report, by field. */
    errors: z.record(z.string(), z.array(z.string())),
  }),
})

export const previewDoc = endpoint({
  method: 'POST',
  path: '/publish/preview-doc',
  access: 'staff',
  reads: true,
  summary:
    'The Word document that publishing this draft would make: all of it, or with `as_company` what that company gets; 404 when that is nothing. Nothing is stored.',
  query: z.object({ as_company: idText.optional() }),
  bodyLimit: LISTS_BODY,
  body: draft,
  stream: 'word',
})

export type FormDraft = z.output<typeof formDraft>
export type SetChange = z.output<typeof setChange>
export type PreviewedLetter = z.output<typeof previewedLetter>

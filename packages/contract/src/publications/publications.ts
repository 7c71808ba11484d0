import * as z from 'zod'
import { endpoint, LISTS_BODY } from '../endpoint.ts'
import { isExcel, ordering, pageOf, paging } from '../paging.ts'
import { optional, orElse } from '../optional.ts'
import { receipt } from './receipts.ts'
import { readiness } from '../releases/readiness.ts'
import { eachOnce } from '../each-once.ts'
import {
  abilities,
  byId,
  byIdcomp,
  byIdmod,
  change,
  company,
  contact,
  day,
  delivery,
  deliveryCounts,
  fileInfo,
  freeText,
  id,
  idsText,
  idText,
  message,
  module,
  moment,
  MOST_COMPANIES,
  MOST_MODULES,
  outcome,
  ref,
  requiredText,
  searchText,
  step,
} from '../values.ts'

/** Longest accompanying text and longest reason, in characters. */
export const MAX_TEXT = 20_000
export const MAX_REASON = 2000
/** The most files that a release of a publication may have. */
export const MOST_FILES = 500

/** The modules a file belongs to, and the companies it is for. */
const filePackage = z.object({
  file_id: id,
  /** Module ids; empty for all modules. */
  modules: z.array(id),
  /** Ids of the companies it was handed to. */
  companies: z.array(id),
})

const releaseName = z.object({ id, title: z.string() })

/** One release of a publication. For a client it contains only the own company among the customers, and no list. */
export const publicationItem = z.object({
  /** Position in the publication, from 0. */
  idx: z.int().min(0),
  release: releaseName,
  /** For a client, only the own company's package. */
  files: z.array(fileInfo),
  /** One entry for each file; null when every customer was handed every file, and always for clients. */
  packages: z.array(filePackage).nullable(),
  modules: z.array(module),
  customers: z.array(company),
  /** Ids of the companies that got nothing: the release's not-publishing list at the time of publishing. */
  notPublishingList: z.array(id),
  /** Why it was published before it was ready; null when it was ready, and always for clients. */
  reason: z.string().nullable(),
  /** Receipts confirmed by companies; a client sees only those of the own company. */
  receipts: z.array(receipt),
})

/** How a publication was taken back. Its files can no longer be downloaded. */
const withdrawal = z.object({ at: moment, by: ref, reason: z.string() })

/** A publication. For a client it contains only the own company's recipients and deliveries, and no history. */
export const publication = z.object({
  id,
  created_at: moment,
  author: ref,
  list: z.array(publicationItem),
  recipients: z.object({ rivc: z.array(contact), clients: z.array(contact) }),
  text: z.string(),
  /** Null unless it was taken back. */
  withdrawn: withdrawal.nullable(),
  /** The publication that this one corrects, if the caller may see it. */
  corrects: id.nullable(),
  /** Publications that correct this one, as far as the caller may see them. */
  corrected_by: z.array(id),
  deliveries: z.array(delivery),
  history: z.array(change),
  abilities: abilities('resend', 'withdraw', 'correct'),
})

export const publicationRow = z.object({
  id,
  created_at: moment,
  author: ref,
  text: z.string(),
  is_withdrawn: z.boolean(),
  releases: z.array(releaseName),
  modules: z.array(module),
  /** Companies that got it; a client sees only the own one. */
  customers: z.array(company),
  files_count: z.int().min(0),
  /** Size in bytes. */
  files_size: z.int().min(0),
  /** For a client, only those to the own company. */
  deliveries: deliveryCounts,
})

export const listPublications = endpoint({
  method: 'GET',
  path: '/releases-ready',
  access: 'any',
  replica: true,
  tool: { name: 'publications', title: 'Публикации' },
  summary:
    "Publications, newest first unless ordered otherwise. Dates limit created_at. Clients get those of visible releases where their company is a customer and not on the not-publishing list. With `isExcel` a workbook publications_<from>_<to>.xlsx of all of it in the columns of the caller's side.",
  query: z.object({
    ...paging,
    ...ordering('id', 'created_at', 'author', 'release', 'files_count', 'files_size'),
    /** Part of a release's title, of a file's name or of the text, or the exact id. */
    search_string: searchText(200).optional(),
    release_ids: idsText.default([]),
    client_ids: idsText.default([]),
    module_ids: idsText.default([]),
    date_from: day.optional(),
    date_to: day.optional(),
    isExcel,
  }),
  reply: pageOf(publicationRow),
  stream: 'excel',
})

export const getFilters = endpoint({
  method: 'GET',
  path: '/releases-ready/get-filters',
  access: 'any',
  replica: true,
  summary: 'Options for filtering publications: releases newest first, companies (staff only) and modules by name.',
  reply: z.object({ releases: z.array(ref), companies: z.array(company), modules: z.array(module) }),
})

export const getPublication = endpoint({
  method: 'GET',
  path: '/releases-ready/:id',
  access: 'any',
  tool: { name: 'publication', title: 'Публикация' },
  summary:
    'One publication. 404 also for one a client may not know of. With `copies=false` its deliveries are letters only: there may be tens of thousands of copies, which GET releases-ready/{id}/copies pages.',
  params: z.object({ id: idText }),
  query: z.object({ copies: orElse(z.union([z.boolean(), z.stringbool()]), true) }),
  reply: publication,
})

export const getPublicationDoc = endpoint({
  method: 'GET',
  path: '/releases-ready/:id/doc',
  access: 'any',
  summary:
    "The publication as a Word document: files, what each release brings, its rules. A client gets their own company's part; staff may request it with `as_company`. 404 also for one a client may not know of.",
  params: z.object({ id: idText }),
  query: z.object({ as_company: idText.optional() }),
  stream: 'word',
})

/** Downloads of one file by one person, for the company that they belonged to then. */
export const publicationDownload = z.object({
  file: z.object({ id, file_name: z.string() }),
  user: ref,
  /** Null for the provider's staff. */
  company: company.nullable(),
  first_at: moment,
  last_at: moment,
  /** Number of requests; a browser may download a file in parts. */
  times: z.int().positive(),
  /** At least as many bytes were sent as the file has. */
  isWhole: z.boolean(),
})

export const getDownloads = endpoint({
  method: 'GET',
  path: '/releases-ready/:id/downloads',
  access: 'staff',
  summary: "Who has downloaded which of the publication's files, latest first.",
  params: z.object({ id: idText }),
  reply: z.object({ downloads: z.array(publicationDownload) }),
})

/** What the publication form needs to know about a release. */
export const releaseToPublish = z.object({
  ...releaseName.shape,
  step,
  modules: z.array(module),
  companies: z.array(company),
  notPublishingList: z.array(id),
  /** People of the release, to whom the letter will probably go. */
  users: z.array(contact),
  /** False when the release is hidden from clients; then none of their people learn of the publication. */
  is_visible_for_client: z.boolean(),
  readiness,
  /** Number of earlier publications of this release. */
  published: z.int().min(0),
})

export const getReleasesToPublish = endpoint({
  method: 'GET',
  path: '/publish/releases',
  access: 'staff',
  tool: { name: 'readiness', title: 'Готовность релизов к публикации' },
  summary: 'Modules, companies and readiness of the given releases, in the given order; unknown ones are left out.',
  query: z.object({ release_ids: idsText.default([]) }),
  reply: z.object({
    releases: z.array(releaseToPublish),
    /** In bytes. The form uses it to avoid sending a file that would be refused with 413. */
    upload_limit: z.number().positive(),
  }),
})

/**
 * The modules a file belongs to and the companies it is for: it goes to those of the companies that use one of the
 * modules. An empty list means no restriction, and files without a package go to everybody (beyond.md, section 8).
 */
export const draftPackage = z.object({
  file_id: id,
  modules: orElse(eachOnce(byIdmod).max(MOST_MODULES), []),
  companies: orElse(eachOnce(byIdcomp).max(MOST_COMPANIES), []),
})

/** The publication to be made. The server reads nothing but the ids of the things listed. */
export const draft = z.object({
  list: z
    .array(
      z.object({
        release: byId,
        files: orElse(eachOnce(byId).max(MOST_FILES), []),
        packages: orElse(z.array(draftPackage).max(MOST_FILES), []),
        modules: orElse(eachOnce(byIdmod).max(MOST_MODULES), []),
        customers: eachOnce(byIdcomp).max(MOST_COMPANIES),
        /** Customers that get nothing this time, beside those on the release's own list. */
        notPublishingList: orElse(eachOnce(byIdcomp).max(MOST_COMPANIES), []),
      }),
    )
    .min(1)
    .max(50),
  recipients: z.object({
    rivc: orElse(eachOnce(byId).max(5000), []),
    clients: orElse(eachOnce(byId).max(5000), []),
  }),
  text: orElse(z.string().max(MAX_TEXT), ''),
  /** Id of an earlier publication of the same releases, whose files are replaced by the files of this one. */
  corrects: optional(id),
  /** Required when a release is not ready; stored with each such release. */
  reason: optional(freeText(MAX_REASON)),
})

export const publish = endpoint({
  method: 'POST',
  path: '/publish/add',
  access: 'staff',
  summary:
    'Publishes releases: files go to their customers, letters to the recipients, each release moves to its published step. 422 when the draft names something that does not exist or belongs elsewhere, or when `reason` is missing for a release that is not ready; 409 when `digest` no longer fits.',
  bodyLimit: LISTS_BODY,
  body: draft.extend({
    /** The preview's `digest`: 409 when something else would go out by now. */
    digest: z.string().max(64).optional(),
  }),
  reply: z.object({ message, id, mail: outcome, ftp: outcome }),
  creates: true,
})

export const withdraw = endpoint({
  method: 'POST',
  path: '/releases-ready/:id/withdraw',
  access: 'staff',
  summary:
    'Withdraws a publication: its files can no longer be downloaded, waiting copies are not sent, its recipients are informed of the reason. Companies keep what they already have. 422 for one that is already withdrawn.',
  params: z.object({ id: idText }),
  body: z.object({ reason: requiredText(MAX_REASON, 'Укажите причину') }),
  reply: z.object({ message, mail: outcome }),
})

export type FilePackage = z.output<typeof filePackage>
export type DraftPackage = z.output<typeof draftPackage>
export type Publication = z.output<typeof publication>
export type PublicationItem = z.output<typeof publicationItem>
export type PublicationDownload = z.output<typeof publicationDownload>
export type PublicationRow = z.output<typeof publicationRow>
export type ReleaseToPublish = z.output<typeof releaseToPublish>
export type Draft = z.output<typeof draft>

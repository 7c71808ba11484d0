import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { company, id, idsText, idText, module, moment } from '../values.ts'

/** Which version of which module runs at which company, derived from publications, downloads and receipts. */

/**
 * How the version is known, most certain first: the company confirmed that it is installed, or received; it downloaded
 * the files; it was handed the publication.
 */
export const known = z.enum(['installed', 'received', 'fetched', 'handed'])

export const knownNames: Record<z.output<typeof known>, string> = {
  installed: 'установлена',
  received: 'получена',
  fetched: 'скачана',
  handed: 'передана',
}

const handed = z.object({
  publication_id: id,
  release: z.object({ id, title: z.string() }),
  /** The version given for the files; empty when none was given. */
  version: z.string(),
  at: moment,
})

/**
 * The version of one module at one company: the most certainly known one, and the latest of those known equally well.
 */
export const moduleVersion = z.object({
  idcomp: id,
  idmod: id,
  ...handed.shape,
  known,
  /** It was taken back after it had been downloaded or confirmed, so it should be replaced. */
  withdrawn: z.boolean(),
  /** How many versions of the module the company was handed after this one. */
  behind: z.int().min(0),
  /** The last valid version that it was handed, this same one when the company is not behind; null if all were withdrawn. */
  latest: handed.nullable(),
})

const versionModule = z.object({
  ...module.shape,
  /** The last valid version handed to anybody, for a client to the own company; null if all were withdrawn. */
  newest: handed.nullable(),
})

export const versionQuery = z.object({
  client_ids: idsText.default([]),
  module_ids: idsText.default([]),
  /** Only where something newer was handed over. */
  behind: z.union([z.boolean(), z.stringbool()]).default(false),
})

export const list = endpoint({
  method: 'GET',
  path: '/releases-ready/versions',
  access: 'any',
  replica: true,
  tool: { name: 'versions', title: 'Какая версия где стоит' },
  summary:
    'Companies by modules: which version each has, since when, how this is known and how many versions were handed over after it. Clients see their own company. Companies and modules without a version are left out.',
  query: versionQuery,
  reply: z.object({
    companies: z.array(company),
    modules: z.array(versionModule),
    versions: z.array(moduleVersion),
  }),
})

export const excel = endpoint({
  method: 'GET',
  path: '/releases-ready/versions/excel',
  access: 'any',
  replica: true,
  summary: 'The same as a workbook versions.xlsx, with a row for each company and module.',
  query: versionQuery,
  stream: 'workbook',
})

/** One module of a release: its version, and the number of companies that have it, by how it is known. */
export const releaseVersion = z.object({
  module,
  /** The valid versions that companies were handed; several when packages differ. */
  versions: z.array(z.string()),
  /** What was withdrawn after it had been downloaded or confirmed, at companies that were handed nothing valid of it. */
  withdrawn: z.object({ versions: z.array(z.string()), companies: z.int().min(0) }),
  companies: z.object({
    installed: z.int().min(0),
    received: z.int().min(0),
    fetched: z.int().min(0),
    handed: z.int().min(0),
  }),
})

export const ofRelease = endpoint({
  method: 'GET',
  path: '/releases-ready/versions/:id',
  access: 'any',
  summary:
    'Versions of a release by module, and at how many companies each is installed, received, downloaded or only handed over. Clients see their own company. Empty for a release that was not published; 404 for one that the caller may not know of.',
  params: z.object({ id: idText }),
  reply: z.object({ versions: z.array(releaseVersion) }),
})

export type Known = z.output<typeof known>
export type HandedVersion = z.output<typeof handed>
export type ModuleVersion = z.output<typeof moduleVersion>
export type VersionModule = z.output<typeof versionModule>
export type VersionQuery = z.output<typeof versionQuery>
export type ReleaseVersion = z.output<typeof releaseVersion>

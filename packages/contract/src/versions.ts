import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { company, id, idsText, idText, module, moment } from './values.ts'

/** Which version of which module stands at which company, read off what was published and what came of it. */

/** How it is known, the surest first: the company's word that it runs, that it is there, its downloads, the publication. */
export const known = z.enum(['installed', 'received', 'fetched', 'handed'])

const handed = z.object({
  publication_id: id,
  release: z.object({ id, title: z.string() }),
  /** As it was said of the files; empty where nothing was. */
  version: z.string(),
  at: moment,
})

/** What stands at one company of one module: what is known most surely, and of what is known alike the latest. */
export const moduleVersion = z.object({
  idcomp: id,
  idmod: id,
  ...handed.shape,
  known,
  /** It was taken back after it had been fetched or confirmed: what stands there is not to stay. */
  withdrawn: z.boolean(),
  /** How many versions of the module the company was handed after this one. */
  behind: z.int().min(0),
  /** The last that it was handed: this very one, when it is not behind. */
  latest: handed,
})

const versionModule = z.object({
  ...module.shape,
  /** The last that anybody was handed; for a client, the own company. */
  newest: handed,
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
    'Companies by modules: which version stands where, since when, how it is known and how many were handed over after it. Clients see the own company. Companies and modules without any are left out.',
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
  summary: 'The same as a workbook versions.xlsx, a row for each company and module.',
  query: versionQuery,
  stream: 'bytes',
})

/** One module of a release: its version, and how many companies have it by what is known of them. */
export const releaseVersion = z.object({
  module,
  /** As companies were handed it; several where packages differ. */
  versions: z.array(z.string()),
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
    'Versions of a release by module, and at how many companies each is installed, received, fetched or only handed over. Clients see the own company. Nothing of a release that was not published; 404 for one that the caller may not know of.',
  params: z.object({ id: idText }),
  reply: z.object({ versions: z.array(releaseVersion) }),
})

export type Known = z.output<typeof known>
export type HandedVersion = z.output<typeof handed>
export type ModuleVersion = z.output<typeof moduleVersion>
export type VersionModule = z.output<typeof versionModule>
export type VersionQuery = z.output<typeof versionQuery>
export type ReleaseVersion = z.output<typeof releaseVersion>

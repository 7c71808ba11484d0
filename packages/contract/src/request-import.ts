import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, message } from './values.ts'

/** Largest file an import reads, in bytes: several times as much is needed on the disk meanwhile. */
export const MAX_IMPORT_BYTES = 200 * 1024 * 1024
/** Rows of a report that are named one by one; the rest is counted. */
export const MAX_NAMED_ROWS = 1000

const row = z.object({
  /** Where the row begins in the file, from 1. */
  line: z.int(),
  reason: z.string(),
})

/** What parts the columns of a text file. */
export const separatorNames: Record<string, string> = {
  ',': 'запятая',
  ';': 'точка с запятой',
  '\t': 'табуляция',
  '|': 'черта',
}

export const importReport = z.object({
  encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1251', 'Excel']),
  /** '' in a workbook. */
  separator: z.string(),
  header: z.array(z.string()),
  /** Field → column; an empty column leaves the field out. */
  mapping: z.record(z.string(), z.string()),
  /** Every field a column can be, with its Russian name. */
  fields: z.array(z.object({ field: z.string(), title: z.string() })),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  same: z.int(),
  /** Deleted here since an earlier import; they stay deleted. */
  deleted: z.int(),
  bad_count: z.int(),
  /** The first of them. */
  bad: z.array(row),
  /** Rows taken with a change worth knowing, the first of them. */
  notes: z.array(row),
  /** Where requests go whose row does not say; a null id is one to be made. */
  company: z.object({ id: id.nullable(), name: z.string() }),
  module: z.object({ id: id.nullable(), system: z.string(), name: z.string() }),
})
export type ImportReport = z.output<typeof importReport>

/**
 * Multipart: a `file` (.csv in UTF-8, UTF-16 or Windows-1251, or .xlsx) after its fields `source`
 * (whose keys these are; the name of the file unless told), `mapping` (JSON, field → column), `company`
 * and `module` (ids), `dry_run` and `all_or_nothing` (`1`), and `progress`, the key to ask importProgress by.
 * Whoever hangs up before the end has nothing written.
 */
export const importRequests = endpoint({
  method: 'POST',
  path: '/requests/import',
  access: 'admin',
  summary:
    'Takes requests in from a CSV file or a workbook (multipart), in one transaction; the same file again changes nothing. 422 with `header` and `mapping` when a column is missing, or when `all_or_nothing` and a row is wrong.',
  reply: importReport.extend({ message }),
  multipart: true,
})

/** Made up by whoever sends the file, one for each run. */
export const progressKey = z
  .string()
  .length(32)
  .regex(/^[0-9a-f]+$/)

const progress = z.object({
  /** Rows are checked first, then those that need it are written. */
  stage: z.enum(['checking', 'writing']),
  /** Rows of the stage. */
  done: z.int(),
  total: z.int(),
})
export type ImportProgress = z.output<typeof progress>

export const importProgress = endpoint({
  method: 'GET',
  path: '/requests/import/:key',
  access: 'admin',
  summary:
    'How far the import is that was sent with this `progress` key; null before its first row, after its end, and for anybody but its sender.',
  params: z.object({ key: progressKey }),
  reply: z.object({ progress: progress.nullable(), message }),
})

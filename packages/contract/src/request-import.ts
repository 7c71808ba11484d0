import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idOrNone, message, ref } from './values.ts'

/**
 * Largest file an import reads, in bytes: as large as any other file may be. What bounds it is the disk, which needs four
 * times as much meanwhile, and the one transaction; memory is that of a thousand rows, whatever the file.
 */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024 * 1024
/** Rows below the head: five times what is measured (bench/results/import-1000000.md), some twenty minutes. */
export const MAX_IMPORT_ROWS = 5_000_000
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

/** Fields whose cells are words of another system, each of which means something here. */
export const valueField = z.enum([
  'status',
  'type',
  'priority',
  'urgency',
  'isPaid',
  'company',
  'module',
  'author',
  'version',
])
export type ValueField = z.output<typeof valueField>

/** What a word is taken for: a thing's id, one to be made of it, or nothing – the default stands. */
const choice = z.union([idOrNone, z.literal('new'), z.null()])

/** Words of a field that are named one by one; the rest is read the same way. */
export const MAX_NAMED_WORDS = 300
const MAX_WORD = 200
const MAX_CHOICES = 5000

const valueWord = z.object({
  word: z.string(),
  /** Rows that say so. */
  count: z.int(),
  choice,
  /** By what somebody says now, by what was said of this source before, by name, by the table of other systems' words. */
  how: z.enum(['said', 'remembered', 'name', 'known', 'default']),
  /** What is called nearly so, for whoever is asked; it is not taken by itself. */
  alike: ref.nullable(),
})
export type ValueWord = z.output<typeof valueWord>

const valueColumn = z.object({
  field: valueField,
  title: z.string(),
  /** What stands for a word that means nothing. */
  fallback: z.string(),
  options: z.array(ref),
  /** A thing can be made of a word. */
  can_create: z.boolean(),
  /** The most frequent first. */
  words: z.array(valueWord),
  words_count: z.int(),
})
export type ValueColumn = z.output<typeof valueColumn>

/** Field → word → what it is taken for. */
export const importChoices = z.partialRecord(
  valueField,
  z.record(z.string().max(MAX_WORD), choice).refine((words) => Object.keys(words).length <= MAX_CHOICES),
)
export type ImportChoices = z.output<typeof importChoices>

/** Which of two numbers parted by strokes is the day. */
export const dateOrder = z.enum(['dmy', 'mdy'])
/** What a number without a unit counts in the column of hours. */
export const estimateUnit = z.enum(['hours', 'minutes', 'seconds'])
export type EstimateUnit = z.output<typeof estimateUnit>

export const importReport = z.object({
  encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1251', 'CP866', 'KOI8-R', 'Excel', 'JSON']),
  /** Whose keys these are. */
  source: z.string(),
  /** Rows that were not shown to everybody there (Redmine's private ones, Jira's with a security level). */
  private_count: z.int(),
  /** Another source that the same requests came from: they would be there twice. */
  known_source: z.string().nullable(),
  /** '' in a workbook and a JSON. */
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
  /** Files that the rows to be written name, and no import has named before; bytes as far as it is said. A connected Redmine gives its own afterwards. */
  files_count: z.int(),
  files_bytes: z.int(),
  bad_count: z.int(),
  /** The first of them. */
  bad: z.array(row),
  /** Rows taken with a change worth knowing, the first of them. */
  notes: z.array(row),
  values: z.array(valueColumn),
  /** Null where no date of the file depends on it. */
  dates: z.object({ order: dateOrder, is_sure: z.boolean(), sample: z.string() }).nullable(),
  /** Null without a column of hours. */
  unit: estimateUnit.nullable(),
  /** How the first rows are read. */
  preview: z.array(
    z.object({
      line: z.int(),
      source_key: z.string(),
      cells: z.array(z.object({ title: z.string(), said: z.string(), read: z.string() })),
    }),
  ),
  /** Where requests go whose row does not say; a null id is one to be made. */
  company: z.object({ id: id.nullable(), name: z.string() }),
  module: z.object({ id: id.nullable(), system: z.string(), name: z.string() }),
})
export type ImportReport = z.output<typeof importReport>

/**
 * Multipart: a `file` (up to 2 GiB and 5 000 000 rows, a JSON up to 64 MB: .csv in UTF-8, UTF-16, Windows-1251, CP866 or KOI8-R, .xlsx, or the JSON
 * that Jira, YouTrack and Redmine give to programs) after its fields `source` (whose keys
 * these are; unless told the source that they came from before, else the system that made the file, else the name of the
 * file), `mapping` (JSON, field → column), `company` and `module` (ids), `values` (JSON, field → word → what it is taken for), `date_order`, `unit`, `open_comments`, `open_private` (what was private there is shown to its company; else no client sees it),
 * `dry_run` and `all_or_nothing` (`1`), and `progress`, the key to ask importProgress by.
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
  /** The file is read, its rows are checked, compared with what there is, and those that need it are written. */
  stage: z.enum(['reading', 'checking', 'comparing', 'writing']),
  /** Rows of the stage; of reading, kilobytes of the file. */
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

/** Names of a source that are told one by one, those that stand for most first. */
export const MAX_NAMED_PEOPLE = 500

const importedName = z.object({
  /** As the source says it. */
  name: z.string(),
  /** Requests that it wrote there. */
  requests: z.int(),
  /** Requests that were given to it there. */
  assigned: z.int(),
  /** Comments, as far as they tell whose they are. */
  comments: z.int(),
  /** Who it is here; null where it has no account. */
  user: ref.nullable(),
  /** Who is called nearly so; it is not taken by itself. */
  alike: ref.nullable(),
})
export type ImportedName = z.output<typeof importedName>

const sourceName = z.string().min(1).max(200)
const importedNames = z.object({
  /** Those that requests came from, by name. */
  sources: z.array(z.string()),
  /** Whose names these are; null before anything was brought. */
  source: z.string().nullable(),
  /** Those without an account first. */
  names: z.array(importedName),
  names_count: z.int(),
})
export type ImportedNames = z.output<typeof importedNames>

export const importedPeople = endpoint({
  method: 'GET',
  path: '/requests/import/people',
  access: 'admin',
  summary:
    'What people are called in a system that requests came from (`source`; unless told the first of `sources`), and who of them has an account here.',
  query: z.object({ source: sourceName.optional() }),
  reply: importedNames,
})

export const joinImported = endpoint({
  method: 'POST',
  path: '/requests/import/people',
  access: 'admin',
  summary:
    'Says who a name of a source is here, or with `user` null that it is nobody: the requests get their author, comments theirs (those of a client as far as the own company reads them), and the next import of the source agrees. Nobody is written to. 404 when the source knows no such name, 422 when there is no such person.',
  body: z.object({ source: sourceName, name: sourceName, user: id.nullable() }),
  reply: importedNames.extend({
    message,
    /** How many were changed. */
    requests: z.int(),
    comments: z.int(),
  }),
})

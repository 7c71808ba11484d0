import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idOrNone, message, ref } from '../values.ts'

/**
 * The largest file that can be imported, in bytes: the same as for any other file. The limits are the disk, which
 * temporarily needs four times as much, and the single transaction. Memory holds a thousand rows, however large the
 * file.
 */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024 * 1024
/**
 * The most rows below the header: five times what was measured (bench/results/import-1000000.md), about twenty minutes.
 */
export const MAX_IMPORT_ROWS = 5_000_000
/** How many rows a report lists one by one; the rest is only counted. */
export const MAX_NAMED_ROWS = 1000

const row = z.object({
  /** The line of the file on which the row begins, from 1. */
  line: z.int(),
  reason: z.string(),
})

/** Names of the characters that separate columns in a text file. */
export const separatorNames: Record<string, string> = {
  ',': 'запятая',
  ';': 'точка с запятой',
  '\t': 'табуляция',
  '|': 'черта',
}

/** Fields whose cells contain words of another system that have to be mapped to things here. */
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

/** What a word is mapped to: the id of a thing, a new thing to be created from it, or null to use the default. */
const choice = z.union([idOrNone, z.literal('new'), z.null()])

/** How many words of a field are listed one by one; the others are read in the same way. */
export const MAX_NAMED_WORDS = 300
const MAX_WORD = 200
const MAX_CHOICES = 5000

const valueWord = z.object({
  word: z.string(),
  /** Number of rows with this word. */
  count: z.int(),
  choice,
  /**
   * How the mapping was found: given with this call, remembered from an earlier import of this source, by the same
   * name, by the table of other systems' words, or by default.
   */
  how: z.enum(['said', 'remembered', 'name', 'known', 'default']),
  /** A thing with a similar name, offered as a suggestion; it is not used without confirmation. */
  alike: ref.nullable(),
})
export type ValueWord = z.output<typeof valueWord>

const valueColumn = z.object({
  field: valueField,
  title: z.string(),
  /** What is used for a word without a mapping. */
  fallback: z.string(),
  options: z.array(ref),
  /** Whether a thing can be created from a word. */
  can_create: z.boolean(),
  /** Most frequent first. */
  words: z.array(valueWord),
  words_count: z.int(),
})
export type ValueColumn = z.output<typeof valueColumn>

/** Field → word → what the word is mapped to. */
export const importChoices = z.partialRecord(
  valueField,
  z.record(z.string().max(MAX_WORD), choice).refine((words) => Object.keys(words).length <= MAX_CHOICES),
)
export type ImportChoices = z.output<typeof importChoices>

/** Whether 03/04 is read as day and month or as month and day. */
export const dateOrder = z.enum(['dmy', 'mdy'])
/** The unit of numbers without one in the column of hours. */
export const estimateUnit = z.enum(['hours', 'minutes', 'seconds'])
export type EstimateUnit = z.output<typeof estimateUnit>

export const importReport = z.object({
  encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1251', 'CP866', 'KOI8-R', 'Excel', 'JSON']),
  /** The system that the keys come from. */
  source: z.string(),
  /** Number of rows that not everybody could see there (Redmine's private ones, Jira's with a security level). */
  private_count: z.int(),
  /** Another source from which the same requests were already imported: they would be created twice. */
  known_source: z.string().nullable(),
  /** '' for a workbook and for JSON. */
  separator: z.string(),
  header: z.array(z.string()),
  /** Field → column; a field with an empty column is not imported. */
  mapping: z.record(z.string(), z.string()),
  /** All fields that a column can be mapped to, with their Russian names. */
  fields: z.array(z.object({ field: z.string(), title: z.string() })),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  same: z.int(),
  /** Deleted here since an earlier import; they stay deleted. */
  deleted: z.int(),
  /**
   * Files named by the rows to be written and by no earlier import; bytes as far as sizes are given. A connected
   * Redmine supplies its files afterwards.
   */
  files_count: z.int(),
  files_bytes: z.int(),
  bad_count: z.int(),
  /** The first invalid rows. */
  bad: z.array(row),
  /** The first of the rows that were imported with a noteworthy change. */
  notes: z.array(row),
  values: z.array(valueColumn),
  /** Null when no date in the file depends on the order. */
  dates: z.object({ order: dateOrder, is_sure: z.boolean(), sample: z.string() }).nullable(),
  /** Null when there is no column of hours. */
  unit: estimateUnit.nullable(),
  /** The first rows as they are read. */
  preview: z.array(
    z.object({
      line: z.int(),
      source_key: z.string(),
      cells: z.array(z.object({ title: z.string(), said: z.string(), read: z.string() })),
    }),
  ),
  /** The company and the module for requests whose row names none; a null id means that it will be created. */
  company: z.object({ id: id.nullable(), name: z.string() }),
  module: z.object({ id: id.nullable(), system: z.string(), name: z.string() }),
})
export type ImportReport = z.output<typeof importReport>

/**
 * Multipart: a `file` (up to 2 GiB and 5 000 000 rows, a JSON up to 64 MB: .csv in UTF-8, UTF-16, Windows-1251, CP866
 * or KOI8-R, .xlsx, or the JSON that Jira, YouTrack and Redmine give to programs) after its fields: `source` (the
 * system that the keys come from; by default the source of the same keys in an earlier import, else the system that
 * made the file, else the file's name), `mapping` (JSON, field → column), `company` and `module` (ids), `values` (JSON,
 * field → word → what it is mapped to), `date_order`, `unit`, `open_comments`, `open_private` (requests that were
 * private there are shown to their company; otherwise no client sees them), `dry_run` and `all_or_nothing` (`1`), and
 * `progress`, the key for importProgress. If the caller disconnects before the end, nothing is written.
 */
export const importRequests = endpoint({
  method: 'POST',
  path: '/requests/import',
  access: 'admin',
  summary:
    'Imports requests from a CSV file or a workbook (multipart), in one transaction; importing the same file again changes nothing. 422 with `header` and `mapping` when a column is missing, and when a row is wrong and `all_or_nothing` is set.',
  reply: importReport.extend({ message }),
  multipart: true,
})

/** Chosen by the caller who sends the file, a new one for each run. */
export const progressKey = z
  .string()
  .length(32)
  .regex(/^[0-9a-f]+$/)

const progress = z.object({
  /** The file is read, its rows are checked and compared with existing requests, and those that need it are written. */
  stage: z.enum(['reading', 'checking', 'comparing', 'writing']),
  /** Rows processed in this stage; kilobytes of the file while reading. */
  done: z.int(),
  total: z.int(),
})
export type ImportProgress = z.output<typeof progress>

export const importProgress = endpoint({
  method: 'GET',
  path: '/requests/import/:key',
  access: 'admin',
  summary:
    'The progress of the import that was sent with this `progress` key; null before its first row, after its end, and for anybody but its sender.',
  params: z.object({ key: progressKey }),
  reply: z.object({ progress: progress.nullable(), message }),
})

/** How many names of a source are listed one by one, the most frequent first. */
export const MAX_NAMED_PEOPLE = 500

const importedName = z.object({
  /** As written in the source. */
  name: z.string(),
  /** Number of requests created by this person there. */
  requests: z.int(),
  /** Number of requests assigned to this person there. */
  assigned: z.int(),
  /** Number of comments, as far as their authors are known. */
  comments: z.int(),
  /** The person's account here; null when there is none. */
  user: ref.nullable(),
  /** Somebody with a similar name, offered as a suggestion; not used without confirmation. */
  alike: ref.nullable(),
})
export type ImportedName = z.output<typeof importedName>

const sourceName = z.string().min(1).max(200)
const importedNames = z.object({
  /** Sources that requests were imported from, by name. */
  sources: z.array(z.string()),
  /** The source of these names; null before anything was imported. */
  source: z.string().nullable(),
  /** Names without an account first. */
  names: z.array(importedName),
  names_count: z.int(),
})
export type ImportedNames = z.output<typeof importedNames>

export const importedPeople = endpoint({
  method: 'GET',
  path: '/requests/import/people',
  access: 'admin',
  summary:
    'The names of people in a system that requests were imported from (`source`; the first of `sources` unless given), and which of them have an account here.',
  query: z.object({ source: sourceName.optional() }),
  reply: importedNames,
})

export const joinImported = endpoint({
  method: 'POST',
  path: '/requests/import/people',
  access: 'admin',
  summary:
    'Links a name of a source to a person here, or with `user` null to nobody: requests and comments get their author (a client only becomes the author of comments that their own company reads), and later imports of the source do the same. Nobody is written to. 404 when the source has no such name, 422 when there is no such person.',
  body: z.object({ source: sourceName, name: sourceName, user: id.nullable() }),
  reply: importedNames.extend({
    message,
    /** How many requests and comments were changed. */
    requests: z.int(),
    comments: z.int(),
  }),
})

import * as z from 'zod'
import { ordering, pageOf, paging } from '../paging.ts'
import { eachOnce } from '../each-once.ts'
import {
  abilities,
  byId,
  byIdcomp,
  company,
  day,
  freeText,
  id,
  idOrNone,
  line,
  minutes,
  moment,
  ref,
  searchText,
  version,
} from '../values.ts'

/** Shapes of the requests registry (api.md, "Registry"). */

/** Registry priorities: none, 1-4 (brief, section 9). */
export const priority = z.int().min(1).max(4)
export const side = z.enum(['rivc', 'client'])
export type Side = z.output<typeof side>

export const comment = z.object({
  id,
  side,
  /** Plain text. */
  comment: z.string(),
  user: ref,
  created_at: moment,
  /** People mentioned by @. */
  mentions: z.array(ref),
  /** Written by somebody else since the caller last read this entry. */
  is_unread: z.boolean(),
})
export type RegistryComment = z.output<typeof comment>

/**
 * Names of the fields that can be written: as column titles, in the history, and in the notice that two people changed
 * the same field.
 */
export const fieldTitles = {
  company: 'Компания',
  request: 'Заявка',
  title: 'Название',
  description: 'Описание',
  step: 'Этап',
  priority: 'Приоритет',
  responsible: 'Ответственный',
  boss: 'Руководитель',
  due_date: 'Срок',
  planned_time: 'Часы',
} as const
export type Field = keyof typeof fieldTitles
/** In the order of the form. */
export const fields = Object.keys(fieldTitles) as Field[]

/** What the caller may change in an entry, or why not, by field. */
export const entryAbilities = abilities(...fields)
export type EntryAbilities = z.output<typeof entryAbilities>
/** Whether an entry is still on its first step, which the client's rights depend on. */
export const entryPhase = z.enum(['first_step', 'later'])
export type EntryPhase = z.output<typeof entryPhase>

export const entry = z.object({
  id,
  /** Given once and never changed: «Р-2026-0001». */
  number: z.string(),
  request: z.object({ id, e_title: z.string() }).nullable(),
  company,
  title: z.string(),
  /** Plain text. */
  description: z.string(),
  step: ref,
  priority: priority.nullable(),
  /** A person of the client. */
  responsible: ref.nullable(),
  /** A person of the provider. */
  boss: ref.nullable(),
  due_date: day.nullable(),
  /** For staff; null in every entry sent to a client. */
  planned_time: minutes.nullable(),
  created_at: moment,
  updated_at: moment,
  author: ref,
  last_rivc_comment: comment.nullable(),
  last_client_comment: comment.nullable(),
  rivc_comments_count: z.int().min(0),
  client_comments_count: z.int().min(0),
  /** From both sides. */
  unread_comments_count: z.int().min(0),
  /** Selects the entry's abilities from the page's `abilities`. */
  standing: entryPhase,
  version: z.int(),
})
export type RegistryEntry = z.output<typeof entry>

export const entryDetail = entry.extend({ abilities: entryAbilities })
export type RegistryEntryDetail = z.output<typeof entryDetail>

export const orderKeys = [
  'id',
  'number',
  'request',
  'company',
  'title',
  'step',
  'priority',
  'responsible',
  'boss',
  'due_date',
  'planned_time',
  'created_at',
  'updated_at',
  'author',
] as const
export type OrderKey = (typeof orderKeys)[number]

const idsOrNone = eachOnce(idOrNone).max(10_000).nullish()

export const entryQuery = z.object({
  /** Answers with a workbook of all matching rows in the person's own columns. */
  isExcel: z.boolean().nullish(),
  /**
   * Part of the number, title or description; case is ignored and ё equals е. Digits alone also match the request's id.
   */
  search_string: searchText(500).nullish(),
  company_ids: idsOrNone,
  step_ids: idsOrNone,
  /** 0 means none, here and in the two lists below. */
  priorities: eachOnce(z.int().min(0).max(4)).max(10).nullish(),
  boss_ids: idsOrNone,
  responsible_ids: idsOrNone,
  /** First and last day of creation, both included. */
  date_from: day.nullish(),
  date_to: day.nullish(),
  /** Only what others have changed or written since the caller's previous visit (`POST visit`). */
  is_changed: z.boolean().nullish(),
  /** Only entries with comments the caller has not read. */
  is_unread: z.boolean().nullish(),
  ...paging,
  ...ordering(...orderKeys),
})
export type EntryQuery = z.output<typeof entryQuery>

export const counts = z.object({
  total: z.int().min(0),
  /** Counts for every step with all filters applied except the one by step: what choosing that step would show. */
  by_step: z.array(z.object({ id, name: z.string(), count: z.int().min(0) })),
})

export const entryPage = pageOf(entry).extend({ counts, abilities: z.record(entryPhase, entryAbilities) })
export type EntryPage = z.output<typeof entryPage>

const MAX_TITLE = 500
const MAX_TEXT = 20_000

/** Fields that can be written. Omitted fields stay as they are, null empties a field. */
export const entryFields = z.object({
  company: byIdcomp.optional(),
  request: byId.nullish(),
  title: line(MAX_TITLE, { empty: 'Напишите название', long: `Не длиннее ${MAX_TITLE} символов` }).optional(),
  description: freeText(MAX_TEXT, `Не длиннее ${MAX_TEXT} символов`).optional(),
  step: byId.optional(),
  priority: priority.nullish(),
  responsible: byId.nullish(),
  boss: byId.nullish(),
  due_date: day.nullish(),
  /** Minutes. */
  planned_time: minutes.nullish(),
})
export type EntryFields = z.output<typeof entryFields>
/**
 * A change of one entry. If `version` is omitted, the last write wins; otherwise it is refused as stale if somebody has
 * written one of its fields since.
 */
export const entryChange = entryFields.extend({ id, version })
export type EntryChange = z.output<typeof entryChange>

/** A column that a person can have in the registry. Widths are in pixels. */
export const possibleColumn = z.object({
  key: z.string(),
  title: z.string(),
  defaultVisible: z.boolean(),
  defaultWidth: z.int(),
  required: z.boolean(),
})
export const selfColumn = z.object({
  key: z.string().max(100),
  visible: z.boolean(),
  width: z.int().min(40).max(2000),
  order: z.int().min(0).max(1000),
  pinned: z.boolean(),
})
export type PossibleColumn = z.output<typeof possibleColumn>
export type SelfColumn = z.output<typeof selfColumn>
/** Height of the rows. */
export const density = z.enum(['normal', 'compact'])

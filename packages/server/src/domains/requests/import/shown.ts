import { beginningOf, minutesInWords, requests, zones, type Ref } from '@vypusk/contract'
import { dayInWords } from '../../../platform/text/plain-text.ts'
import { importFields, type ImportField } from './rows/columns.ts'
import { orderFrom } from './rows/dates.ts'
import type { Draft } from './rows/drafts.ts'
import type { ImportReport } from './import-requests.ts'
import { keyOf } from './words/likeness.ts'
import { isMade, optionsOf, titleOf } from './words/meanings.ts'
import { MOST_LETTERS, wordOf } from './words/values.ts'

/** The most options offered in a choice; others are only found by their names in the file. */
const MOST_OPTIONS = 2000

type Whole = Pick<ImportReport, 'reading' | 'lists' | 'placement' | 'evidence' | 'mapping' | 'first'>

/** How the file's words, dates and hours are read, for a preview before anything is written. */
export const readingShown = (whole: Whole, alike: ReadonlyMap<string, Ref>) => ({
  values: [...whole.reading.values.words.keys()].map((field) => valueColumn(whole, field, alike)),
  dates: datesOf(whole),
  unit: whole.mapping.planned_time ? whole.reading.unit : null,
  preview: whole.first.map((row) => previewOf(whole, row)),
})

function valueColumn(whole: Whole, field: requests.ValueField, alike: ReadonlyMap<string, Ref>): requests.ValueColumn {
  const words = whole.reading.values.words.get(field) ?? []
  return {
    field,
    title: titleOf(field),
    fallback: fallbackOf(whole, field),
    options: optionsOf(field, whole.lists).slice(0, MOST_OPTIONS),
    can_create: isMade(field),
    words: words
      .slice(0, requests.MAX_NAMED_WORDS)
      .map((word) => ({ ...word, alike: alike.get(keyOf(field, word.word)) ?? null })),
    words_count: words.length,
  }
}

/** The default for words without a meaning. */
export function fallbackOf({ lists, placement }: Pick<Whole, 'lists' | 'placement'>, field: requests.ValueField) {
  const nameOf = (options: Ref[], id: number) => options.find((option) => option.id === id)?.name ?? ''
  const { company, module, status_id, type_id } = placement
  const fallbacks: Record<requests.ValueField, string> = {
    status: nameOf(lists.statuses, status_id),
    type: nameOf(lists.types, type_id),
    priority: 'Без приоритета',
    urgency: requests.urgencyLabels[1] ?? '',
    isPaid: requests.paidInWords(false),
    company: company.name,
    module: `${module.system} / ${module.name}`,
    author: 'Кто загружает',
    version: 'Без релиза',
  }
  return fallbacks[field]
}

function datesOf({ evidence, reading }: Whole) {
  if (evidence.strokes === 0) return null
  const found = orderFrom(evidence)
  return { order: reading.order, is_sure: found.isSure && found.order === reading.order, sample: evidence.sample }
}

const isValueField = (field: ImportField): field is requests.ValueField & ImportField =>
  requests.valueField.safeParse(field).success

function previewOf(whole: Whole, { cells, draft }: ImportReport['first'][number]) {
  const fields = (Object.keys(importFields) as ImportField[]).filter((field) => field !== 'source_key')
  return {
    line: draft.line,
    source_key: draft.source_key,
    cells: fields.flatMap((field) => {
      const cell = whole.reading.rows.one(cells, field)
      if (!cell) return []
      const read = isValueField(field)
        ? wordRead(whole, field, cell)
        : (READ[field]?.(draft, whole.reading.zone) ?? cell)
      return [{ title: importFields[field][0], said: short(cell), read: short(read) }]
    }),
  }
}

const short = (text: string) => beginningOf(text, MOST_LETTERS)

function wordRead(whole: Whole, field: requests.ValueField, cell: string): string {
  const id = whole.reading.values.read(field, cell)
  if (id === undefined) return fallbackOf(whole, field)
  if (id < 0) return `${wordOf(cell)} (будет создано)`
  return optionsOf(field, whole.lists).find((option) => option.id === id)?.name ?? fallbackOf(whole, field)
}

type Read = (draft: Draft, zone: string) => string
/** Cells whose value differs from their text. */
const READ: Partial<Record<ImportField, Read>> = {
  e_title: ({ row }) => row.e_title,
  text: ({ row }) => row.text ?? '',
  planned_time: ({ row }) => (typeof row.planned_time === 'number' ? minutesInWords(row.planned_time) : ''),
  created_at: ({ row }, zone) => (row.created_at ? moment(zone, row.created_at) : ''),
  due_date: ({ row }) => (row.origin?.due ? dayInWords(row.origin.due) : 'не дата, не взято'),
  comments: ({ comments }, zone) => comments.map((comment) => commentRead(zone, comment)).join(' · '),
  links: ({ row }) => linksRead(row.origin?.links),
  parent: ({ row }) => linksRead(row.origin?.links),
  attachments: ({ row }) => row.origin?.files?.map(({ name }) => name).join(', ') ?? 'нет адресов',
}

const linksRead = (links: { title: string; key: string }[] = []) =>
  links.map(({ title, key }) => `${title}: ${key}`).join(', ')
const commentRead = (zone: string, { author, at, text }: Draft['comments'][number]) =>
  [author, at && moment(zone, at), text].filter(Boolean).join(', ')

function moment(zone: string, at: string): string {
  const { day, time } = zones.wallAt(zone, Date.parse(at))
  return `${dayInWords(day)} ${time}`
}

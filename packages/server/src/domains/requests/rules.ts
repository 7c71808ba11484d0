import { requests, type Ref } from '@vypusk/contract'

/** The backlog fields of a request's row. */
export interface BacklogFields {
  inBacklog: boolean | null
  backlog_title: string | null
  planned_time: number | null
  backlog_priority: number | null
}
export type BacklogRow = BacklogFields & { id: number; version: number }

/** The contract's backlog record; null if there is none yet. */
export const backlogOf = (row: BacklogRow): requests.Backlog | null =>
  row.inBacklog === null
    ? null
    : {
        request_id: row.id,
        title: row.backlog_title,
        planned_time: row.planned_time,
        priority: row.backlog_priority,
        inBacklog: row.inBacklog,
        version: row.version,
      }

/**
 * The backlog record for a client where the installation opens hours: only the hours, everything else as if it were
 * empty.
 */
export const hoursOf = ({ id, planned_time, version }: BacklogRow): requests.Backlog | null =>
  planned_time === null
    ? null
    : { request_id: id, title: null, planned_time, priority: null, inBacklog: false, version }

/** What staff set of a backlog record; fields left out stay as they are. */
export interface BacklogEdit {
  title?: string | null
  inBacklog?: boolean
  priority?: number | null
  planned_time?: number | null
}

/** The row after a save: given fields change, others stay; the first save creates the record. */
export function withEdit(row: BacklogFields, edit: BacklogEdit): BacklogFields {
  return {
    inBacklog: edit.inBacklog ?? row.inBacklog ?? false,
    backlog_title: (edit.title === undefined ? row.backlog_title : edit.title) || null,
    planned_time: edit.planned_time === undefined ? row.planned_time : edit.planned_time,
    backlog_priority: edit.priority === undefined ? row.backlog_priority : edit.priority,
  }
}

/** The values to save to restore the current row. */
export const editOf = ({ id, inBacklog, backlog_priority, planned_time }: BacklogRow) => ({
  request_id: id,
  inBacklog: inBacklog ?? false,
  priority: backlog_priority,
  planned_time,
})

/**
 * Whether a part of a row was written after the version that the save was made from. One that the row has not reached was
 * lost when a backup was restored: whatever was written since, nobody has seen beside it.
 */
export const isStale = (row: { version: number }, writtenAt: number, version: number | null | undefined) =>
  typeof version === 'number' && (writtenAt > version || version > row.version)

/** What staff say of the work on requests; fields left out stay as they are. */
export interface StatusEdit {
  status?: number | undefined
  isPaid?: boolean | undefined
}

interface StatusRow {
  status_id: number
  isPaid: boolean
}

/** Whether a save changes the row. */
export const differsFrom = ({ status_id, isPaid }: StatusRow, edit: StatusEdit) =>
  (edit.status ?? status_id) !== status_id || (edit.isPaid ?? isPaid) !== isPaid

/**
 * Whether somebody has changed a field since the person who is saving it saw the row: an import or a colleague.
 * @param seen the values that the person saw; undefined if they did not say
 */
export const isOvertaken = (
  { status_id, isPaid }: StatusRow,
  seen: { status: number; isPaid: boolean } | undefined,
  edit: StatusEdit,
) =>
  seen !== undefined &&
  ((edit.status !== undefined && seen.status !== status_id) || (edit.isPaid !== undefined && seen.isPaid !== isPaid))

/** The former key that a search may mean: one word with a digit, «MDL-40705», «#1021». */
export function keyInSearch(text: string): string | undefined {
  const key = text.trim().replace(/^[#№]\s*/, '')
  return /^\S{1,200}$/.test(key) && /\d/.test(key) ? key : undefined
}

/** Only two letters, a part of a word: shorter than the trigrams of the index, but long enough to use it. */
export const isSyllable = (words: string) => /^[\p{L}\p{N}]{2}$/u.test(words)

/**
 * How far a set is counted. Requests found by words are read one by one, and for one or two letters those without them
 * are read as well; all others are counted in an index only.
 */
const COUNTED = { letters: 1000, words: 10_000, index: 100_000 }

/** How many requests are counted for a screen (decision 0009): always enough for the next page. */
export const countedAtMost = (
  { page, per_page }: Pick<requests.RequestQuery, 'page' | 'per_page'>,
  foundBy: keyof typeof COUNTED,
) => Math.max(COUNTED[foundBy], (page + 1) * per_page)

/** The options of the brief, section 9, "Business constants". */
export const priorityOptions: Ref[] = [
  { id: 0, name: 'Без приоритета' },
  ...[5, 4, 3, 2, 1].map((id) => ({ id, name: String(id) })),
]
export const urgencyOptions: Ref[] = Object.entries(requests.urgencyLabels).map(([id, name]) => ({
  id: Number(id),
  name,
}))
export const paidOptions: Ref[] = [
  { id: 1, name: requests.paidInWords(true) },
  { id: 2, name: requests.paidInWords(false) },
]
export const backlogOptions: Ref[] = [
  { id: 1, name: 'Без бэклога' },
  { id: 2, name: 'Внесена в бэклог' },
  { id: 3, name: 'Не внесена' },
]

/** A task of a tracker, with what leads to its request. */
export interface Tracked {
  key: string
  /** The names in its own field; the first known one counts. */
  names: string[]
  /** The parent task. */
  parent: string | null
}

/** Requests by how tasks may refer to them. */
export interface Called {
  ids: ReadonlySet<number>
  /** By former keys in lower case; if several requests have one, it is ambiguous. */
  byName: ReadonlyMap<string, number[]>
  /** By the keys of the tracker's own issues that were imported. */
  byKey: ReadonlyMap<string, number>
}

/** How many parent tasks are followed at most. */
export const MOST_LEVELS = 6

const requestNamed = (name: string, { ids, byName }: Called): number | undefined => {
  if (/^\d{1,9}$/.test(name) && ids.has(Number(name))) return Number(name)
  const [found, ...others] = byName.get(name.toLowerCase()) ?? []
  return others.length === 0 ? found : undefined
}

/**
 * Whether a task above this one was not shown by the tracker, so that its own request cannot be told: it may be hidden
 * for now.
 */
export function hasHiddenParent(key: string, tasks: ReadonlyMap<string, Tracked>): boolean {
  let task = tasks.get(key)
  for (let level = 1; level < MOST_LEVELS && task !== undefined && task.parent !== null; level += 1) {
    task = tasks.get(task.parent)
    if (task === undefined) return true
  }
  return false
}

/**
 * The request that a task belongs to: the one named by its field, otherwise the one imported from the task itself,
 * otherwise the one of its parent task.
 */
export function requestFor(key: string, tasks: ReadonlyMap<string, Tracked>, known: Called): number | undefined {
  let task = tasks.get(key)
  for (let level = 0; task !== undefined && level < MOST_LEVELS; level += 1) {
    const named = task.names.map((name) => requestNamed(name, known)).find((id) => id !== undefined)
    const found = named ?? known.byKey.get(task.key)
    if (found !== undefined) return found
    task = task.parent === null ? undefined : tasks.get(task.parent)
  }
  return undefined
}

/** The number of ids in a segment of requests; migration 0239 and the length of the bitmaps depend on it. */
export const SEGMENT = 8192

/** What a request keeps of the system it came from, beside its own fields; missing values are left out. */
export interface Origin {
  author?: string
  assignee?: string
  versions?: string[]
  /** `YYYY-MM-DD` */
  due?: string
  labels?: string[]
  /** Set if it was not visible to everybody; then its company, if the file has one. */
  is_private?: true
  company?: string
  story_points?: string
  /** The keys of linked requests of the same source, with the kinds of links. */
  links?: { title: string; key: string }[]
  /** The addresses of its files in the other system. */
  files?: { name: string; url: string }[]
}

/** «Ольга Смирнова (osmirnova@example.ru)» as people see her name: what leads to an account is not shown. */
export const withoutAccount = (name: string) => name.replace(/\s*[(<][^()<>]*[)>]\s*$/, '').trim() || name

/**
 * A row of a file as fields of a request. A field without a column, or with an empty cell that does not mean "none", is
 * left out.
 */
export interface ImportedRow {
  e_title: string
  text?: string
  planned_time?: number | null
  status_id?: number
  type_id?: number
  priority?: number | null
  urgency?: number
  isPaid?: boolean
  created_at?: string
  idcomp?: number
  idmod?: number
  author_id?: number
  /** The release that its version corresponds to. */
  release_id?: number
  /** What the request keeps of the file beside its fields. */
  origin?: Origin
  /** The hashes of the comments, by which the next file recognises new ones. */
  comments?: string[]
}

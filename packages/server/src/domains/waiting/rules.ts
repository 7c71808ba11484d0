import { decodeName, waiting } from '@vypusk/contract'

/** A matter with the fields that order it among the others. */
export interface Found {
  kind: waiting.Kind
  id: number
  /** `YYYY-MM-DD` */
  due: string | null
  /** ISO 8601 */
  since: string | null
}

interface FoundKind {
  kind: waiting.Kind
  name: string
  count: number
}

/** How many matters there are of each kind, up to the limit that is counted. Kinds without any are left out. */
export const countsOf = (kinds: readonly FoundKind[]) =>
  kinds.flatMap(({ kind, name, count }) => {
    const { MOST_OF_KIND } = waiting
    return count === 0 ? [] : [{ kind, name, count: Math.min(count, MOST_OF_KIND), more: count > MOST_OF_KIND }]
  })

/** Compares in ascending order; null comes last. */
const compared = (a: string | null, b: string | null): number => {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -1 : 1
}

/**
 * A page of all kinds: late first, then nearest, then the longest waiting.
 * @param kinds the matters found of each kind, already in that order
 */
export const pageOf = (
  kinds: readonly { kind: waiting.Kind; first: readonly Omit<Found, 'kind'>[] }[],
  skipped: number,
  taken: number,
): Found[] =>
  kinds
    .flatMap(({ kind, first }) => first.map((each): Found => ({ kind, ...each })))
    .toSorted((a, b) => compared(a.due, b.due) || compared(a.since, b.since) || compared(a.kind, b.kind))
    .slice(skipped, skipped + taken)

type Shown = Pick<waiting.Matter, 'id' | 'title' | 'text' | 'company' | 'href'> & Partial<waiting.Matter>

const key = (kind: waiting.Kind, id: number) => `${kind} ${id}`

/**
 * The matters in the order they were found in, with the data that is shown of each.
 * @param todayIn the day in a zone, in the installation's for null; `YYYY-MM-DD`
 */
export function inOneOrder(
  found: readonly Found[],
  read: readonly { kind: waiting.Kind; row: Shown }[],
  todayIn: (zone: string | null) => string,
): waiting.Matter[] {
  const rows = new Map(read.map(({ kind, row }) => [key(kind, row.id), row]))
  return found.flatMap(({ kind, id, due, since }) => {
    const row = rows.get(key(kind, id))
    if (!row) return []
    const is_late = due !== null && due < todayIn(row.due_zone ?? null)
    const company = row.company && decodeName(row.company)
    return [{ ...NOTHING_MORE, ...row, title: decodeName(row.title), company, kind, due, since, is_late }]
  })
}

const NOTHING_MORE = {
  due_zone: null,
  due_time: null,
  planned: null,
  agreement_id: null,
  release_id: null,
  publication_id: null,
  offer_id: null,
  version: null,
  scope_sha: null,
}

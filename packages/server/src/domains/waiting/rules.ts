import { decodeName, waiting } from '@vypusk/contract'

type Named = { kind: waiting.Kind; name: string }

/** How many of each kind there are, as far as anybody counts; kinds that have none are left out. */
export const countsOf = (kinds: readonly Named[], found: Partial<Record<waiting.Kind, number>>) =>
  kinds.flatMap(({ kind, name }) => {
    const count = found[kind] ?? 0
    const { MOST_OF_KIND } = waiting
    return count === 0 ? [] : [{ kind, name, count: Math.min(count, MOST_OF_KIND), more: count > MOST_OF_KIND }]
  })

type Shown = Pick<waiting.Matter, 'id' | 'title' | 'text' | 'company' | 'href'> & Partial<waiting.Matter>

const key = (kind: waiting.Kind, id: number) => `${kind} ${id}`

/** Matters in the order they were found in, with what is known of each. @param today `YYYY-MM-DD` */
export function inOneOrder(
  found: readonly Pick<waiting.Matter, 'kind' | 'id' | 'due' | 'since'>[],
  read: readonly { kind: waiting.Kind; row: Shown }[],
  today: string,
): waiting.Matter[] {
  const rows = new Map(read.map(({ kind, row }) => [key(kind, row.id), row]))
  return found.flatMap(({ kind, id, due, since }) => {
    const row = rows.get(key(kind, id))
    if (!row) return []
    const is_late = due !== null && due < today
    const company = row.company && decodeName(row.company)
    return [{ ...NOTHING_MORE, ...row, title: decodeName(row.title), company, kind, due, since, is_late }]
  })
}

const NOTHING_MORE = {
  due_time: null,
  planned: null,
  agreement_id: null,
  release_id: null,
  publication_id: null,
  offer_id: null,
  version: null,
}

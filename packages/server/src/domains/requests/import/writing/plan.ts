import { isDeepStrictEqual } from 'node:util'
import type { ImportedRequest } from '../../queries/import/requests.ts'
import type { ImportedRow } from '../../rules.ts'
import { titleIn, type Draft } from '../rows/drafts.ts'
import type { NamedFile } from '../rows/named-files.ts'

export interface Plan {
  create: Draft[]
  /** Only differences from the last import's row, so that people's edits since stay. */
  update: { known: ImportedRequest; draft: Draft; changes: Partial<ImportedRow> }[]
  same: number
  /** Deleted here since; they stay deleted. */
  deleted: Draft[]
}

/** The creation time of the first import is kept. */
const FIRST_ONLY = new Set<string>(['created_at'])

/** Compares a part of a file with the known requests and plans what to create and change. */
export function planImport(drafts: Draft[], known: ImportedRequest[]): Plan {
  const byKey = new Map(known.map((one) => [one.source_key, one]))
  const plan: Plan = { create: [], update: [], same: 0, deleted: [] }
  for (const draft of drafts) {
    const before = byKey.get(draft.source_key)
    const changes = before ? changesOf(draft.row, before.lastRow) : {}
    if (!before) plan.create.push(draft)
    else if (before.deleted) plan.deleted.push(draft)
    else if (Object.keys(changes).length > 0) plan.update.push({ known: before, draft, changes })
    else plan.same += 1
  }
  return plan
}

function changesOf(row: ImportedRow, lastRow: ImportedRow | null): Partial<ImportedRow> {
  // Earlier imports stored titles as the files had them.
  const before: Record<string, unknown> = lastRow ? { ...lastRow, e_title: titleIn(lastRow.e_title) } : {}
  return Object.fromEntries(
    Object.entries(row).filter(([field, value]) => !FIRST_ONLY.has(field) && !isDeepStrictEqual(value, before[field])),
  )
}

/** How many requests an import creates, changes, leaves unchanged and leaves deleted. */
export interface Tally {
  created: number
  updated: number
  same: number
  deleted: number
  /** The files of requests to write that no file has named before. */
  files: number
  /** Their bytes, as far as the file has sizes. */
  files_bytes: number
}

export const NOTHING: Tally = { created: 0, updated: 0, same: 0, deleted: 0, files: 0, files_bytes: 0 }

/** Adds one more part of the file to a tally. */
export function counted(tally: Tally, plan: Plan): Tally {
  const { create, update, same, deleted } = plan
  const files = newFiles(plan)
  return {
    created: tally.created + create.length,
    updated: tally.updated + update.length,
    same: tally.same + same,
    deleted: tally.deleted + deleted.length,
    files: tally.files + files.length,
    files_bytes: files.reduce((sum, { size }) => sum + (size ?? 0), tally.files_bytes),
  }
}

const newFiles = ({ create, update }: Plan): NamedFile[] => [
  ...create.flatMap(({ files }) => files),
  ...update.flatMap(({ draft, known }) => {
    const named = new Set(known.lastRow?.origin?.files?.map(({ url }) => url))
    return draft.files.filter(({ url }) => !named.has(url))
  }),
]

/** The releases that requests of the plan will join; negative ids are those of releases yet to be created. */
export const joinedReleases = ({ create, update }: Plan): number[] =>
  [...create.map(({ row }) => row), ...update.map(({ changes }) => changes)].flatMap(
    ({ release_id }) => release_id ?? [],
  )

/** The number of requests to write. */
export const written = ({ created, updated }: Tally) => created + updated

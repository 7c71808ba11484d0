import { requests } from '@vypusk/contract'
import type { RowReader } from './columns.ts'
import { NO_EVIDENCE, withCell, type OrderEvidence } from './dates.ts'
import type { Table } from '../file/file.ts'
import { wordOf } from '../words/values.ts'
import { isNobody, isPrivate } from '../words/words.ts'

/** What a first pass over the rows finds, before any of them is read. */
export interface Looked {
  /** Field → word → number of rows with it. */
  words: Map<requests.ValueField, Map<string, number>>
  evidence: OrderEvidence
  /** The number of rows that were not visible to everybody. */
  closed: number
}

const fields = requests.valueField.options
/** The most different words of a field that are looked up; others get the default. */
const MOST_WORDS = 20_000

const DATES = ['created_at', 'due_date'] as const

/** Reads a file once to collect its words and to see in which order its dates are written. */
export async function lookThrough({ rows }: Table, read: RowReader): Promise<Looked> {
  const looked: Looked = { words: new Map(), evidence: NO_EVIDENCE, closed: 0 }
  for await (const part of rows.parts()) {
    for (const { cells } of part) {
      for (const field of fields) count(looked.words, field, read.one(cells, field))
      if (isPrivate(read.one(cells, 'private') ?? '')) looked.closed += 1
      for (const field of DATES) looked.evidence = withCell(looked.evidence, read.one(cells, field) ?? '')
    }
  }
  return looked
}

function count(words: Looked['words'], field: requests.ValueField, cell: string | undefined) {
  if (cell === undefined) return
  const counts = words.get(field) ?? new Map<string, number>()
  words.set(field, counts)
  const word = wordOf(cell)
  if (word === '' || (field === 'author' && isNobody(word))) return
  const known = counts.get(word)
  if (known !== undefined || counts.size < MOST_WORDS) counts.set(word, (known ?? 0) + 1)
}

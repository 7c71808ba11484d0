import type { Ref, requests } from '@vypusk/contract'
import type { Db } from '../../../../platform/call.ts'
import { mostSimilar } from '../../queries/import/likeness.ts'
import type { ImportReport } from '../import-requests.ts'
import { optionsOf } from './meanings.ts'
import { folded } from './words.ts'

type ValueField = requests.ValueField

/** The most words of each field that similar things are searched for, and the most things they are compared with. */
const MOST_WORDS = 200
const MOST_OPTIONS = 5000
/**
 * The smallest share of common trigrams: «Печать» and «Печать документов» are similar, «Печать» and «Перечень» are not.
 */
const LEAST = 0.45

/** `field word` → the thing with the most similar name, for words without a meaning yet. */
export async function likeness(db: Db, { reading, lists }: Pick<ImportReport, 'reading' | 'lists'>) {
  const found = new Map<string, Ref>()
  for (const [field, words] of reading.values.words) {
    const lost = words.filter(({ how }) => how === 'default').slice(0, MOST_WORDS)
    if (lost.length === 0) continue
    const like = await nearest(
      db,
      lost.map(({ word }) => word),
      optionsOf(field, lists).slice(0, MOST_OPTIONS),
    )
    for (const [word, ref] of like) found.set(keyOf(field, word), ref)
  }
  return found
}

export const keyOf = (field: ValueField, word: string) => `${field} ${word}`

/** The words for which one of the options has a similar name. */
export async function nearest(db: Db, words: string[], options: Ref[]): Promise<[string, Ref][]> {
  const folding = words.map((word) => ({ word, folded: folded(word) }))
  const among = options.map(({ id, name }) => ({ id, name, folded: folded(name) }))
  const rows = await mostSimilar.all(db, {
    sought: JSON.stringify(folding),
    among: JSON.stringify(among),
    least: LEAST,
  })
  return rows.map(({ word, id, name }) => [word, { id, name }])
}

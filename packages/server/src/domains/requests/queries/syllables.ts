import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { inSearchText, isInPieces } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { isSyllable } from '../rules.ts'

/**
 * Search text that fewer than `RARE` of the newest requests contain is rare: searching all requests for it would take
 * seconds.
 */
const NEWEST = 2000
const RARE = 100

export type Rare = 'syllable' | 'letter'

/**
 * The kind of search text that the trigram index does not support and hardly any request contains; signs count as
 * letters.
 */
export async function rareIn(db: Db, words: string | null | undefined): Promise<Rare | undefined> {
  if (!words || isInPieces(words) || !(await isSeldom(db, words))) return undefined
  return isSyllable(words) ? 'syllable' : 'letter'
}

/** This many requests are searched within a few hundredths of a second. */
export const LATEST = 30_000

const lastId = statement((db) => db.selectFrom('requests').select(({ fn }) => fn.max('id').as('last')))

/** The id after which the latest requests begin; undefined if there are no others. */
export async function beforeLatest(db: Db): Promise<number | undefined> {
  const { last } = await lastId.one(db, {})
  return last > LATEST ? last - LATEST : undefined
}

const countInNewest = statement((db, { text }: { text: string }) => {
  const newest = db
    .selectFrom('requests')
    .select('search_text')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    // A literal, so that a plan for any text knows how few they are.
    .limit(sql.lit(NEWEST))
  return db
    .selectFrom(newest.as('newest'))
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .where(sql<SqlBool>`strpos(search_text, ${text}) > 0`)
})

const isSeldom = async (db: Db, words: string): Promise<boolean> =>
  (await countInNewest.one(db, { text: inSearchText(words) })).found < RARE

/** What may precede a syllable inside a word, and the signs that a word may begin after. */
const LETTERS = '[0-9a-zа-џґ]'
const SIGNS = '(^|[\\t-/:-@[-`{-¿])'
/** Signs that the index's expansion of character classes does not cover. */
const FAR_SIGNS = Array.from('„“”‘’–—‑…№•')

/** The patterns that a syllable is searched for with. */
export interface Syllable {
  afterLetter: string
  afterSign: string
  afterFarSign: string[]
}

export function syllableIn(words: string): Syllable {
  const syllable = inSearchText(words)
  return {
    afterLetter: LETTERS + syllable,
    afterSign: SIGNS + syllable,
    afterFarSign: FAR_SIGNS.map((sign) => `%${sign}${syllable}%`),
  }
}

/**
 * Whether a text contains the syllable, found by the trigram index: each letter, sign or beginning before the syllable
 * forms a trigram with it. Letters of other scripts before it are not supported.
 */
export const hasSyllable = (text: Expression<string>, { afterLetter, afterSign, afterFarSign }: Syllable) =>
  sql<SqlBool>`(${text} ~ ${afterLetter} or ${text} ~ ${afterSign} or ${text} like any(${afterFarSign}::text[]))`

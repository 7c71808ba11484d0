import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { inSearchText } from '../../../platform/sql.ts'
import { isSyllable } from '../rules.ts'

/** A syllable in fewer of the newest is rare: reading through all requests for it would take seconds. */
const NEWEST = 2000
const RARE = 100

/** Whether the words are a syllable that hardly any request has. */
export async function isRare(db: Db, words: string | null | undefined): Promise<boolean> {
  if (!words || !isSyllable(words)) return false
  const newest = db
    .selectFrom('requests')
    .select('search_text')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(NEWEST)
  const { found } = await db
    .selectFrom(newest.as('newest'))
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .where(sql<SqlBool>`strpos(search_text, ${inSearchText(words)}) > 0`)
    .executeTakeFirstOrThrow()
  return found < RARE
}

/** What a syllable may stand behind inside a word, and the signs that a word may begin after. */
const LETTERS = '[0-9a-zа-џґ]'
const SIGNS = '(^|[\\t-/:-@[-`{-¿])'
/** Signs that the index's reading of a set of characters does not reach to. */
const FAR_SIGNS = Array.from('„“”‘’–—‑…№•')

/**
 * Text with the syllable, found by the index of three-letter pieces: each letter, sign or beginning before the
 * syllable makes a piece with it. Letters of other scripts before it are not known to it.
 */
export const hasSyllable = (text: Expression<string>, words: string) => {
  const syllable = inSearchText(words)
  return sql<SqlBool>`(${text} ~ ${LETTERS + syllable} or ${text} ~ ${SIGNS + syllable}
    or ${text} like any(${FAR_SIGNS.map((sign) => `%${sign}${syllable}%`)}::text[]))`
}

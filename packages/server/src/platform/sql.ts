import { sql, type Expression, type SqlBool } from 'kysely'

/** A moment inside json_agg or to_json, where the database would write it in its own way. */
export const momentInJson = (moment: Expression<unknown> | string) =>
  sql<string>`to_char(${typeof moment === 'string' ? sql.ref(moment) : moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Text in the order Russian readers expect: Ё beside Е, capitals beside small letters. */
export const inRussianOrder = (text: Expression<unknown> | string) =>
  sql`${typeof text === 'string' ? sql.ref(text) : text} collate "ru-x-icu"`

/**
 * Lists open on what is near: rising, what is late comes first, then the nearest day, and what is over last, the latest of
 * it first. Days are counted from 2000 and lie before 2101.
 */
export const nearness = (isOver: Expression<unknown>, day: Expression<unknown>) => sql<number>`
  case when ${isOver} then 100000 - (${day} - date '2000-01-01') else ${day} - date '2000-01-01' end`

/** Words as `search_text` columns hold them: in small letters, ё as е. */
export const inSearchText = (search: string) => search.toLowerCase().replaceAll('ё', 'е')

/** What `search_text` columns are compared with: text that contains the words, LIKE's own signs as themselves. */
export const containing = (search: string) => `%${inSearchText(search).replace(/[\\%_]/g, '\\$&')}%`

/**
 * Whether an index of three-letter pieces can find the words: three letters in a row, or two at an
 * edge of a word. It would go through all it has for anything shorter.
 */
export const isInPieces = (words: string) =>
  /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(words)

/** Words as a statement looks for them. */
export interface SearchedWords {
  isInPieces: boolean
  /** A pattern for `like`. */
  pattern: string
  plain: string
}
export const searchedWords = (words: string): SearchedWords => ({
  isInPieces: isInPieces(words),
  pattern: containing(words),
  plain: inSearchText(words),
})

/**
 * The words stand in the text of a `search_text` column. What the index of pieces does not know is looked for row by
 * row: a letter, a sign or a common syllable is mostly soon found.
 */
export const holdsWords = (text: Expression<string>, words: SearchedWords) =>
  words.isInPieces ? sql<SqlBool>`${text} like ${words.pattern}` : sql<SqlBool>`strpos(${text}, ${words.plain}) > 0`

export const holdsText = (text: Expression<string>, words: string) => holdsWords(text, searchedWords(words))

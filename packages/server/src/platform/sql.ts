import { sql, type Expression, type SqlBool } from 'kysely'
import { NAME_ENTITIES } from '@vypusk/contract'
import { furthest } from './elapsed.ts'

/** What an id is compared with to be one of these: `where('id', '=', oneOf(ids))`. No id is one of null. */
export const oneOf = (ids: readonly number[] | null | undefined) => sql<number>`any(${ids}::int[])`

/** The values that a list is filtered by; null if it is not. */
export const some = <Value>(values: Value[] | null | undefined): Value[] | null => (values?.length ? values : null)

/** A moment inside json_agg or to_json, which would otherwise use the database's own format. */
export const momentInJson = (moment: Expression<unknown> | string) =>
  sql<string>`to_char(${typeof moment === 'string' ? sql.ref(moment) : moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** `hasCome` for a column; not true where it is null. */
export const cameIn = (column: string, now: string, longest: number) =>
  sql<SqlBool>`(${sql.ref(column)} <= ${now}::timestamptz or ${sql.ref(column)} > ${furthest(now, longest)}::timestamptz)`

/** The opposite of `cameIn`: whether what lasts until the column's moment still does; not true where it is null. */
export const lastsTill = (column: string, now: string, longest: number) =>
  sql<SqlBool>`(${sql.ref(column)} > ${now}::timestamptz and ${sql.ref(column)} <= ${furthest(now, longest)}::timestamptz)`

/**
 * Whether a column's moment is before another one, or still to come: then it was noted while a clock was ahead, and counts
 * as long ago, as in `msSince`; not true where it is null. @param before ISO 8601, not later than now
 */
export const wasBefore = (column: string, before: string, now: string) =>
  sql<SqlBool>`(${sql.ref(column)} < ${before}::timestamptz or ${sql.ref(column)} > ${furthest(now, 0)}::timestamptz)`

/** Text in the order that Russian readers expect: Ё next to Е, capitals next to small letters. */
export const inRussianOrder = (text: Expression<unknown> | string) =>
  sql`${typeof text === 'string' ? sql.ref(text) : text} collate "ru-x-icu"`

/**
 * Orders lists by nearness, ascending: overdue items first, then the nearest day, and finished ones last, the latest of
 * them first. Days are counted from 2000 and are before 2101.
 */
export const nearness = (isOver: Expression<unknown>, day: Expression<unknown>) => sql<number>`
  case when ${isOver} then 100000 - (${day} - date '2000-01-01') else ${day} - date '2000-01-01' end`

/** Text in the form of `search_text` columns: lower case, ё as е. */
export const inSearchText = (search: string) => search.toLowerCase().replaceAll('ё', 'е')

/** The same in SQL. */
export const folded = (text: Expression<string>) => sql<string>`translate(lower(${text}), 'ё', 'е')`

/** Folded names in which people search for what they read: `decodeName` of the contract in SQL. */
export const foldedName = (name: Expression<string>): Expression<string> =>
  folded(
    Object.entries(NAME_ENTITIES).reduce<Expression<string>>(
      (text, [entity, character]) => sql<string>`replace(${text}, ${sql.lit(`&${entity};`)}, ${sql.lit(character)})`,
      name,
    ),
  )

/** A LIKE pattern for `search_text` columns that begin with the text; LIKE's special characters are escaped. */
export const startingWith = (text: string) => `${inSearchText(text).replace(/[\\%_]/g, '\\$&')}%`

/** The same for columns that contain the text. */
export const containing = (search: string) => `%${startingWith(search)}`

/** Spaces other than the usual one: names stored by earlier versions have them, and texts pasted from elsewhere. */
const ODD_SPACES = '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'
const withUsualSpaces = (text: Expression<string>) =>
  sql<string>`translate(${text}, ${sql.lit(ODD_SPACES)}, ${sql.lit(' '.repeat(ODD_SPACES.length))})`

/** Whether a folded text matches a pattern of `containing`, whatever spaces it has. The first condition is for indexes. */
export const matchesPattern = (text: Expression<string>, pattern: string) =>
  sql<SqlBool>`(${text} like replace(${pattern}, ' ', '_') and ${withUsualSpaces(text)} like ${pattern})`

/**
 * Whether a trigram index can find the text: it needs three letters in a row, or two at the edge of a word. For
 * anything shorter the index would be scanned completely.
 */
export const isInPieces = (words: string) =>
  /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(words)

/**
 * A regular expression for text in which the spaces are of any kind. The trigram index knows it by the edges of words
 * beside the spaces.
 */
const withAnySpaces = (words: string) =>
  inSearchText(words)
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replaceAll(' ', `[ ${ODD_SPACES}]`)

/** Search text in the forms that statements need. */
export interface SearchedWords {
  isInPieces: boolean
  /** Whether the spaces in between may be of any kind: in an index only pieces without them are looked up then. */
  hasSpaces: boolean
  /** For text with spaces none of whose words an index knows without them. */
  expression: string | null
  /** A pattern for `like`. */
  pattern: string
  plain: string
}
export function searchedWords(words: string): SearchedWords {
  const isSpaced = words.includes(' ')
  const hasSpaces = isSpaced && words.split(' ').some(isInPieces)
  return {
    isInPieces: isInPieces(words),
    hasSpaces,
    expression: isSpaced && !hasSpaces ? withAnySpaces(words) : null,
    pattern: containing(words),
    plain: inSearchText(words),
  }
}

/**
 * Whether a `search_text` column contains the text. What the trigram index cannot find is searched row by row: a
 * letter, a character or a common syllable is usually found soon.
 */
export function holdsWords(text: Expression<string>, words: SearchedWords): Expression<SqlBool> {
  if (words.hasSpaces) return matchesPattern(text, words.pattern)
  if (words.expression !== null) return sql<SqlBool>`${text} ~ ${words.expression}`
  return words.isInPieces
    ? sql<SqlBool>`${text} like ${words.pattern}`
    : sql<SqlBool>`strpos(${text}, ${words.plain}) > 0`
}

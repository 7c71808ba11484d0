import { sql, type Expression } from 'kysely'

/** A moment inside json_agg or to_json, where the database would write it in its own way. */
export const momentInJson = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Text in the order Russian readers expect: Ё beside Е, capitals beside small letters. */
export const inRussianOrder = (text: Expression<unknown> | string) =>
  sql`${typeof text === 'string' ? sql.ref(text) : text} collate "ru-x-icu"`

/** Words as `search_text` columns hold them: in small letters, ё as е. */
export const inSearchText = (search: string) => search.toLowerCase().replaceAll('ё', 'е')

/** What `search_text` columns are compared with: text that contains the words, LIKE's own signs as themselves. */
export const containing = (search: string) => `%${inSearchText(search).replace(/[\\%_]/g, '\\$&')}%`

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { audit } from '@vypusk/contract'
import { numberIn } from '../../../platform/text/number-in.ts'
import { holdsWords, searchedWords } from '../../../platform/sql.ts'

const EVERY = audit.auditEntities.map(({ entity }) => entity)

/** The filters; null for one that is not used and adds no condition. */
export function filtersOf({ entities, user_ids, date_from, date_to, after, search_string }: audit.AuditQuery) {
  const text = search_string?.trim()
  return {
    kinds: entities.length > 0 ? entities : EVERY,
    user_ids: user_ids.length > 0 ? user_ids : null,
    date_from: date_from ?? null,
    date_to: date_to ?? null,
    after: after ?? null,
    words: text ? wordsOf(text) : null,
  }
}
export type Filters = ReturnType<typeof filtersOf>

/** The text as values may contain it: they are JSON, and a company's name may hold `&quot;`. Null if that is the same. */
function otherWritings(text: string) {
  const [inJson, encoded] = [JSON.stringify(text).slice(1, -1), text.replaceAll('"', '&quot;')]
  return {
    inJson: inJson === text ? null : searchedWords(inJson),
    encoded: encoded === text ? null : searchedWords(encoded),
  }
}

/** A number also matches a thing's; one of one or two digits matches nothing else. */
const wordsOf = (text: string) => ({ ...searchedWords(text), ...otherWritings(text), number: numberIn(text) })

/** The SQL condition of the filters on the history `h`, except for kinds, people and words. */
export function narrowed({ date_from, date_to, after }: Filters): RawBuilder<SqlBool> {
  return sql.join(
    [
      sql`true`,
      ...(date_from ? [sql`h.at >= ${date_from}::date`] : []),
      ...(date_to ? [sql`h.at < ${date_to}::date + 1`] : []),
      ...(after ? [sql`(h.at, h.id) < (${after.at}::timestamptz, ${after.id}::bigint)`] : []),
    ],
    sql` and `,
  ) as RawBuilder<SqlBool>
}

/** The searchable text of a record, and whether there is one: the same expressions as in the index of migration 0032. */
const SEARCHED = sql<string>`translate(lower(left(coalesce(h.address, '') || ' ' || coalesce(h.note, '') || ' '
  || coalesce(h.before::text, '') || ' ' || coalesce(h.after::text, ''), 400)), 'ё', 'е')`
const IN_WORDS = sql<SqlBool>`(h.address is not null or h.note is not null
  or jsonb_typeof(h.before) in ('string', 'array', 'object') or jsonb_typeof(h.after) in ('string', 'array', 'object'))`

/** Whether the indexes can find the words; all others are searched for among the latest records only. */
export const areKnown = ({ words }: Filters) => words !== null && (words.number !== null || words.isInPieces)

/** Whether a record contains the words. */
export function holding({ words }: Filters): RawBuilder<SqlBool> {
  if (words === null) return sql`true`
  const writings = [words, words.inJson, words.encoded].filter((one) => one !== null)
  const written = writings.map((one) => holdsWords(SEARCHED, one))
  const inText = sql<SqlBool>`(${IN_WORDS} and (${sql.join(written, sql` or `)}))`
  if (words.number === null) return inText
  const ofThing = sql<SqlBool>`(h.entity = any(${EVERY}::text[]) and h.entity_id = ${words.number})`
  return words.isInPieces ? sql`(${ofThing} or ${inText})` : ofThing
}

export const ofPeople = ({ user_ids }: Filters): RawBuilder<SqlBool> =>
  user_ids ? sql`h.user_id = any(${user_ids}::int[])` : sql`true`

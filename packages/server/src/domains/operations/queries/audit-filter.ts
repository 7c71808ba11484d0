import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { audit } from '@vypusk/contract'
import { containing, isInPieces } from '../../../platform/sql.ts'

const EVERY = audit.auditEntities.map(({ entity }) => entity)

/** The SQL condition of the filters on the history `h`, except for kinds, people and words. */
export function narrowed({ date_from, date_to, after }: audit.AuditQuery): RawBuilder<SqlBool> {
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

/** The searchable text of a record, and whether it has any: the same expressions as in the index of migration 0032. */
const SEARCHED = sql`translate(lower(left(coalesce(h.address, '') || ' ' || coalesce(h.note, '') || ' '
  || coalesce(h.before::text, '') || ' ' || coalesce(h.after::text, ''), 400)), 'ё', 'е')`
const IN_WORDS = sql<SqlBool>`(h.address is not null or h.note is not null
  or jsonb_typeof(h.before) in ('string', 'array', 'object') or jsonb_typeof(h.after) in ('string', 'array', 'object'))`

const isNumber = (words: string) => /^\d{1,9}$/.test(words)

/** Whether the indexes can find the words; all others are searched for among the latest records only. */
export const isKnown = (words: string) => isNumber(words) || isInPieces(words)

/** Whether a record contains the words. Digits also match a thing's number; one or two digits match nothing else. */
export function holding(words: string): RawBuilder<SqlBool> {
  const inText = sql<SqlBool>`(${IN_WORDS} and ${SEARCHED} like ${containing(words)})`
  if (!isNumber(words)) return inText
  const ofThing = sql<SqlBool>`(h.entity = any(${EVERY}::text[]) and h.entity_id = ${Number(words)})`
  return isInPieces(words) ? sql<SqlBool>`(${ofThing} or ${inText})` : ofThing
}

export const kindsOf = ({ entities }: audit.AuditQuery) => (entities.length > 0 ? entities : EVERY)

export const ofPeople = ({ user_ids }: audit.AuditQuery) =>
  user_ids.length > 0 ? sql<SqlBool>`h.user_id = any(${user_ids}::int[])` : sql<SqlBool>`true`

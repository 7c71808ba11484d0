import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { audit } from '@vypusk/contract'
import { containing, isInPieces } from '../../../platform/sql.ts'

const EVERY = audit.auditEntities.map(({ entity }) => entity)

/** What the filters leave of the history `h`, but for its kinds, people and words. */
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

/** What is said, and whether it is said in words: as the index of migration 0032 has it. */
const SAID = sql`translate(lower(left(coalesce(h.address, '') || ' ' || coalesce(h.note, '') || ' '
  || coalesce(h.before::text, '') || ' ' || coalesce(h.after::text, ''), 400)), 'ё', 'е')`
const IN_WORDS = sql<SqlBool>`(h.address is not null or h.note is not null
  or jsonb_typeof(h.before) in ('string', 'array', 'object') or jsonb_typeof(h.after) in ('string', 'array', 'object'))`

const isNumber = (words: string) => /^\d{1,9}$/.test(words)

/** Whether the indexes can find them; all else is looked for among the latest only. */
export const isKnown = (words: string) => isNumber(words) || isInPieces(words)

/** The words stand in what is said; digits are a thing's number too, one or two of them nothing else. */
export function holding(words: string): RawBuilder<SqlBool> {
  const inText = sql<SqlBool>`(${IN_WORDS} and ${SAID} like ${containing(words)})`
  if (!isNumber(words)) return inText
  const ofThing = sql<SqlBool>`(h.entity = any(${EVERY}::text[]) and h.entity_id = ${Number(words)})`
  return isInPieces(words) ? sql<SqlBool>`(${ofThing} or ${inText})` : ofThing
}

export const kindsOf = ({ entities }: audit.AuditQuery) => (entities.length > 0 ? entities : EVERY)

export const ofPeople = ({ user_ids }: audit.AuditQuery) =>
  user_ids.length > 0 ? sql<SqlBool>`h.user_id = any(${user_ids}::int[])` : sql<SqlBool>`true`

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { audit } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { containing, inRussianOrder } from '../../../platform/sql.ts'

type Row = audit.AuditRow
const EVERY = audit.auditEntities.map(({ entity }) => entity)

/** What is said, and whether it is said in words: as the index of migration 0032 has it. */
const SAID = sql`translate(lower(left(coalesce(h.address, '') || ' ' || coalesce(h.note, '') || ' '
  || coalesce(h.before::text, '') || ' ' || coalesce(h.after::text, ''), 400)), 'ё', 'е')`

const IN_WORDS = sql<SqlBool>`(h.address is not null or h.note is not null
  or jsonb_typeof(h.before) in ('string', 'array', 'object') or jsonb_typeof(h.after) in ('string', 'array', 'object'))`

function said(words: string) {
  const inText = sql<SqlBool>`(${IN_WORDS} and ${SAID} like ${containing(words)})`
  return /^\d{1,9}$/.test(words) ? sql<SqlBool>`(h.entity_id = ${Number(words)} or ${inText})` : inText
}

/** What the filters leave of the history `h`, but for its kinds and people. */
function narrowed({ date_from, date_to, search_string, after }: audit.AuditQuery): RawBuilder<SqlBool> {
  const words = search_string?.trim()
  return sql.join(
    [
      sql`true`,
      ...(date_from ? [sql`h.at >= ${date_from}::date`] : []),
      ...(date_to ? [sql`h.at < ${date_to}::date + 1`] : []),
      ...(after ? [sql`(h.at, h.id) < (${after.at}::timestamptz, ${after.id}::bigint)`] : []),
      ...(words ? [said(words)] : []),
    ],
    sql` and `,
  ) as RawBuilder<SqlBool>
}

/**
 * Ids of one page, latest first. Each kind, or each person, gives its own latest by its own index, and the latest of
 * those are the page: as quick for the last page of a long log as for the first.
 */
function page(query: audit.AuditQuery): RawBuilder<{ id: number; at: string }> {
  const { user_ids, entities, per_page } = query
  const kinds = entities.length > 0 ? entities : EVERY
  const latest = sql`order by h.at desc, h.id desc limit ${sql.lit(per_page + 1)}`
  const sources =
    user_ids.length > 0
      ? sql`unnest(${user_ids}::int[]) as source (user_id), lateral (
          select h.id, h.at from history as h
          where h.user_id = source.user_id and h.entity = any(${kinds}::text[]) and ${narrowed(query)} ${latest}) as h`
      : sql`unnest(${kinds}::text[]) as source (entity), lateral (
          select h.id, h.at from history as h where h.entity = source.entity and ${narrowed(query)} ${latest}) as h`
  return sql`select h.id, h.at from ${sources} ${latest}`
}

/** What a thing is called now; of deleted ones nothing is said. */
const THING = sql<string>`coalesce(case
  when h.entity in ('user', 'session') then (select u.name from users as u where u.id = h.entity_id)
  when h.entity = 'company' then (select c.namecomp from companies as c where c.idcomp = h.entity_id)
  when h.entity = 'freeze' then (select f.reason from freezes as f where f.id = h.entity_id)
  else (select t.title from things as t where t.entity = h.entity and t.entity_id = h.entity_id) end, '')`

/** Whole rows by their ids, latest first. */
export const auditRows = async (db: Db, ids: number[]): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select h.id, h.at, h.entity, h.entity_id, h.field, h.title, h.before, h.after, h.via, h.note, ${THING} as thing,
      jsonb_build_object('id', coalesce(h.user_id, 0), 'name', coalesce(u.name, h.address, '')) as user
    from history as h left join users as u on u.id = h.user_id
    where h.id = any(${ids}::bigint[]) order by h.at desc, h.id desc`.execute(db)
  return rows
}

/** One page of the log. */
export async function listAudit(db: Db, query: audit.AuditQuery) {
  const { rows: found } = await page(query).execute(db)
  const shown = found.slice(0, query.per_page)
  const last = shown.at(-1)
  const next = found.length > shown.length && last ? { at: last.at, id: last.id } : null
  const ids = shown.map(({ id }) => id)
  return { data: ids.length > 0 ? await auditRows(db, ids) : [], next }
}

/** Ids of all that the filters find, latest first. */
export const wholeAudit = (db: Db, query: audit.AuditQuery) =>
  db
    .selectFrom('history as h')
    .select('h.id')
    .where('h.entity', 'in', query.entities.length > 0 ? query.entities : EVERY)
    .where(narrowed(query))
    .$if(query.user_ids.length > 0, (all) => all.where('h.user_id', 'in', query.user_ids))
    .orderBy('h.at', 'desc')
    .orderBy('h.id', 'desc')

export const auditPeople = async (db: Db) => ({
  people: await db
    .selectFrom('users as u')
    .leftJoin('companies as c', 'c.idcomp', 'u.idcomp')
    .select(['u.id', 'u.name', 'c.namecomp as company'])
    .orderBy('u.isRivc', 'desc')
    .orderBy(inRussianOrder('u.name'))
    .orderBy('u.id')
    .execute(),
})

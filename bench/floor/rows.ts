import pg from 'pg'

/** What the answers of the floor share: its connections, and requests as rows. */

// Parse values as the product does: integers as numbers, days as strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
export const pool = new pg.Pool({ ...JSON.parse(process.env['FLOOR_CONFIG'] ?? '{}'), max: 20 })

export const PAGE = `select q.id, q.e_title, q.created_at, q.priority, q.urgency, q."isPaid", q.source_key, q.version, q."inBacklog",
    q.backlog_title, q.planned_time, q.backlog_priority, s.id as status_id, s.name as status, s.tone, t.id as type_id,
    t.name as type, a.id as author_id, a.name as author, c.idcomp, c.namecomp, m.idmod, m.namemod, sy.idsys, sy.namesys,
    r.id as release_id, r.title, r.plan_date, coalesce(rs.kind = 'closed' and not exists (
      select from handed_to h where h.release_id = r.id and h.idcomp = q.idcomp), false) as called_off
  from requests q
  join request_statuses s on s.id = q.status_id join request_types t on t.id = q.type_id
  join users a on a.id = q.author_id join companies c on c.idcomp = q.idcomp
  join modules m on m.idmod = q.idmod join systems sy on sy.idsys = m.idsys
  left join releases r on r.id = q.release_id and r.deleted_at is null left join release_steps rs on rs.id = r.step_id
  where q.deleted_at is null`

export type Row = Record<string, unknown>

/** Converts a row to the contract's shape. */
export const shaped = (row: Row) => ({
  id: row['id'],
  e_title: row['e_title'],
  created_at: row['created_at'],
  status: { id: row['status_id'], name: row['status'], tone: row['tone'] },
  type: { id: row['type_id'], name: row['type'] },
  author: { id: row['author_id'], name: row['author'] },
  company: { idcomp: row['idcomp'], namecomp: row['namecomp'] },
  module: { idmod: row['idmod'], namemod: row['namemod'], idsys: row['idsys'], system: row['namesys'] },
  release: row['release_id']
    ? { id: row['release_id'], title: row['title'], plan_date: row['plan_date'], called_off: row['called_off'] }
    : null,
  priority: row['priority'],
  urgency: row['urgency'],
  isPaid: row['isPaid'],
  source_key: row['source_key'],
  backlog_request:
    row['inBacklog'] === null
      ? null
      : {
          request_id: row['id'],
          title: row['backlog_title'],
          planned_time: row['planned_time'],
          priority: row['backlog_priority'],
          inBacklog: row['inBacklog'],
          version: row['version'],
        },
  version: row['version'],
})

/** @param name undefined if the best plan depends on the values */
export const ask = async (name: string | undefined, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await pool.query<Row>({ ...(name ? { name } : {}), text, values })).rows

/** A part of a statement as a JSON array. */
export const inOne = (part: string) => `(select coalesce(json_agg(one), '[]') from (${part}) as one)`

import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'

/**
 * The floor: a server that gives the same answers with only `node:http`, `pg` and hand-written prepared statements: no
 * sign-in, no checks, no history, no events. Run `node bench/floor/server.ts` with the database configuration in
 * FLOOR_CONFIG; it prints its port when it listens.
 */

// Parse values as the product does: integers as numbers, days as strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
const pool = new pg.Pool({ ...JSON.parse(process.env['FLOOR_CONFIG'] ?? '{}'), max: 20 })

const PAGE = `select q.id, q.e_title, q.created_at, q.priority, q.urgency, q."isPaid", q.version, q."inBacklog",
    q.backlog_title, q.planned_time, q.backlog_priority, s.id as status_id, s.name as status, s.tone, t.id as type_id,
    t.name as type, a.id as author_id, a.name as author, c.idcomp, c.namecomp, m.idmod, m.namemod, sy.idsys, sy.namesys,
    r.id as release_id, r.title, r.plan_date
  from requests q
  join request_statuses s on s.id = q.status_id join request_types t on t.id = q.type_id
  join users a on a.id = q.author_id join companies c on c.idcomp = q.idcomp
  join modules m on m.idmod = q.idmod join systems sy on sy.idsys = m.idsys
  left join releases r on r.id = q.release_id and r.deleted_at is null
  where q.deleted_at is null`
const COUNTS = `select count(*) as total, coalesce(sum(planned_time), 0) as minutes,
    count(*) filter (where "inBacklog") as in_backlog, count(*) filter (where "isPaid") as paid
  from requests q where q.deleted_at is null`
const FILTER = `and q.status_id = any($1::int[]) and coalesce(q.priority, 0) = any($2::int[])
  and q.created_at >= $3::date and q.created_at < $4::date + 1`
const NEWEST = 'order by q.id desc limit 50'

type Row = Record<string, unknown>

/** Converts a row to the contract's shape. */
const shaped = (row: Row) => ({
  id: row['id'],
  e_title: row['e_title'],
  created_at: row['created_at'],
  status: { id: row['status_id'], name: row['status'], tone: row['tone'] },
  type: { id: row['type_id'], name: row['type'] },
  author: { id: row['author_id'], name: row['author'] },
  company: { idcomp: row['idcomp'], namecomp: row['namecomp'] },
  module: { idmod: row['idmod'], namemod: row['namemod'], idsys: row['idsys'], system: row['namesys'] },
  release: row['release_id'] ? { id: row['release_id'], title: row['title'], plan_date: row['plan_date'] } : null,
  priority: row['priority'],
  urgency: row['urgency'],
  isPaid: row['isPaid'],
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
const ask = async (name: string | undefined, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await pool.query<Row>({ ...(name ? { name } : {}), text, values })).rows

const listed = (rows: Row[], counts: Row = {}) => ({
  data: rows.map(shaped),
  total: counts['total'],
  counts,
  current_page: 1,
  per_page: 50,
})

const rowsOf = (ids: unknown) => ask('rows', `${PAGE} and q.id = any($1::int[]) order by q.id desc`, [ids])

/** Answers for a set that may be large: the page is read by an index, and counted by a separate query. */
async function list(where: string, values: unknown[]) {
  const newest = `select array(select id from requests q where q.deleted_at is null ${where} ${NEWEST}) as ids`
  const [rows, [counts]] = await Promise.all([
    ask(undefined, newest, values).then(([page]) => rowsOf(page?.['ids'])),
    ask(undefined, `${COUNTS} ${where}`, values),
  ])
  return listed(rows, counts)
}

/**
 * Answers for a small set: it is read once, counted and sorted; the page is then read by ids with a prepared statement.
 */
async function shortList(where: string, values: unknown[]) {
  const some = `select id, planned_time, "inBacklog", "isPaid" from requests q where q.deleted_at is null ${where}`
  const counts = COUNTS.replace('requests q where q.deleted_at is null', 'found')
  const text = `with found as materialized (${some}), counts as (${counts})
    select *, array(select id from found order by id desc limit 50) as ids from counts`
  const [found] = await ask(undefined, text, values)
  return listed(await rowsOf(found?.['ids']), found)
}

const UNDER = {
  files: `select f.id, f.file_name, f.version, f.size, f.sha256, f.uploaded from request_files rf
    join files f on f.id = rf.file_id where rf.request_id = $1 and f.deleted_at is null order by f.id`,
  issues: `select id, title, status, assignee, planned_time, spent_time, url from issues where request_id = $1 order by id`,
  history: `select h.id, h.at, field, title, before, after, via, note, json_build_object('id', u.id, 'name', u.name) as user
    from history h left join users u on u.id = h.user_id
    where entity = 'request' and entity_id = $1 order by h.id desc limit 1000`,
}
const inOne = (part: string) => `(select coalesce(json_agg(one), '[]') from (${part}) as one)`
const ONE = `${PAGE.replace(
  'select',
  `select q.text, q.description, q."isSolo", ${inOne(UNDER.files)} as files,
  ${inOne(UNDER.issues)} as issues, ${inOne(UNDER.history)} as history,`,
)} and q.id = $1`

const RELEASE = `select r.*, json_build_object('id', s.id, 'name_step', s.name_step, 'order', s."order", 'kind', s.kind) as step,
    json_build_object('id', u.id, 'name', u.name) as author,
    ${inOne(`select m.idmod, m.namemod, m.idsys, sy.namesys as system from release_modules rm
      join modules m on m.idmod = rm.idmod join systems sy on sy.idsys = m.idsys where rm.release_id = r.id`)} as modules,
    ${inOne(`select u.id, u.name from release_users ru join users u on u.id = ru.user_id
      where ru.release_id = r.id`)} as users,
    ${inOne(`select c.idcomp, c.namecomp, a.id as agreement_id, a.by_rivc, a.by_client, a.remark from release_companies rc
      join companies c on c.idcomp = rc.idcomp
      left join agreements a on a.release_id = rc.release_id and a.company_id = rc.idcomp and a.deleted_at is null
      where rc.release_id = r.id order by c.namecomp`)} as companies,
    ${inOne(`select sc.id, sc.at, sc.comment, s.name_step, u.name from release_step_changes sc
      join release_steps s on s.id = sc.step_id join users u on u.id = sc.user_id
      where sc.release_id = r.id order by sc.id`)} as steps_history,
    ${inOne(`select a.*, c.namecomp from agreements a join companies c on c.idcomp = a.company_id
      where a.release_id = r.id and a.deleted_at is null order by c.namecomp`)} as agreements,
    ${inOne(`select p.id, p.created_at, ${inOne(`select f.id, f.file_name, f.version, f.size, f.sha256, f.uploaded
        from publication_files pf join files f on f.id = pf.file_id where pf.publication_release_id = pr.id`)} as files
      from publication_releases pr join publications p on p.id = pr.publication_id
      where pr.release_id = r.id and p.deleted_at is null order by p.id desc`)} as release_ready
  from releases r join release_steps s on s.id = r.step_id join users u on u.id = r.author_id
  where r.id = $1 and r.deleted_at is null`
const ISSUES = `select request_id, i.id, i.title, i.status, assignee, i.planned_time, spent_time, url
  from issues i join requests q on q.id = i.request_id where q.release_id = $1 and q.deleted_at is null order by 1, 2`

const INSERT = `with made as (
    insert into requests (e_title, text, urgency, type_id, idmod, idcomp, author_id, status_id, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, 1, now(), now()) returning id)
  insert into history (entity, entity_id, field, title, before, after, user_id, via, at)
  select 'request', id, 'e_title', 'Название', 'null', to_json($1::text), $7, 'screen', now() from made returning entity_id`

const answers: Record<string, (body: Row) => Promise<unknown>> = {
  filtered: ({ status_ids, priorities, date_from, date_to }) =>
    shortList(FILTER, [status_ids, priorities, date_from, date_to]),
  everything: () => list('', []),
  common: ({ search_string }) => list('and q.search_text like $1', [`%${String(search_string)}%`]),
  rare: ({ search_string }) => shortList('and q.search_text like $1', [`%${String(search_string)}%`]),
  request: async ({ id }) => {
    const [row = {}] = await ask('one', ONE, [id])
    const { text, description, isSolo, files, issues, history } = row
    return { ...shaped(row), text, description, isSolo, files, issues, history }
  },
  release: async ({ id }) => {
    const [[release], rows, issues] = await Promise.all([
      ask('release', RELEASE, [id]),
      ask('its requests', `${PAGE} and q.release_id = $1 order by q.id`, [id]),
      ask('its issues', ISSUES, [id]),
    ])
    return { ...release, requests: rows.map(shaped), requestsIssuesInfo: issues }
  },
  create: async ({ e_title, text, urgency, type, module, company, author }) => {
    const [made] = await ask('create', INSERT, [e_title, text, urgency, type, module, company, author])
    return { message: 'Success', id: made?.['entity_id'] }
  },
}

async function bodyOf(call: IncomingMessage): Promise<Row> {
  let text = ''
  for await (const piece of call) text += String(piece)
  return text ? JSON.parse(text) : {}
}

const server = createServer((call, reply) => {
  const answer = answers[(call.url ?? '').slice(1)]
  const work = answer ? bodyOf(call).then(answer) : Promise.reject(new Error(`nothing at ${call.url}`))
  work.then(
    (result) => reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result)),
    (error: unknown) => reply.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`))
process.on('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  void pool.end()
})

import { createServer, type IncomingMessage } from 'node:http'
import { release } from './release.ts'
import { ask, inOne, PAGE, pool, shaped, type Row } from './rows.ts'

/**
 * The floor: a server that gives the same answers with only `node:http`, `pg` and hand-written prepared statements: no
 * sign-in, no checks, no history, no events. Run `node bench/floor/server.ts` with the database configuration in
 * FLOOR_CONFIG; it prints its port when it listens.
 */

const COUNTS = `select count(*) as total, coalesce(sum(planned_time), 0) as minutes,
    count(*) filter (where "inBacklog") as in_backlog, count(*) filter (where "isPaid") as paid
  from requests q where q.deleted_at is null`
const FILTER = `and q.status_id = any($1::int[]) and coalesce(q.priority, 0) = any($2::int[])
  and q.created_at >= $3::date and q.created_at < $4::date + 1`
const NEWEST = 'order by q.id desc limit 50'

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
  issues: `select i.id, i.title, i.status, i.assignee, i.planned_time, i.spent_time, i.url, i.tracker, i.key,
    greatest(i.reported_at, t.read_at) as reported_at from issues i left join trackers t on t.name = i.tracker
    where i.request_id = $1 order by i.id`,
  history: `select h.id, h.at, field, title, before, after, via, note, json_build_object('id', u.id, 'name', u.name) as user
    from history h left join users u on u.id = h.user_id
    where entity = 'request' and entity_id = $1 order by h.id desc limit 1000`,
}
const ONE = `${PAGE.replace(
  'select',
  `select q.text, q.description, q."isSolo", q.source, ${inOne(UNDER.files)} as files,
  ${inOne(UNDER.issues)} as issues, ${inOne(UNDER.history)} as history,`,
)} and q.id = $1`

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
    const { text, description, isSolo, source, files, issues, history } = row
    return { ...shaped(row), text, description, isSolo, origin: source, files, issues, history }
  },
  release,
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

import { writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { doubtsOf, scopeChangesOf } from '../packages/server/src/domains/releases/queries/scopes.ts'
import { openDatabase, type Db } from '../packages/server/src/platform/database.ts'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { createNames } from '../packages/server/src/platform/database/statement-names.ts'
import { demoData } from './data.ts'
import { measure, ms, row } from './measure.ts'

/**
 * Measures what comparing scopes costs on the page of a release with 200 requests and 40 companies that have all
 * agreed: unchanged, after something else was saved, and after a change of every request. `node bench/scopes.ts`
 */

const RESULT = new URL('results/scopes.md', import.meta.url)
const COMPANIES = 40
const REQUESTS = 5
const WARM_SECONDS = 2
const SECONDS = 5
/** The longest that the page may wait for the comparison, in ms. */
const MOST = 5
const quiet = { info: () => {}, warn: console.warn }

const embedded = await startEmbedded({ dataDir: await demoData(20_000), log: quiet })
// Use prepared statements, as the service does.
const { db, close } = openDatabase(embedded.config, quiet, null, { names: createNames(quiet), forget: () => {} })

function only<Row>([found]: Row[]): Row {
  if (found === undefined) throw new Error('nothing was created')
  return found
}

/** Creates a release of all modules with 40 companies that have agreed, and five requests of each company. */
async function agreedRelease(tx: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into releases (title, start_date, plan_date, is_visible_for_client, author_id, created_at, updated_at)
    select 'Замер', '2030-01-10', '2030-02-10', true, min(id), now(), now() from users where "isRivc"
    returning id`.execute(tx)
  const { id } = only(rows)
  await sql`insert into release_modules (release_id, idmod) select ${id}, idmod from modules`.execute(tx)
  await sql`insert into release_companies (release_id, idcomp)
    select ${id}, idcomp from companies order by idcomp limit ${COMPANIES}`.execute(tx)
  await sql`update requests set release_id = ${id} where id in (
    select id from (select q.id, row_number() over (partition by q.idcomp order by q.id) as n
      from requests as q join release_companies as own on own.release_id = ${id} and own.idcomp = q.idcomp
      where q.release_id is null and q.deleted_at is null) as own where n <= ${REQUESTS})`.execute(tx)
  await sql`insert into agreements (release_id, company_id, by_rivc, by_client, author_id, "releaseDate", sent_at, created_at, updated_at)
    select ${id}, idcomp, true, true, (select author_id from releases where id = ${id}), '2030-02-12', now(), now(), now()
    from release_companies where release_id = ${id}`.execute(tx)
  await sql`update agreements set told_sha = keep_scope(release_id, company_id) where release_id = ${id}`.execute(tx)
  await sql`update agreements set agreed_sha = told_sha, accepted_sha = told_sha, seen_sha = told_sha
    where release_id = ${id}`.execute(tx)
  await sql`delete from scope_checks where release_id = ${id}`.execute(tx)
  return id
}

const transaction = await db.startTransaction().execute()
const tx = transaction as unknown as Db
const id = await agreedRelease(tx)
const { rows } = await sql<{ requests: number; companies: number }>`
  select count(*)::int as requests, count(distinct idcomp)::int as companies from requests where release_id = ${id}`.execute(
  tx,
)
/** Reads the changed scopes as the page of a release does, except that the page reads `doubts` with everything else. */
async function changes() {
  const { doubts } = await tx
    .selectFrom('releases')
    .select((eb) => jsonArrayFrom(doubtsOf(eb)).as('doubts'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return scopeChangesOf(tx, id, doubts)
}
const figures: [what: string, changed: number, p50: number, p99: number][] = []
for (const [what, before] of [
  ['as it was agreed', sql`select 1`],
  ['something was saved since, nothing of it changed', sql`insert into scope_checks (release_id) values (${id})`],
  ['every request reads differently', sql`update requests set e_title = e_title || '!' where release_id = ${id}`],
] as const) {
  await before.execute(tx)
  const changed = (await changes()).length
  await measure(1, WARM_SECONDS, changes)
  const { p50, p99 } = await measure(1, SECONDS, changes)
  figures.push([what, changed, p50, p99])
}
await transaction.rollback().execute()

const made = only(rows)
const text = `# The cost of comparing scopes on the page of a release

${made.companies} companies, ${made.requests} requests, all approved; one user, ${SECONDS} s each after ${WARM_SECONDS} s of warm-up (a connection
keeps the plan of a statement after five executions), ${availableParallelism()} processors, the machine at a load of ${Math.round(loadavg()[0] ?? 0)}. Milliseconds.
The goal: at most ${MOST} ms.

${row('', 'companies whose scope differs', 'p50', 'p99')}
${row('---', '---:', '---:', '---:')}
${figures.map(([what, changed, p50, p99]) => row(what, changed, ms(p50), ms(p99))).join('\n')}
`
console.log(text)
await writeFile(RESULT, text)
await close()
await embedded.stop()

import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { zones } from '@vypusk/contract'
import { nearestOfRelease } from '../packages/server/src/domains/agreements/queries/date-facts.ts'
import { openDatabase, type Db } from '../packages/server/src/platform/database.ts'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import type { Person } from '../packages/server/src/platform/person.ts'
import { createNames } from '../packages/server/src/platform/database/statement-names.ts'
import { addDays } from '../packages/server/src/platform/working-days.ts'
import { demoData } from './data.ts'
import { measure, ms, row } from './measure.ts'

/**
 * Measures finding the nearest date for forty companies, one by one and together: companies in all time zones of Russia
 * that install at night on six days a week, with another installation every other day for two years. `node
 * bench/nearest.ts`
 */

const RESULT = new URL('results/nearest.md', import.meta.url)
const COMPANIES = 40
const DAYS = 730
const SECONDS = 5
/** A delay that people do not notice, ms. */
const MOST = 50
const quiet = { info: () => {}, warn: console.warn }
process.env['TZ'] = 'Europe/Moscow'

const embedded = await startEmbedded({ dataDir: await demoData(20_000), log: quiet })
// Use prepared statements, as the service does.
const { db, close } = openDatabase(embedded.config, quiet, null, { names: createNames(quiet), forget: () => {} })
const transaction = await db.startTransaction().execute()
const tx = transaction as unknown as Db
const clock = { now: () => new Date() }
const today = clock.now().toISOString().slice(0, 10)
const person = (await tx
  .selectFrom('users')
  .select(['id', 'login', 'name', 'email', 'isRivc', 'isAdmin', 'idcomp'])
  .where('login', '=', 'manager')
  .executeTakeFirstOrThrow()) as unknown as Person

const NIGHTS = [1, 2, 3, 4, 5, 6].flatMap((weekday) => [
  { weekday, from: '00:00', to: '05:00' },
  { weekday, from: '22:00', to: '23:59' },
])

async function companiesOfAllZones(): Promise<number[]> {
  const { rows } = await sql<{ idcomp: number }>`
    select idcomp from companies where deleted_at is null order by idcomp limit ${COMPANIES}`.execute(tx)
  const ids = rows.map(({ idcomp }) => idcomp)
  await sql`delete from company_calendars`.execute(tx)
  await sql`delete from freezes`.execute(tx)
  const names = Object.keys(zones.RUSSIAN_ZONES)
  for (const [n, company_id] of ids.entries()) {
    await sql`insert into company_calendars (company_id, zone, working, installing, updated_by, updated_at)
      values (${company_id}, ${names[n % names.length]}, '[]', ${JSON.stringify(NIGHTS)}, ${person.id}, now())`.execute(
      tx,
    )
  }
  return ids
}

async function newRelease(companies: number[], modules: number[], plan_date: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into releases (title, start_date, plan_date, is_visible_for_client, author_id, created_at, updated_at)
    values ('Замер', ${today}, ${plan_date}, true, ${person.id}, now(), now()) returning id`.execute(tx)
  const id = rows[0]?.id ?? 0
  await sql`insert into release_modules (release_id, idmod) select ${id}, unnest(${modules}::int[])`.execute(tx)
  await sql`insert into release_companies (release_id, idcomp) select ${id}, unnest(${companies}::int[])`.execute(tx)
  return id
}

/** Creates installations of other releases at the companies, every other day for two years. */
async function others(companies: number[], idmod: number): Promise<void> {
  for (let n = 0; n < DAYS; n += 2) {
    const day = addDays(today, n)
    const id = await newRelease(companies, [idmod], day)
    const some = companies.filter((_, index) => index % 4 === n % 4)
    await sql`insert into agreements (release_id, company_id, by_rivc, author_id, "releaseDate", "releaseTime", sent_at, created_at, updated_at)
      select ${id}, company, true, ${person.id}, ${day}, '22:00', now(), now(), now()
      from unnest(${some}::int[]) as company`.execute(tx)
  }
}

const closed = (until: string) =>
  sql`insert into freezes (date_from, date_to, reason, author_id, created_at)
  values (${today}, ${until}, 'Замер', ${person.id}, now())`.execute(tx)

const companies = await companiesOfAllZones()
const { rows: modules } = await sql<{ idmod: number }>`select idmod from modules order by idmod`.execute(tx)
const idmods = modules.map(({ idmod }) => idmod)
await others(companies, idmods[0] ?? 0)
const release_id = await newRelease(companies, idmods.slice(1, 4), today)
await sql`analyze releases, agreements, release_modules, release_companies`.execute(tx)

const lines = [row('nearest date of forty companies', 'found', 'p50, ms', 'p99, ms'), row('---', '---', '---:', '---:')]

async function study(name: string) {
  const ask = () => nearestOfRelease({ db: tx, clock }, person, { release_id, companies })
  const { each, together } = await ask()
  const found = each.filter((one) => one.found !== null).length
  const days = each.flatMap((one) => one.found?.releaseDate ?? []).toSorted()
  const { p50, p99 } = await measure(1, SECONDS, ask)
  const what = `${found} of ${COMPANIES}, ${days[0] ?? '–'} to ${days.at(-1) ?? '–'}; together ${together.found?.releaseDate ?? '–'}`
  lines.push(row(name, what, ms(p50), ms(p99)))
  process.stdout.write(`${lines.at(-1)}\n`)
}

await study('the next days')
await closed(addDays(today, DAYS / 2))
await study('a year ahead: everything before is closed')
await closed(addDays(today, DAYS - 8))
await study('two years ahead: everything before is closed')
await closed(addDays(today, DAYS + 10))
await study('none within two years')

await transaction.rollback().execute()
await close()
await embedded.stop()
const text = `# The nearest date of forty companies

For each of ${COMPANIES} companies in all zones of Russia, by their own night hours, and for all of them at once, over two years with
${DAYS / 2} releases of others planned at them; with all questions to the database, ${SECONDS} s each on 2 cores.
The goal: ${MOST} ms. \`node bench/nearest.ts\`, ${today}

${lines.join('\n')}
`
await writeFile(RESULT, text)

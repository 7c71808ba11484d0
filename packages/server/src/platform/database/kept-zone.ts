import { sql } from 'kysely'
import pg from 'pg'
import { zones } from '@vypusk/contract'
import { DatabaseError } from '../database.ts'
import type { Log } from '../runtime/log.ts'
import type { Transaction } from '../transaction.ts'

/**
 * The name of the installation's time zone is kept in its database: agreed dates and times are wall times of this zone,
 * and stay the same moments on whatever machine a process runs and whatever its `TZ` is (docs/decisions/0142).
 */

const KEY = 'zone'

const KEEP = 'insert into public.installation (key, value) values ($1, to_jsonb($2::text)) on conflict do nothing'

const notInEffect = (variable: string, kept: string) =>
  `TZ=${variable} не действует: эта система работает в часовом поясе ${kept}, в нём хранятся согласованные даты. ` +
  `Задайте TZ=${kept}, а чтобы сменить пояс, остановите систему и выполните: npm run zone -- ${variable}`
const unknownZone = (zone: string) =>
  `PostgreSQL не знает часового пояса ${zone}. Задайте в TZ другое его имя, например Europe/Moscow, ` +
  'или установите на сервер базы данных полный набор поясов (в Debian – tzdata-legacy)'

async function connected<Result>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}

async function keptZone(client: pg.Client): Promise<string | undefined> {
  const { rows: found } = await client.query(`select to_regclass('public.installation') is not null as installed`)
  if (!found[0]?.installed) return undefined
  const { rows } = await client.query<{ value: string }>('select value from public.installation where key = $1', [KEY])
  return rows[0]?.value
}

/** Makes this process run in the zone. Everything else that it starts or opens from now on does so too. */
function runIn(zone: string, log: Log) {
  const variable = process.env['TZ']
  if (variable && zones.ownZone() !== zone) log.warn(notInEffect(variable, zone))
  process.env['TZ'] = zone
}

/** Makes this process run in the zone that the database keeps, if it keeps one already. */
export async function takeZone(config: pg.ClientConfig, log: Log): Promise<void> {
  const zone = await connected(config, keptZone)
  if (zone !== undefined) runIn(zone, log)
}

/**
 * Keeps the zone of this process as the installation's, unless one is kept: another process may have been the first.
 * @throws DatabaseError if PostgreSQL does not know the zone
 */
export async function keepZone(config: pg.ClientConfig, log: Log): Promise<void> {
  await connected(config, async (client) => {
    const zone = (await keptZone(client)) ?? zones.ownZone()
    if (!(await isKnown(client, zone))) throw new DatabaseError(unknownZone(zone))
    await client.query(KEEP, [KEY, zone])
    runIn((await keptZone(client)) ?? zone, log)
  })
}

async function isKnown(client: pg.Client, zone: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_timezone_names where name = $1', [zone])
  return rowCount !== 0
}

/** Replaces the kept zone. Agreed dates have to be rewritten in the same transaction. */
export async function replaceZone(tx: Transaction, zone: string): Promise<void> {
  const { rows } = await sql`select from pg_timezone_names where name = ${zone}`.execute(tx)
  if (rows.length === 0) throw new DatabaseError(unknownZone(zone))
  await tx
    .updateTable('installation')
    .set({ value: JSON.stringify(zone) })
    .where('key', '=', KEY)
    .execute()
}

/**
 * A program to be killed: opens the embedded database in a folder, writes one row after another and prints each number
 * once the database has acknowledged it.
 */
import pg from 'pg'
import { startEmbedded } from '../../platform/embedded.ts'

const dataDir = process.argv[2] ?? ''
const { config } = await startEmbedded({ dataDir, log: { info() {}, warn() {} } })
const client = new pg.Client(config)
client.on('error', () => process.exit(1))
await client.connect()
await client.query('create table if not exists rows (n integer generated always as identity)')
// When it is killed together with the database, it should print nothing more.
process.on('uncaughtException', () => process.exit(1))
for (;;) {
  const { rows } = await client.query<{ n: number }>('insert into rows default values returning n')
  process.stdout.write(`${rows[0]?.n}\n`)
}

/**
 * A program to be killed: opens the embedded database of the folder it is given, writes one row after
 * another and says each number once the database has acknowledged it.
 */
import pg from 'pg'
import { startEmbedded } from '../platform/embedded.ts'

const dataDir = process.argv[2] ?? ''
const { config } = await startEmbedded({ dataDir, log: { info() {}, warn() {} } })
const client = new pg.Client(config)
client.on('error', () => process.exit(1))
await client.connect()
await client.query('create table if not exists rows (n integer generated always as identity)')
// Killed together with the database, it has nothing to add.
process.on('uncaughtException', () => process.exit(1))
for (;;) {
  const { rows } = await client.query<{ n: number }>('insert into rows default values returning n')
  process.stdout.write(`${rows[0]?.n}\n`)
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabaseProxy, type DatabaseProxy } from '../../testing/servers/database-proxy.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { makeCompany } from '../../testing/making/make.ts'
import { freePort } from '../../testing/port.ts'
import { startProgram, type Program } from '../../testing/processes/program.ts'
import { openDatabases } from './databases.ts'
import { listenTo } from './listening.ts'
import { remembered } from '../memory.ts'
import { readSettings } from '../settings.ts'
import { statement } from '../statement.ts'
import { areNamesKept } from './statement-names.ts'

/** Behind Debian's PgBouncer, nothing relies on what it does not keep. */

const log = pino({ level: 'silent' })

describe.each([
  ['session', true],
  ['transaction', false],
] as const)('a pooler in %s mode', (mode, keeps) => {
  let database: TestDatabase
  let proxy: DatabaseProxy
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let pooler: Program
  let config: pg.PoolConfig

  beforeAll(async () => {
    database = await createTestDatabase()
    // It has no access to the folder of the server's socket.
    proxy = await openDatabaseProxy(database.config)
    folder = await temporaryFolder('pgbouncer')
    const port = await freePort()
    const { user, database: name, password } = new pg.Client(database.config)
    await writeFile(join(folder.path, 'users.txt'), `"${user}" "${password ?? ''}"\n`, { mode: 0o644 })
    const inside = `host=127.0.0.1 port=${proxy.config.port} dbname=${name} user=${user}`
    const settings = `
[databases]
${name} = ${inside}${password ? ` password=${password}` : ''}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file = ${folder.path}/users.txt
pool_mode = ${mode}
default_pool_size = 30
server_reset_query = discard all
`
    await writeFile(join(folder.path, 'pgbouncer.ini'), settings, { mode: 0o644 })
    const root = process.getuid?.() === 0
    pooler = startProgram('/usr/sbin/pgbouncer', [
      ...(root ? ['-u', 'nobody'] : []),
      join(folder.path, 'pgbouncer.ini'),
    ])
    config = { host: '127.0.0.1', port, user, database: name }
    await pooler.until(async () => {
      const client = new pg.Client(config)
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      )
    })
  })
  afterAll(async () => {
    await pooler.end('SIGINT')
    await proxy.close()
    await folder.remove()
    await database.drop()
  })

  test('is recognised by whether names are kept', async () => {
    expect(await areNamesKept(config)).toBe(keeps)
  })

  test('gives the same answers, including what was changed a moment ago', async () => {
    const { databases, memory, close } = await openDatabases({ config, log, limits: readSettings({}).databaseLimits })
    const onBack = () => memory.forgetAll()
    const line = listenTo({ config, handlers: memory.handlers, onBack, log, answerMs: 2000 })
    await line.start()
    const names = remembered({ of: ['companies'] }, async (db, ids: number[]) =>
      (await companies.all(db, { ids })).map(({ idcomp, namecomp }) => [idcomp, namecomp] as const),
    )
    const id = await makeCompany(databases.db)
    const other = new pg.Client(database.config)
    await other.connect()
    for (let n = 0; n < 10; n += 1) {
      // Many at once, so that they use many connections.
      const all = await Promise.all(Array.from({ length: 8 }, () => names(databases.db, [id])))
      expect(new Set(all.map((one) => one.get(id))).size).toBe(1)
      await other.query('update companies set namecomp = $1 where idcomp = $2', [`Имя ${n}`, id])
      await expect.poll(async () => (await names(databases.db, [id])).get(id)).toBe(`Имя ${n}`)
    }
    await other.end()
    await line.stop()
    await close()
  })
})

const companies = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('companies')
    .select(['idcomp', 'namecomp'])
    .where('idcomp', '=', sql<number>`any(${ids}::int[])`),
)

import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import { migrate } from '../platform/database/migrate.ts'
import { testApp } from '../testing/app.ts'
import { createTestDatabase, dropDatabase, inDatabase, newDatabaseName, run } from '../testing/database.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { makePeople, makeRelease } from '../testing/making/make.ts'
import { startDebianPostgres } from '../testing/servers/postgres.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

/**
 * Debian's PostgreSQL server instead of the embedded one: migrations, and a system that moves from it to the embedded
 * one and back.
 */

const quiet = { info() {}, warn() {} }
let server: Awaited<ReturnType<typeof startDebianPostgres>>
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  server = await startDebianPostgres()
  folder = await temporaryFolder('moving')
})
afterAll(async () => {
  await server.stop()
  await folder.remove()
})

async function databaseThere() {
  const name = newDatabaseName()
  await run(server.config, `create database ${name} encoding 'UTF8' template template0`)
  return { config: inDatabase(server.config, name), drop: () => dropDatabase(server.config, name) }
}

/** Copies everything of a product into another database. */
async function move({ config, deps, clock }: Awaited<ReturnType<typeof testApp>>, to: { config: typeof config }) {
  const copy = join(folder.path, `${newDatabaseName()}.tar.gz`)
  await writeBackup({ config, store: deps.store, clock, version: '1' }, createWriteStream(copy))
  const options = { config: to.config, store: deps.store, clock, log: quiet, replace: true }
  return restoreBackup(options, () => createReadStream(copy))
}

test('a system is created there, moves to the embedded database and back', async () => {
  const first = await databaseThere()
  await migrate(first.config, quiet)
  const there = await testApp({}, { database: first })
  const { manager: author_id } = await makePeople(there.deps.db)
  const id = await makeRelease(there.deps.db, { author_id, title: 'Весна' })

  const embedded = await createTestDatabase()
  const moved = await move(there, embedded)
  const here = await testApp({}, { database: embedded })
  const second = await databaseThere()
  // The additional row is the mark that a restored system is never filled with demo data.
  expect((await move(here, second)).rows).toBe(moved.rows + 1)
  const back = await testApp({}, { database: second })
  const { body } = await (await back.as('manager'))(releases.get, { params: { id } })
  expect(body.title).toBe('Весна')
  for (const product of [there, here, back]) await product.close()
})

import { createReadStream, createWriteStream } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database.ts'
import { createTestDatabase } from '../testing/database.ts'
import { makeAgreement, makeCompany, makePerson, makeRelease } from '../testing/making/make.ts'
import { copyWorld, inFolder, oldSystem, store } from '../testing/processes/restoring.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

/** Numbers that left the system after the copy was made are not given out again. */

const quiet = { info() {}, warn() {} }
copyWorld()

/** Opens a system for a moment. */
async function within<Result>(
  config: Parameters<typeof openDatabase>[0],
  work: (db: ReturnType<typeof openDatabase>['db']) => Promise<Result>,
) {
  const { db, close } = openDatabase(config, quiet)
  return work(db).finally(close)
}
type Db = Parameters<Parameters<typeof within>[1]>[0]

const sequenceOf = async (db: Db, id: number) =>
  (await db.selectFrom('agreements').select('calendar_sequence').where('id', '=', id).executeTakeFirstOrThrow())
    .calendar_sequence!

const agree = async (db: Db) => {
  const author_id = await makePerson(db, `person${Math.random()}`)
  const release_id = await makeRelease(db, { author_id })
  return makeAgreement(db, { author_id, release_id, company_id: await makeCompany(db) })
}

const move = (db: Db, id: number, day: number) =>
  db
    .updateTable('agreements')
    .set({ releaseDate: `2026-03-${10 + day}` })
    .where('id', '=', id)
    .execute()

test('after a restore of the same system new things and moved dates have numbers that nothing had before', async () => {
  const system = await oldSystem('numbers')
  const path = inFolder('numbers.tar.gz')
  const { config } = system.database
  const id = await within(config, agree)
  await writeBackup({ config, store: store('numbers'), clock: systemClock, version: '1' }, createWriteStream(path))
  // Twice the same copy: what was done after the first restore has left the system too.
  for (const round of [1, 2]) {
    const former = await within(config, async (db) => {
      for (const day of [1, 2, 3, 4]) await move(db, id, day + round)
      return { sequence: await sequenceOf(db, id), made: await agree(db) }
    })
    await system.restore(path)
    await within(config, async (db) => {
      expect(await sequenceOf(db, id)).toBeGreaterThan(former.sequence)
      expect(await agree(db)).toBeGreaterThan(former.made)
    })
  }
  await system.drop()
})

test('where the former system is not known, every number is moved on by more than was lost', async () => {
  const [source, target] = [await oldSystem('lost'), await createTestDatabase()]
  const path = inFolder('lost.tar.gz')
  const { config } = source.database
  const id = await within(config, agree)
  await writeBackup({ config, store: store('lost'), clock: systemClock, version: '1' }, createWriteStream(path))
  const options = { config: target.config, store: store('lost'), clock: systemClock, log: quiet, replace: true }
  await restoreBackup(options, () => createReadStream(path))
  const reached = (at: typeof config) =>
    within(at, async (db) => {
      const { rows } = await sql<{ name: string; last: number }>`
        select sequencename as name, coalesce(last_value, 0)::int as last from pg_sequences
        where schemaname = 'public' order by 1`.execute(db)
      return rows
    })
  const [before, after] = [await reached(config), await reached(target.config)]
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
  expect(after.filter(({ last }, at) => last < before[at]!.last + 999)).toEqual([])
  for (const many of ['deliveries_id_seq', 'webhook_deliveries_id_seq', 'events_id_seq'])
    expect(after.find(({ name }) => name === many)?.last).toBeGreaterThan(99_000)
  expect(await within(target.config, (db) => sequenceOf(db, id))).toBeGreaterThan(500)
  await source.drop()
  await target.drop()
})

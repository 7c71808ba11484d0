import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { settings } from '@vypusk/contract'
import { restoreBackup } from './backup/restore.ts'
import { figuresOf, verifyCopy } from './backup/verify.ts'
import { writeBackup } from './backup/write.ts'
import { today } from './platform/clock.ts'
import { dailyHeads, noteDailyHead } from './platform/chain/daily-head.ts'
import { openDatabase } from './platform/database.ts'
import { folderStore } from './platform/external/file-store/folder.ts'
import { createTestDatabase } from './testing/database.ts'
import { livedRelease, openedDossier, verified } from './testing/dossiers.ts'
import { temporaryFolder } from './testing/folder.ts'
import { letterWorld, newAgreement, send } from './testing/letters.ts'
import { testLog } from './testing/log.ts'

/** The daily checksum over all chains, and the ways it is sent out. */

const world = letterWorld()
const note = () => noteDailyHead(world.product.deps.db, world.product.clock)
const setDay = (day: string) => world.product.clock.set(`${day}T06:30:00.000Z`)
const shown = () => dailyHeads(world.product.deps.db, today(world.product.clock), 9)
const latest = async () => (await shown())[0]

/** The same as described in decision 86. */
async function expected(before: string) {
  const heads = await world.product.deps.db.selectFrom('chain_heads').selectAll().execute()
  const lines = heads
    .filter(({ seq }) => seq > 0)
    .toSorted((a, b) => (a.chain < b.chain ? -1 : 1))
    .map(({ chain, seq, hash }) => `${chain} ${seq} ${hash.toString('hex')}\n`)
  return createHash('sha256')
    .update(`${before}\n${lines.join('')}`)
    .digest('hex')
}

test('is recorded once a day, over all chains and the day before', async () => {
  await livedRelease(world)
  setDay('2026-03-09')
  expect(await Promise.all([note(), note()])).toContain(true)
  const first = (await latest())!
  expect(first).toMatchObject({ day: '2026-03-09', hash: await expected('0'.repeat(64)) })
  await newAgreement(world)
  expect(await note()).toBe(false)
  expect(await latest()).toEqual(first)
  setDay('2026-03-10')
  expect(await note()).toBe(true)
  expect(await latest()).toMatchObject({
    day: '2026-03-10',
    chains: first.chains + 1,
    hash: await expected(first.hash),
  })
  await expect(sql`delete from daily_heads`.execute(world.product.deps.db)).rejects.toThrow('only added to')
  await expect(sql`update daily_heads set chains = 0`.execute(world.product.deps.db)).rejects.toThrow('only added to')
})

test('is included in the foot of letters, in dossiers and in the settings', async () => {
  const { hash } = (await latest())!
  const sentence = `Сумма журнала на 10.03.2026: ${hash}`
  await send(world, await newAgreement(world))
  const letter = await world.product.deps.db
    .selectFrom('letters')
    .select(['html', 'text'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(letter.text.endsWith(sentence)).toBe(true)
  expect(letter.html).toContain(sentence)
  const { release_id } = await livedRelease(world)
  const { dossier } = verified((await openedDossier(world.client1, release_id)).files)
  expect(dossier.days[0]).toMatchObject({ day: '2026-03-10', hash })
  const { sections } = (await world.admin(settings.list)).body
  const backup = sections.find(({ section }) => section === 'backup')!
  expect(backup.facts.at(-1)).toMatchObject({ title: 'Сумма журнала на 10.03.2026', value: hash })
})

test('is included in a backup, and continues after a restore', async () => {
  const { store, clock } = world.product.deps
  const { hash } = (await latest())!
  const folder = await temporaryFolder('heads')
  const archive = join(folder.path, 'copy.tar.gz')
  await writeBackup({ config: world.product.config, store, clock, version: '1' }, createWriteStream(archive))
  expect(figuresOf(await verifyCopy(archive))).toContain(`Сумма журнала на 10.03.2026: ${hash}`)
  const elsewhere = await createTestDatabase({ create: `encoding 'UTF8' template template0` })
  const options = { config: elsewhere.config, store: folderStore(join(folder.path, 'files')), log: testLog, clock }
  await restoreBackup({ ...options, replace: false }, () => createReadStream(archive))
  const restored = openDatabase(elsewhere.config, testLog)
  expect(await dailyHeads(restored.db, today(clock), 9)).toEqual(await shown())
  setDay('2026-03-11')
  expect(await noteDailyHead(restored.db, world.product.clock)).toBe(true)
  await restored.close()
  await elsewhere.drop()
  await folder.remove()
})

test('goes on after a clock that was ahead for a while, and no later day is shown', async () => {
  await newAgreement(world)
  setDay('2027-03-12')
  expect(await note()).toBe(true)
  const ahead = (await latest())!
  setDay('2026-03-12')
  expect(await latest()).toMatchObject({ day: '2026-03-10' })
  expect([await note(), await note()]).toEqual([true, false])
  const first = (await latest())!
  expect(first).toMatchObject({ day: '2026-03-12', hash: await expected(ahead.hash) })
  await newAgreement(world)
  setDay('2026-03-13')
  expect(await note()).toBe(true)
  expect((await shown()).map(({ day }) => day)).toEqual(['2026-03-13', '2026-03-12', '2026-03-10', '2026-03-09'])
  expect((await latest())?.hash).toBe(await expected(first.hash))
})

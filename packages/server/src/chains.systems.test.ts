import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agreements, approve, publications, receipts } from '@vypusk/contract'
import { restoreBackup } from './backup/restore.ts'
import { writeBackup } from './backup/write.ts'
import { verifyChain } from './testing/verify-chain.ts'
import { openDatabase } from './platform/database.ts'
import { folderStore } from './platform/external/file-store/folder.ts'
import { createTestDatabase } from './testing/database.ts'
import { temporaryFolder } from './testing/folder.ts'
import { letterWorld, linkOf, newAgreement, read, send, update } from './testing/letters.ts'
import { testLog } from './testing/log.ts'
import { tokenOf, upload } from './testing/upload.ts'

/** Everything that happens between a release and a company is recorded in its chain, whichever room writes it. */

const world = letterWorld()

async function chainOf(release_id: number, company_id: number, db = world.product.deps.db) {
  const verdict = await verifyChain(db, release_id, company_id)
  expect(verdict.fault).toBeNull()
  const rows = await db
    .selectFrom('history')
    .select(['seq', 'entity', 'field', 'via'])
    .where('chain', '=', verdict.chain)
    .orderBy('seq')
    .execute()
  expect(rows).toHaveLength(verdict.records)
  return rows.map(({ entity, field, via }) => `${entity} ${field} ${via}`)
}

test('sent, answered by a letter, moved, agreed, recreated, published, received', async () => {
  const { manager, client1, people, product } = world
  const { company1 } = people
  const id = await newAgreement(world)
  const { release_id } = await read(world, id)
  await send(world, id)
  const afterSending = await chainOf(release_id, company1)
  expect(afterSending.slice(0, 4)).toEqual([
    'agreement live screen',
    'agreement releaseDate screen',
    'agreement releaseTime screen',
    'agreement recipients screen',
  ])
  expect(afterSending).toContain('agreement by_rivc screen')
  // The mail server accepted the letter.
  expect(afterSending).toContain('agreement delivery schedule')
  const params = { token: linkOf(world, 'client1@example.ru') }
  await product.anonymous(approve.answer, { params, body: { answer: 'agree' } })
  await update(manager, id, {
    updateTarget: 4,
    releaseDate: '2026-03-27',
    releaseTime: '21:00',
    cancel_reason: 'Перенос сборки',
  })
  expect(await chainOf(release_id, company1)).toEqual(
    expect.arrayContaining(['agreement by_client letter', 'agreement cancel_reason screen']),
  )
  await manager(agreements.remove, { params: { id } })
  const before = await chainOf(release_id, company1)
  const body = { release_id, company_id: company1, recipients: [people.client1], releaseDate: '2026-03-30' }
  expect((await manager(agreements.add, { body })).status).toBe(200)
  const extended = await chainOf(release_id, company1)
  expect(extended.slice(0, before.length)).toEqual(before)
  expect(extended.length).toBeGreaterThan(before.length)
  const files = (
    await upload(product, await tokenOf(product, 'manager'), [{ name: 'update.zip', bytes: 'содержимое' }])
  ).body.files
  const list = [{ release: release_id, files: [files[0]!.id], modules: [], customers: [company1] }]
  const draft = { list, recipients: { rivc: [], clients: [people.client1] }, reason: 'Срочно' }
  const handed = await manager(publications.publish, { body: draft })
  expect(handed.status).toBe(200)
  await client1(receipts.confirm, { params: { id: handed.body.id }, body: { release_id, kind: 'received' } })
  const all = await chainOf(release_id, company1)
  expect(all.slice(extended.length)).toEqual([
    'publication handed screen',
    'publication delivery schedule',
    'publication received screen',
  ])
})

test('people of both sides acting at once write one chain', async () => {
  const id = await newAgreement(world)
  const { release_id } = await read(world, id)
  await send(world, id)
  const acts = Array.from({ length: 8 }, (_, n) => [
    update(world.client1, id, { updateTarget: 0, remark: `Замечание ${n}` }),
    update(world.manager, id, { updateTarget: 1, isPublishedOnTestEnv: n % 2 === 0 }),
  ])
  await Promise.all(acts.flat())
  const fields = await chainOf(release_id, world.people.company1)
  expect(fields.filter((one) => one.startsWith('agreement remark')).length).toBeGreaterThan(1)
})

test('a backup keeps chains valid, and restoring it adds a record to each', async () => {
  const folder = await temporaryFolder('chains')
  const { store, clock, db } = world.product.deps
  const archive = join(folder.path, 'copy.tar.gz')
  const heads = await db.selectFrom('chain_heads').selectAll().execute()
  expect(heads.length).toBeGreaterThan(1)
  await writeBackup({ config: world.product.config, store, clock, version: '1' }, createWriteStream(archive))
  const elsewhere = await createTestDatabase({ create: `encoding 'UTF8' template template0` })
  const options = { config: elsewhere.config, store: folderStore(join(folder.path, 'files')), log: testLog, clock }
  await restoreBackup({ ...options, replace: false }, () => createReadStream(archive))
  const restored = openDatabase(elsewhere.config, testLog)
  for (const { release_id, company_id, seq } of heads) {
    const records = await chainOf(release_id, company_id, restored.db)
    expect(records).toHaveLength(seq + 1)
    expect(records.at(-1)).toMatch(/ restored console$/)
  }
  await expect(restored.db.deleteFrom('history').execute()).rejects.toThrow('only added to')
  await restored.close()
  await elsewhere.drop()
  await folder.remove()
})

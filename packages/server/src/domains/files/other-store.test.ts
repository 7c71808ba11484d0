import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings, DAY_MS } from '@vypusk/contract'
import { folderStore } from '../../platform/external/file-store/folder.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makeFile } from '../../testing/making/make-publication.ts'
import { makePeople } from '../../testing/making/make.ts'
import { sweepFiles } from './commands/sweeping.ts'

/** The folder of files is not mounted, or the settings name another store: it takes and deletes whatever it is told to. */

let product: TestApp
let manager: number
beforeAll(async () => {
  product = await testApp()
  ;({ manager } = await makePeople(product.deps.db))
})
afterAll(() => product.close())

const other = () => folderStore(join(product.dataDir, 'other'))
const ago = (days: number) => new Date(product.clock.now().getTime() - days * DAY_MS).toISOString()

async function stored(deleted_at: string | null = null) {
  const { db, store } = product.deps
  const storage_key = randomUUID()
  await store.put(storage_key, Readable.from([Buffer.from('abc')]))
  const id = await makeFile(db, { storage_key, uploaded: ago(1), uploaded_by: manager, deleted_at })
  return { id, storage_key }
}

const goneAt = async (id: number) =>
  (await product.deps.db.selectFrom('files').select('bytes_gone_at').where('id', '=', id).executeTakeFirstOrThrow())
    .bytes_gone_at

const checked = async () =>
  (await (await product.as('admin'))(settings.check, { params: { section: 'files' } })).body.sentence

test('what was deleted is not noted as gone by a store that never had it, and is deleted from the right one', async () => {
  const { deps } = product
  const [living, deleted] = [await stored(), await stored(ago(30))]
  const sweep = (store = deps.store) => sweepFiles({ ...deps, store, log: pino({ level: 'silent' }) })
  const there = () => deps.store.stat(deleted.storage_key)
  await sweep(other())
  expect([await goneAt(deleted.id), await there()]).toEqual([null, { size: 3 }])
  await sweep()
  expect([await goneAt(deleted.id), await there()]).toEqual([expect.any(String), undefined])
  expect(await deps.store.stat(living.storage_key)).toEqual({ size: 3 })
})

test('the check of the store says that it is another one, and that its files were not lost one by one', async () => {
  const { deps } = product
  const right = deps.store
  for (let n = 0; n < 30; n += 1) await stored()
  expect(await checked()).toContain('записан, прочитан и удалён')
  // New files go to the other store from now on: it is still not the one of the others.
  deps.store = other()
  for (let n = 0; n < 5; n += 1) await stored()
  expect(await checked()).toMatch(/^Хранилище не то: файлов системы проверено \d\d, в нём нет 1\d\. /)
  deps.store = right
  expect(await checked()).toContain('записан, прочитан и удалён')
})

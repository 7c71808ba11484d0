import { DAY_MS } from '@vypusk/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffBy } from '../../auth/port.ts'
import { testApp, type TestApp } from '../../../testing/app.ts'
import { makePeople } from '../../../testing/making/make.ts'
import { present } from '../../../testing/present.ts'
import { sweepImports } from '../commands/sweeping.ts'
import { claimKeys } from '../store/import/keys.ts'
import { keepProgress } from '../store/import/progress.ts'

let product: TestApp
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
})
afterAll(() => product.close())

const NOW = '2026-03-06T06:30:00.000Z'
const after = (days: number) => new Date(Date.parse(NOW) + days * DAY_MS).toISOString()

async function beginImport(key: string, at: string) {
  const { deps, clock } = product
  clock.set(at)
  const import_id = key.repeat(8).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  await claimKeys(deps.db, { import_id, at }, [{ source_key: key, line: 2 }])
  await keepProgress({ deps, person: present(await staffBy(deps.db)) }, key, { stage: 'checking', done: 1, total: 9 })
}

test('what imports left that were killed goes without another import; one that is running keeps its own', async () => {
  const { db } = product.deps
  await beginImport('aaaa', after(-1.1))
  await beginImport('bbbb', after(-0.9))
  await beginImport('cccc', after(30))
  product.clock.set(NOW)
  await sweepImports(product.deps)
  expect(await db.selectFrom('import_keys').select('source_key').execute()).toEqual([{ source_key: 'bbbb' }])
  expect(await db.selectFrom('import_progress').select('key').execute()).toEqual([{ key: 'bbbb' }])
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../../platform/call.ts'
import { testApp, type TestApp } from '../../../testing/app.ts'
import { withFile } from '../../../testing/file.ts'
import { makePeople } from '../../../testing/make.ts'
import { present } from '../../../testing/present.ts'
import { staffBy } from '../../auth/port.ts'
import { importRequests, type ImportOrder } from './import-requests.ts'
import { dropProgress, keepProgress, progressOf } from './progress.ts'
import { progressLine } from './report.ts'

let product: TestApp
let actor: Actor
let source: string
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
  actor = { deps: product.deps, person: present(await staffBy(product.deps.db)) }
})
afterAll(() => product.close())
beforeEach(({ task }) => {
  source = task.id
})

const run = (file: string, more: Partial<ImportOrder> = {}) =>
  withFile(file, (path) => importRequests(actor, { path, source, mapping: {}, dryRun: false, ...more }))
const manyRows = (count: number, title: string) =>
  `issuekey,title\n${Array.from({ length: count }, (_, n) => `K-${n},${title} ${n}`).join('\n')}`
const titles = async () =>
  (await product.deps.db.selectFrom('requests').select('e_title').where('source', '=', source).execute()).map(
    ({ e_title }) => e_title.split(' ')[0],
  )

const told: string[] = []
const onProgress: ImportOrder['onProgress'] = async ({ stage, done, total }) => {
  told.push(`${stage} ${done}/${total}`)
}
beforeEach(() => void told.splice(0))
const steps = (stage: string) => [1000, 2000, 2500].map((done) => `${stage} ${done}/2500`)

test('every thousand rows are told of as they are checked and as they are written', async () => {
  await run(manyRows(2500, 'Было'), { onProgress })
  expect(told).toEqual([...steps('checking'), ...steps('writing')])
  told.splice(0)
  expect(await run(manyRows(2500, 'Стало'), { onProgress })).toMatchObject({ updated: 2500 })
  expect(told).toEqual([...steps('checking'), ...steps('writing')])
  expect(new Set(await titles())).toEqual(new Set(['Стало']))
})

test('a run that has nothing to write tells of checking alone', async () => {
  await run(manyRows(3, 'Одна'))
  await run(manyRows(3, 'Одна'), { onProgress })
  expect(told).toEqual(['checking 3/3'])
})

test('who stops it in the middle has nothing written', async () => {
  const stopped: ImportOrder['onProgress'] = async ({ stage, done }) => {
    if (stage === 'writing' && done === 2000) throw new Error('enough')
  }
  await expect(run(manyRows(2500, 'Ничего'), { onProgress: stopped })).rejects.toThrow('enough')
  expect(await titles()).toEqual([])
})

test('a terminal has a line for each ten thousand rows and for the last', () => {
  const lines = [4000, 10_000, 12_345].map((done) => progressLine({ stage: 'writing', done, total: 12_345 }))
  expect(lines).toEqual([null, 'Записано строк: 10000 из 12345', 'Записано строк: 12345 из 12345'])
})

test("another's import is not told of, nor spoken for", async () => {
  const { deps } = product
  const sender = { deps, person: present(await staffBy(deps.db, 'manager')) }
  const key = 'b2'.repeat(16)
  await keepProgress(sender, key, { stage: 'writing', done: 1, total: 2 })
  expect(await progressOf(deps.db, actor.person.id, key)).toBeNull()
  await keepProgress(actor, key, { stage: 'writing', done: 2, total: 2 })
  await dropProgress(actor, key)
  expect(await progressOf(deps.db, sender.person.id, key)).toEqual({ stage: 'writing', done: 1, total: 2 })
  await dropProgress(sender, key)
  expect(await progressOf(deps.db, sender.person.id, key)).toBeNull()
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../../platform/call.ts'
import { testApp, type TestApp } from '../../../testing/app.ts'
import { withFile } from '../../../testing/file.ts'
import { makePeople } from '../../../testing/making/make.ts'
import { present } from '../../../testing/present.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { staffBy } from '../../auth/port.ts'
import { importRequests, type ImportOrder } from './import-requests.ts'
import { progressOf } from '../queries/import/progress.ts'
import { dropProgress, keepProgress } from '../store/import/progress.ts'
import { watch } from './file/reading.ts'
import { progressLine, reportLines } from './report.ts'

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

const reported: string[] = []
const onProgress: ImportOrder['onProgress'] = async ({ stage, done, total }) => {
  // The progress of reading depends on the machine.
  if (stage !== 'reading') reported.push(`${stage} ${done}/${total}`)
}
const seen: number[] = []
const onRead: ImportOrder['onProgress'] = async ({ done }) => void seen.push(done)
beforeEach(() => void reported.splice(0))
const steps = (stage: string) => [1000, 2000, 2500].map((done) => `${stage} ${done}/2500`)

test('progress is reported for every thousand rows checked, compared and written', async () => {
  await run(manyRows(2500, 'Было'), { onProgress })
  expect(reported).toEqual([...steps('checking'), ...steps('comparing'), ...steps('writing')])
  reported.splice(0)
  expect(await run(manyRows(2500, 'Стало'), { onProgress })).toMatchObject({ updated: 2500 })
  expect(reported).toEqual([...steps('checking'), ...steps('comparing'), ...steps('writing')])
  expect(new Set(await titles())).toEqual(new Set(['Стало']))
})

test('a run without anything to write only reports the comparison', async () => {
  await run(manyRows(3, 'Одна'))
  await run(manyRows(3, 'Одна'), { onProgress })
  expect(reported).toEqual(['checking 3/3', 'comparing 3/3'])
})

test('stopping it in the middle leaves nothing written', async () => {
  const stopped: ImportOrder['onProgress'] = async ({ stage, done }) => {
    if (stage === 'writing' && done === 2000) throw new Error('enough')
  }
  await expect(run(manyRows(2500, 'Ничего'), { onProgress: stopped })).rejects.toThrow('enough')
  expect(await titles()).toEqual([])
})

test('reading reports progress while it goes on, and is ended when it makes none', async () => {
  const over = new AbortController()
  const counts = [1, 2, 3, 3, 3, 3]
  const done = () => counts.shift() ?? 9
  await expect(watch({ done, total: 3, over: over.signal, each: 1, mostStill: 3 }, onRead)).rejects.toThrow(Refusal)
  expect(seen).toEqual([1, 2, 3, 3, 3])
  const ending = watch({ done: () => 1, total: 3, over: over.signal, each: 1, mostStill: 1000 }, onRead)
  over.abort()
  await ending
})

test('a repeated key is reported with its first line, however far back', async () => {
  const rows = Array.from({ length: 1500 }, (_, n) => `K-${n},Строка ${n}`)
  const file = ['issuekey,title', ...rows, 'K-7,Ещё раз', 'K-7,И ещё', 'K-новый,Новая'].join('\n')
  const report = await run(file, { dryRun: true })
  expect(report).toMatchObject({ created: 1501, bad_count: 2 })
  const reason = 'ключ «K-7» уже есть в строке 9 (колонка «issuekey»)'
  expect(report.bad).toEqual([
    { line: 1502, reason },
    { line: 1503, reason },
  ])
  expect(await product.deps.db.selectFrom('import_keys').selectAll().execute()).toEqual([])
})

test('a report lists the first thousand bad rows, and counts the others', async () => {
  const rows = Array.from({ length: 1203 }, (_, n) => `K-${n},`)
  const report = await run(['issuekey,title', ...rows].join('\n'), { dryRun: true })
  expect(report).toMatchObject({ created: 0, bad_count: 1203 })
  expect(report.bad).toHaveLength(1000)
  expect(reportLines(report, { file: 'f.csv', author: 'Анна', dryRun: true })).toContain('  и ещё 203')
})

test('a terminal gets a line for each ten thousand rows and for the last', () => {
  const lines = [4000, 10_000, 12_345].map((done) => progressLine({ stage: 'writing', done, total: 12_345 }))
  expect(lines).toEqual([null, 'Записано строк: 10000 из 12345', 'Записано строк: 12345 из 12345'])
})

test('another person’s import is neither shown nor updated', async () => {
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

import type { FileInfo } from '@vypusk/contract'
import { expect, test } from 'vitest'
import { ApiError, NO_CONNECTION } from '../../../api/api-error.ts'
import type { ResumableInput } from '../../../api/resumable.ts'
import type { StoredValue } from '../../../ui/storage.ts'
import { createEngine, uploading } from './engine.ts'
import type { KeptUpload } from './engine.ts'

const info = (file_name: string): FileInfo => ({
  id: 1,
  file_name,
  version: '',
  size: 3,
  sha256: '0'.repeat(64),
  uploaded: '2026-03-06T06:30:00.000Z',
})

/** Browser storage that outlives the page. */
function memory(): StoredValue<KeptUpload[]> {
  let kept: KeptUpload[] | null = null
  return { read: () => kept, write: (next) => void (kept = next) }
}

/** A connection where the test decides when each file succeeds or fails. */
function handLine() {
  const going: { input: ResumableInput; end: () => void; fail: (status: number) => void }[] = []
  const send = (input: ResumableInput) =>
    new Promise<FileInfo>((resolve, reject) => {
      input.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      going.push({
        input,
        end: () => resolve(info(input.file.name)),
        fail: (status) =>
          reject(
            new ApiError({
              status,
              message: status ? 'Отказ' : NO_CONNECTION,
              errors: {},
              data: {},
              onRefusal: 'throw',
            }),
          ),
      })
    })
  return { going, send }
}

const file = (name: string, lastModified = 1) => new File(['abc'], name, { lastModified })
const settled = () => new Promise((resolve) => setTimeout(resolve))
const states = (engine: ReturnType<typeof createEngine>) => engine.store.get().map(({ state }) => state)

test('sends two at once, the next when one has arrived, and hands each over once', async () => {
  const { going, send } = handLine()
  const engine = createEngine(memory(), send)
  engine.add(['a', 'b', 'c'].map((name) => uploading('1', file(name), '')))
  expect(states(engine)).toEqual(['waiting', 'waiting', 'waiting'])
  engine.start()
  expect(states(engine)).toEqual(['sending', 'sending', 'queued'])
  going[0]?.end()
  await settled()
  expect(states(engine)).toEqual(['done', 'sending', 'sending'])
  expect(engine.takeDone().map(({ info: taken }) => taken?.file_name)).toEqual(['a'])
  expect(engine.takeDone()).toEqual([])
})

test('continues an upload after a reload once the same file is chosen again', () => {
  const kept = memory()
  const before = handLine()
  const first = createEngine(kept, before.send)
  first.add([uploading('5', file('Обновление.zip'), '5.8')])
  first.start()
  before.going[0]?.input.onUrl('/api/files/resumable/x')
  before.going[0]?.input.onProgress(45, 100)

  const { going, send } = handLine()
  const engine = createEngine(kept, send)
  expect(engine.store.get()).toMatchObject([{ name: 'Обновление.zip', state: 'lost', sent: 0.45, version: '5.8' }])
  engine.add([uploading('5', file('Обновление.zip', 2), '')])
  expect(states(engine)).toEqual(['lost', 'waiting'])
  engine.add([uploading('5', file('Обновление.zip'), '')])
  expect(going[0]?.input).toMatchObject({ url: '/api/files/resumable/x', version: '5.8' })
  expect(states(engine)).toEqual(['waiting', 'sending'])
})

test('continues automatically only after network failures', async () => {
  const { going, send } = handLine()
  const engine = createEngine(memory(), send)
  engine.add([uploading('1', file('сеть'), ''), uploading('1', file('отказ'), '')])
  engine.start()
  going[0]?.fail(0)
  going[1]?.fail(413)
  await settled()
  expect(engine.store.get().map(({ message }) => message)).toEqual([NO_CONNECTION, 'Отказ'])
  engine.goOn()
  expect(states(engine)).toEqual(['sending', 'failed'])
})

test('stops and discards a cancelled upload', async () => {
  const kept = memory()
  const { going, send } = handLine()
  const engine = createEngine(kept, send)
  engine.add([uploading('1', file('a'), '')])
  engine.start()
  const [one] = engine.store.get()
  engine.cancel(one?.key ?? '')
  await settled()
  expect(going[0]?.input.signal.aborted).toBe(true)
  expect([engine.store.get(), kept.read()]).toEqual([[], null])
})

test('what has arrived is still there after a reload, until its form takes it', async () => {
  const kept = memory()
  const { going, send } = handLine()
  const first = createEngine(kept, send)
  first.add([uploading('5', file('Обновление.zip'), '5.8')])
  first.start()
  going[0]?.input.onUrl('/api/files/resumable/x')
  going[0]?.end()
  await settled()
  const engine = createEngine(kept, send)
  expect(engine.takeDone().map(({ place, info: taken }) => [place, taken?.file_name])).toEqual([
    ['5', 'Обновление.zip'],
  ])
  expect(createEngine(kept, send).store.get()).toEqual([])
})

test('nothing more is sent once somebody else may be signed in', async () => {
  const { going, send } = handLine()
  const engine = createEngine(memory(), send)
  engine.add(['a', 'b', 'c'].map((name) => uploading('1', file(name), '')))
  engine.start()
  engine.halt()
  await settled()
  expect(states(engine)).toEqual(['failed', 'failed', 'failed'])
  expect(going.map(({ input }) => input.signal.aborted)).toEqual([true, true])
  engine.start()
  expect([states(engine), going.length]).toEqual([['sending', 'sending', 'queued'], 4])
})

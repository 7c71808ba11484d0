import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { endWorkers } from '../../runtime/workers.ts'
import type { ZipEntry } from './entry.ts'
import { zipped } from '../zipped.ts'

test('an archive is packed in another thread, with the sums of what it holds', async () => {
  await endWorkers()
  const thread = once(process, 'worker')
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'a.txt', pieces: ['При', 'вет'] }
    yield { name: 'empty.txt', pieces: [] }
    yield { name: 'b.bin', pieces: [Buffer.from([1, 2, 3])] }
  }
  const files = unzipSync(await buffer(zipped(entries(), 'SUMS')))
  await thread
  const texts = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])
  expect(texts).toEqual([
    ['a.txt', 'Привет'],
    ['empty.txt', ''],
    ['b.bin', '\u0001\u0002\u0003'],
    ['SUMS', expect.stringMatching(/^[0-9a-f]{64} {2}a\.txt\n[0-9a-f]{64} {2}empty\.txt\n[0-9a-f]{64} {2}b\.bin\n$/)],
  ])
})

test('what cannot be read any more is thrown to whoever takes the bytes', async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'a.txt', pieces: ['есть'] }
    throw new Error('the database is away')
  }
  await expect(buffer(zipped(entries(), 'SUMS'))).rejects.toThrow('the database is away')
})

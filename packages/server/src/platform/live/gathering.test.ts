import { expect, test } from 'vitest'
import { createGathering } from './gathering.ts'

const listening = () => {
  const written: string[] = []
  return { written, stream: { push: (text: string) => written.push(text) } }
}

test('each stream is written to once for all events of the interval, in order', async () => {
  const all = Array.from({ length: 250 }, listening)
  const gathering = createGathering(new Set(all))
  for (const text of ['a', 'b']) for (const one of all) gathering.add(one, text)
  await expect.poll(() => all.map(({ written }) => written)).toEqual(all.map(() => ['ab']))
  gathering.add(all[0]!, 'c')
  await expect.poll(() => all[0]?.written).toEqual(['ab', 'c'])
})

test('nothing is written to listeners that left, nor to anybody after the end', async () => {
  const [stays, leaves] = [listening(), listening()] as const
  const listeners = new Set([stays, leaves])
  const gathering = createGathering(listeners)
  gathering.add(leaves, 'a')
  gathering.add(stays, 'a')
  listeners.delete(leaves)
  await expect.poll(() => stays.written).toEqual(['a'])
  gathering.add(stays, 'b')
  gathering.stop()
  gathering.add(stays, 'c')
  await expect.poll(() => stays.written).toEqual(['a', 'c'])
  expect(leaves.written).toEqual([])
})

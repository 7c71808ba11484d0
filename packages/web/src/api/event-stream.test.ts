import { expect, it } from 'vitest'
import { createEventReader, pauseBefore } from './event-stream.ts'

it('assembles events from pieces and skips comments', () => {
  const read = createEventReader()
  expect(read(': hello\n\ndata: {"a"')).toEqual([])
  expect(read(':1}\n\nevent: x\r\ndata: 2\r\n\r\ndata: 3')).toEqual(['{"a":1}', '2'])
  expect(read('\n\n')).toEqual(['3'])
})

it('waits longer after every failure, half a minute at most', () => {
  expect([1, 2, 3, 9].map(pauseBefore)).toEqual([1000, 2000, 4000, 30_000])
})

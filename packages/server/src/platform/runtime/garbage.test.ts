import { expect, it } from 'vitest'
import { collectGarbage } from './garbage.ts'

const KEPT_ITEMS = 4_000_000

it('gives the memory of what is not used any more back to the system', () => {
  collectGarbage()
  const before = process.memoryUsage().heapTotal
  let used: number[][] | undefined = Array.from({ length: KEPT_ITEMS / 100 }, () =>
    Array.from({ length: 100 }, () => 0.5),
  )
  const during = process.memoryUsage().heapTotal
  expect(used.length).toBeGreaterThan(0)
  used = undefined
  collectGarbage()
  const after = process.memoryUsage().heapTotal
  expect((after - before) / (during - before)).toBeLessThan(0.5)
})

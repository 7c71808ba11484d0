import { expect, test } from 'vitest'
import { zip } from './zip.ts'

test('other calls are answered while a piece is compressed', async () => {
  async function* entries() {
    yield { name: 'big.xml', pieces: [Array.from({ length: 400_000 }, (_, n) => `<c r="${n * 7919}"/>`).join('')] }
  }
  const bytes = zip(entries())
  await bytes.next()
  let isOver = false
  let turns = 0
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await bytes.next()
  isOver = true
  expect(turns).toBeGreaterThan(0)
})

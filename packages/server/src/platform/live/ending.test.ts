import { expect, test } from 'vitest'
import { NOBODY } from '../person.ts'
import { onceAtATime, whichAreOver } from './ending.ts'

test('streams without a token outlive every session', async () => {
  const person = { ...NOBODY, id: 7 }
  const all = ['a', 'b', null].map((token) => ({ token, person }))
  const over = await whichAreOver(all, async () => new Map([['a', person]]))
  expect([...over]).toEqual([{ token: 'b', person }])
})

test('work that is asked for while it is done is done once more', async () => {
  const [starts, go]: [number[], (() => void)[]] = [[], []]
  const ask = onceAtATime(() => {
    starts.push(starts.length)
    return new Promise((done) => void go.push(done))
  })
  const all = Promise.all([ask(), ask(), ask()])
  go[0]?.()
  await expect.poll(() => starts).toHaveLength(2)
  go[1]?.()
  await all
  expect(starts).toHaveLength(2)
})

test('work that failed is tried anew the next time', async () => {
  let tries = 0
  const ask = onceAtATime(async () => {
    tries += 1
    if (tries === 1) throw new Error('away')
  })
  await expect(ask()).rejects.toThrow('away')
  await ask()
  expect(tries).toBe(2)
})

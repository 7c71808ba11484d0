import { agreements } from '@vypusk/contract'
import type { Outcome } from '@vypusk/contract'
import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { inParts, manyInParts, partsOf } from './in-parts.ts'

const MOST = agreements.MOST_AT_ONCE
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const AWAY = new ApiError({ status: 503, message: 'База данных недоступна', errors: {}, data: {}, onRefusal: 'throw' })

/** Succeeds for so many parts. */
const failingAfter = (succeeding: number) => {
  const sent: number[][] = []
  return {
    sent,
    send: async (part: number[]) => {
      if (sent.length === succeeding) throw AWAY
      sent.push(part)
      return { done: part, refused: [], mail: (sent.length === 1 ? 'queued' : 'sent') as Outcome }
    },
  }
}

it.each([
  [0, []],
  [MOST, [MOST]],
  [2 * MOST + 1, [MOST, MOST, 1]],
])('divides %i things into parts that one call takes', (count, lengths) => {
  expect(partsOf(ids(count)).map(({ length }) => length)).toEqual(lengths)
  expect(partsOf(ids(count)).flat()).toEqual(ids(count))
})

it('sends one part after the other', async () => {
  const { send, sent } = failingAfter(3)
  const { replies, left } = await inParts(ids(2 * MOST + 1), send)
  expect([replies.length, left, sent.flat()]).toEqual([3, [], ids(2 * MOST + 1)])
})

it('is refused as a whole when nothing was done', async () => {
  await expect(inParts(ids(2 * MOST), failingAfter(0).send)).rejects.toBe(AWAY)
})

it('reports what a failed part and those after it leave undone', async () => {
  const { replies, left, failure } = await inParts(ids(3 * MOST), failingAfter(1).send)
  expect([replies.length, left, failure]).toEqual([1, ids(3 * MOST).slice(MOST), AWAY])
})

it('answers for each thing: those that are left are refused with the reason, and the worst mail counts', async () => {
  const refusedOf = (id: number, message: string) => ({ id, message })
  const whole = await manyInParts(ids(2 * MOST), failingAfter(2).send, refusedOf)
  expect(whole).toEqual({ done: ids(2 * MOST), refused: [], mail: 'queued' })
  const part = await manyInParts(ids(MOST + 1), failingAfter(1).send, refusedOf)
  expect(part).toEqual({ done: ids(MOST), refused: [{ id: MOST + 1, message: AWAY.message }], mail: 'queued' })
})

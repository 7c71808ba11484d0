import { requests } from '@vypusk/contract'
import { expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { saveInParts } from './saving-many.ts'

const MOST = requests.MOST_AT_ONCE
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const AWAY = new ApiError({ status: 503, message: 'База данных недоступна', errors: {}, data: {}, onRefusal: 'throw' })

/** Refuses the first request, and every part after so many. */
const sending = (succeeding: number) => {
  let sent = 0
  return async ([refused = 0, ...saved]: number[]) => {
    if (sent++ === succeeding) throw AWAY
    return { saved, before: saved, refused: [{ id: refused, reason: 'Заявка не найдена' }] }
  }
}

it('saves more marked requests than one call takes', async () => {
  const { saved, before, refused } = await saveInParts(ids(MOST + 3), sending(2))
  expect(saved).toEqual(ids(MOST + 3).filter((id) => id !== 1 && id !== MOST + 1))
  expect([before, refused.map(({ id }) => id)]).toEqual([saved, [1, MOST + 1]])
})

it('names what a later call has left undone, with the reason, and keeps what was saved before', async () => {
  const { saved, refused } = await saveInParts(ids(MOST + 2), sending(1))
  expect([saved.length, refused.slice(1)]).toEqual([
    MOST - 1,
    [MOST + 1, MOST + 2].map((id) => ({ id, reason: AWAY.message })),
  ])
  await expect(saveInParts(ids(MOST + 2), sending(0))).rejects.toBe(AWAY)
})

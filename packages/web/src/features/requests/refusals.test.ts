import { expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { notTakenOf } from './refusals.ts'

const refused = (errors: Record<string, string[]>) =>
  new ApiError({ status: 422, message: 'Заявка уже добавлена в релиз', errors, data: {}, onRefusal: 'throw' })

it('lists the requests a release did not accept', () => {
  expect(notTakenOf(refused({ requests: ['48213', '48206'] }))).toEqual({
    ids: [48213, 48206],
    reason: 'Заявка уже добавлена в релиз',
  })
})

it('ignores other refusals', () => {
  expect(notTakenOf(refused({}))).toBeNull()
  expect(notTakenOf(new Error('x'))).toBeNull()
})

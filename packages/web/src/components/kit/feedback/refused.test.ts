import { refusals } from '@vypusk/contract'
import { expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { notifyRefusal } from './refused.ts'
import { pastToasts } from './toast.tsx'

const refusal = (message: string, errors: Record<string, string[]>) =>
  new ApiError({ status: 422, message, errors, data: {}, onRefusal: 'throw' })

it('names what is wrong where no field shows it', () => {
  notifyRefusal(refusal(refusals.invalid[1], { name: ['Назовите вариант'] }))
  expect(pastToasts.get()[0]?.message).toBe('Назовите вариант')
  notifyRefusal(refusal(refusals.invalid[1], {}))
  expect(pastToasts.get()[0]?.message).toBe(refusals.invalid[1])
  notifyRefusal(refusal('Такой день уже есть', { day: ['День занят'] }))
  expect(pastToasts.get()[0]?.message).toBe('Такой день уже есть')
})

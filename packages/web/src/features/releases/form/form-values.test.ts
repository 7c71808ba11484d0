import { expect, it } from 'vitest'
import { emptyValues, toSave } from './form-values.ts'

const base = emptyValues('2026-03-01')

it('sends empty hours as zero', () => {
  expect(toSave({ ...base, plan_date: '2026-03-31' }, 4)).toMatchObject({
    planned_time: 0,
    version: 4,
    plan_date: '2026-03-31',
  })
})

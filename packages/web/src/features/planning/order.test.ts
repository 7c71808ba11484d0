import type { planning } from '@vypusk/contract'
import { expect, it } from 'vitest'
import { shown } from './order.ts'

const row = (id: number, plan_date: string) => ({ id, plan_date, companies: [] }) as unknown as planning.PlanningRelease
const rows = [1, 2, 3, 4, 5, 6, 7].map((id) => row(id, `2026-0${id}-01`))
const ids = (all: planning.PlanningRelease[]) => all.map(({ id }) => id)

it('shows the chosen number, the nearest first', () => {
  expect(ids(shown(rows.toReversed(), 'plan_date', '5'))).toEqual([1, 2, 3, 4, 5])
  expect(ids(shown(rows, 'plan_date', 'all'))).toHaveLength(7)
})

it('still shows what was just saved, wherever its order has moved it', () => {
  expect(ids(shown(rows, 'plan_date', '5', [7]))).toEqual([1, 2, 3, 4, 5, 7])
  expect(ids(shown(rows, 'plan_date', '5', [2]))).toEqual([1, 2, 3, 4, 5])
})

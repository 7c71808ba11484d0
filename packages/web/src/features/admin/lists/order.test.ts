import { expect, it } from 'vitest'
import { placed, shifted } from './order.ts'

it.each([
  [1, 3, [2, 3, 1, 4]],
  [4, 1, [4, 1, 2, 3]],
  [2, 2, [1, 2, 3, 4]],
  [9, 1, [1, 2, 3, 4]],
  [1, 9, [1, 2, 3, 4]],
])('%i dropped on %i takes its place', (id, to, order) => expect(placed([1, 2, 3, 4], id, to)).toEqual(order))

it.each([
  [2, -1, [2, 1, 3]],
  [2, 1, [1, 3, 2]],
  [1, -1, [1, 2, 3]],
  [3, 1, [1, 2, 3]],
])('%i moved by %i', (id, by, order) => expect(shifted([1, 2, 3], id, by)).toEqual(order))

import { expect, test } from 'vitest'
import { unknownNames } from './walk.ts'

test('every endpoint has a line in the table of rights', () => {
  expect(unknownNames()).toEqual([])
})

import { expect, test } from 'vitest'
import { testRightsOf } from './rights-of.ts'
import { unknownNames } from './walk.ts'

test('every endpoint has a line in the table of rights', () => {
  expect(unknownNames()).toEqual([])
})

// People of two companies; staff and those who have not registered are called in the second tier.
testRightsOf(['client', 'stranger'])

import { expect, test } from 'vitest'
import { testRightsOf } from './rights-of.ts'
import { unknownNames } from './walk.ts'

test('every endpoint has a line in the table of rights', () => {
  expect(unknownNames()).toEqual([])
})

// A client, from whom most is kept; the other callers come in the second tier.
testRightsOf(['client'])

import { expect, test } from 'vitest'
import { differenceOf, stemOf } from './differences.ts'

const file = (file_name: string, sha256 = file_name) => ({ file_name, sha256 })

test.each([
  ['prichaly-6.0.9.sql.gz', 'prichaly-6.0.10.sql.gz', true],
  ['Prichaly-6.0.9.sql.gz', 'prichaly-6.0.9.1.sql.gz', true],
  ['prichaly.zip', 'prichaly-2.zip', true],
  ['prichaly_2026-10.zip', 'prichaly_2026-11.zip', true],
  ['prichaly-6.0.9.sql.gz', 'avtopark-6.0.9.sql.gz', false],
  ['update.zip', 'update.tar', false],
])('%s and %s are versions of one file: %s', (one, other, isOne) => {
  expect(stemOf(one) === stemOf(other)).toBe(isOne)
})

test.each([
  ['a newer version', ['a-1.zip'], ['a-2.zip'], { renewed: 1 }],
  ['a file more', ['a-1.zip'], ['a-2.zip', 'b-2.zip'], { added: ['b-2.zip'], renewed: 1 }],
  ['a file less', ['a-1.zip', 'b-1.zip'], ['a-2.zip'], { removed: ['b-1.zip'], renewed: 1 }],
  ['another file', ['a-1.zip'], ['b-1.zip'], { added: ['b-1.zip'], removed: ['a-1.zip'] }],
  ['the same file', ['a-1.zip'], ['a-1.zip'], { same: ['a-1.zip'] }],
  ['all files removed', ['a-1.zip'], [], { removed: ['a-1.zip'] }],
  ['no files before', [], ['a-1.zip'], { added: ['a-1.zip'] }],
])('%s', (_, before, now, difference) => {
  const nothing = { added: [], removed: [], same: [], renewed: 0 }
  const [were, are] = [before.map((name) => file(name)), now.map((name) => file(name))]
  expect(differenceOf(are, were)).toEqual({ ...nothing, ...difference })
})

test('the same bytes under another name are neither added nor removed', () => {
  expect(differenceOf([file('b.zip', 'x')], [file('a.zip', 'x')])).toEqual({
    added: [],
    removed: [],
    same: ['b.zip'],
    renewed: 0,
  })
})

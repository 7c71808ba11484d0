import { expect, test } from 'vitest'
import { isDeeperThan } from './json-depth.ts'

test.each([
  ['', false],
  ['{"a": [1, {"b": 2}]}', false],
  ['[[[[', true],
  ['[[[]],[[]],[[]]]', false],
  ['[[[[]]]]', true],
  ['{"a":{"b":{"c":{}}}}', true],
  // Brackets inside strings do not count, whatever quotes surround them.
  ['{"a": "[[[[[[["}', false],
  [String.raw`{"a": "\"[[[[[", "b": "\\"}`, false],
  [String.raw`{"a": "\\", "b": [[[[`, true],
  ['"never ends [[[[', false],
])('%s is nested deeper than three: %s', (json, deep) => expect(isDeeperThan(3, json)).toBe(deep))

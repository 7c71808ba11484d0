import { expect, test } from 'vitest'
import { withBreaks } from './texts.ts'

test('line breaks of every kind are stored as tags', () => {
  expect(withBreaks('один\nдва\r\nтри\rчетыре')).toBe('один<br>два<br>три<br>четыре')
})

import { expect, test } from 'vitest'
import { shiftHeadings } from './html.ts'

test.each([
  ['<h2>а</h2><p>h2</p>', 1, '<h3>а</h3><p>h2</p>'],
  ['<h2>а</h2>', -1, '<h1>а</h1>'],
  ['<h4>а</h4>', 3, '<h6>а</h6>'],
  ['<hr /><h3>а</h3>', 0, '<hr /><h3>а</h3>'],
])('%s by %i', (html, by, shifted) => {
  expect(shiftHeadings(html, by)).toBe(shifted)
})

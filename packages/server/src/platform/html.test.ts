import { expect, test } from 'vitest'
import { cleanHtml, levelsOf, MOST_HTML_LEVELS } from './html.ts'

test.each([
  ['<p>а</p>', 0],
  ['<ul><li>а<ul><li>б</li></ul></li></ul>', 2],
  ['<p>a<p>b<p>c', 0],
  ['<ul><li>a<li>b<li>c</ul>', 1],
  ['<div><DIV><div>', 3],
  ['</b></b><b>', 1],
  ['1 < 2, a<b c', 1],
])('%s is %s levels deep', (html, levels) => expect(levelsOf(html)).toBe(levels))

const nested = (levels: number) => `${'<ul><li>'.repeat(levels)}а${'</li></ul>'.repeat(levels)}`

test('a text as deep as a text may be stays, a deeper one is refused at once', () => {
  expect(cleanHtml(nested(MOST_HTML_LEVELS))).toBe(nested(MOST_HTML_LEVELS))
  const before = process.cpuUsage()
  expect(() => cleanHtml(nested(200_000))).toThrow('вложены слишком глубоко')
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
})

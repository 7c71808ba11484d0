import { expect, test } from 'vitest'
import { MAX_HTML } from '@vypusk/contract'
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

test('a text of the maximum depth is accepted, a deeper one is refused before it is parsed', () => {
  expect(cleanHtml(nested(MOST_HTML_LEVELS))).toBe(nested(MOST_HTML_LEVELS))
  expect(() => cleanHtml(nested(20_000))).toThrow('вложены слишком глубоко')
})

test('text that would take seconds to parse, or grow when it is encoded, is refused before it is parsed', () => {
  for (const part of ['<', '<li>а', '<td>', '&', '<b></b>']) {
    const text = part.repeat(MAX_HTML / part.length)
    expect(() => cleanHtml(text)).toThrow('слишком много оформления')
  }
  expect(() => cleanHtml('\u00a0'.repeat(MAX_HTML / 2))).not.toThrow()
  expect(() => cleanHtml(`${'я'.repeat(MAX_HTML - 10_000)}${'<'.repeat(10_000)}`)).toThrow('слишком много оформления')
})

test('a long table and a text with pictures are accepted', () => {
  const table = `<table><tbody>${'<tr><td><p>ячейка</p></td><td><p>2</p></td></tr>'.repeat(3000)}</tbody></table>`
  const picture = `<img src="data:image/png;base64,${'A'.repeat(1_000_000)}" alt="экран" />`
  expect(cleanHtml(table)).toBe(table)
  expect(cleanHtml(`<p>Текст</p>${picture}${picture}`)).toContain('data:image/png')
})

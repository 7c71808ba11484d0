import { expect, it } from 'vitest'
import { beginsAll, piecesOf, wordsOf } from './pieces.ts'

const marked = (text: string, typed: string) =>
  piecesOf(text, wordsOf(typed))
    .map(({ text: piece, isFound }) => (isFound ? `[${piece}]` : piece))
    .join('')

it.each([
  ['Отчёт о движении', 'ОТЧЕТ', '[Отчёт] о движении'],
  ['Печать счёта и счетов', 'счет печ', '[Печ]ать [счёт]а и [счет]ов'],
  ['Скидка 100% (акция)', '100% (ак', 'Скидка [100%] [(ак]ция)'],
  ['Ничего', 'отчёт', 'Ничего'],
  ['Ничего', '', 'Ничего'],
  ['ёё', 'е', '[ё][ё]'],
])('«%s» by «%s» is %s', (text, typed, expected) => expect(marked(text, typed)).toBe(expected))

it('keeps every letter, whatever is marked', () => {
  const text = 'Отчёт по складу: остатки и отчёты'
  const pieces = piecesOf(text, ['от', 'к'])
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(new Set(pieces.map(({ at }) => at)).size).toBe(pieces.length)
})

it.each([
  ['Новый релиз', 'рел нов', true],
  ['Тема: тёмная', 'темн', true],
  ['Новый релиз', 'елиз', false],
  ['Выйти', 'вы ещё', false],
])('the words of «%s» begin with «%s»: %s', (label, typed, answer) =>
  expect(beginsAll(label, wordsOf(typed))).toBe(answer),
)

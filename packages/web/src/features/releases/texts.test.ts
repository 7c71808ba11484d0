import { expect, it } from 'vitest'
import { fromBreaks, numbersIn, refusedRequests } from './texts.ts'

it.each([
  ['48213', [48213]],
  [' №12, 15;15\n16\t#17 ', [12, 15, 16, 17]],
  ['выгрузка 12', null],
  ['12-15', null],
  ['0', null],
  ['', null],
  [', ;', null],
  ['1234567890', null],
])('numbers in %j', (text, numbers) => expect(numbersIn(text)).toEqual(numbers))

it('turns stored breaks into lines and lists refused numbers', () => {
  expect(fromBreaks('один<br>два<BR />три')).toBe('один\nдва\nтри')
  expect(refusedRequests('Заявка не найдена', ['12', 15])).toBe('Заявка не найдена: 12, 15')
  expect(refusedRequests('Заявка не найдена', [])).toBe('Заявка не найдена')
})

import { expect, it } from 'vitest'
import { fromBreaks, numbersIn, readinessInWords, refusedRequests } from './texts.ts'

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

it('declines the number of those who agreed correctly', () => {
  expect(readinessInWords({ agreed: 1, expected: 5 })).toBe('1 из 5 согласовала')
  expect(readinessInWords({ agreed: 3, expected: 5 })).toBe('3 из 5 согласовали')
  expect(readinessInWords({ agreed: 0, expected: 5 })).toBe('0 из 5 согласовали')
  expect(readinessInWords({ agreed: 0, expected: 0 })).toBe('Согласование не нужно')
})

it('turns stored breaks into lines and lists refused numbers', () => {
  expect(fromBreaks('один<br>два<BR />три')).toBe('один\nдва\nтри')
  expect(refusedRequests('Заявка не найдена', ['12', 15])).toBe('Заявка не найдена: 12, 15')
  expect(refusedRequests('Заявка не найдена', [])).toBe('Заявка не найдена')
})

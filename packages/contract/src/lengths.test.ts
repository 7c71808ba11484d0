import { expect, test } from 'vitest'
import * as z from 'zod'
import { beginningOf, charactersOf, cutName, cutTo, isLongerThan } from './lengths.ts'

const FLAG = '🇷🇺'

test.each([
  ['', 0],
  ['абв', 3],
  ['🚀🚀', 2],
  [FLAG, 2],
  ['и\u0306', 2],
  ['\ud83d', 1],
  ['👩‍👩‍👧‍👦', 7],
])('%s has %i characters, as the contract counts', (text, count) => {
  expect(charactersOf(text)).toBe(count)
  expect(z.string().max(count).safeParse(text).success).toBe(true)
  expect(isLongerThan(text, count)).toBe(false)
  expect(z.string().max(count).safeParse(`${text}🚀`).success).toBe(false)
  expect(isLongerThan(`${text}🚀`, count)).toBe(true)
})

test.each([
  ['Коротко', 7, 'Коротко'],
  ['Коротко', 6, 'Корот…'],
  ['Релиз 🚀 готов', 9, 'Релиз 🚀 …'],
  ['Релиз 🚀 готов', 8, 'Релиз 🚀…'],
  ['🚀🚀🚀', 3, '🚀🚀🚀'],
  ['🚀🚀🚀', 2, '🚀…'],
])('%s in %i characters is %s', (text, longest, beginning) => {
  expect(beginningOf(text, longest)).toBe(beginning)
})

test('no character is cut in two', () => {
  expect(cutTo('🚀🚀🚀', 2)).toBe('🚀🚀')
  expect(cutTo('а🚀🚀', 2).isWellFormed()).toBe(true)
})

test.each([
  ['Акт.pdf', 7, 'Акт.pdf'],
  ['Акт приёмки.pdf', 9, 'Акт п.pdf'],
  ['🚀🚀🚀🚀.zip', 6, '🚀🚀.zip'],
  ['.скрытый-файл', 6, '.скрыт'],
  ['Отчёт. Длинное предложение', 9, 'Отчёт. Дл'],
])('the name %s in %i characters is %s', (name, most, cut) => expect(cutName(name, most)).toBe(cut))

import { expect, test } from 'vitest'
import { valueInWords } from './rules.ts'

test.each([
  [null, '', ''],
  [true, '', 'да'],
  [90, 'planned_time', '01:30'],
  [90, 'priority', '90'],
  [['Порт', 'Склад'], '', 'Порт, Склад'],
  [{ id: 5, name: 'Анна' }, '', 'Анна'],
  ['<p>Новый <b>отчёт</b></p>', '', 'Новый  отчёт'],
  ['Отчёт <script> не <b>строится', '', 'Отчёт <script> не <b>строится'],
  ['первая<br>вторая', '', 'первая вторая'],
  ['ООО &quot;Порт&quot;', '', 'ООО "Порт"'],
])('%j of «%s» is «%s»', (value, field, words) => expect(valueInWords(value, field)).toBe(words))

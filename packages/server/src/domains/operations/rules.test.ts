import { expect, test } from 'vitest'
import { deliveryInWords, valueInWords } from './rules.ts'

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

test.each([
  ['mail', 'queued', 1, 'Отправляется'],
  ['mail', 'sent', 1, 'Отправлено'],
  ['mail', 'failed', 3, 'Не доставлено'],
  ['ftp', 'queued', 0, 'Копируется'],
  ['ftp', 'queued', 1, 'Ждёт повтора'],
  ['ftp', 'sent', 1, 'Скопировано'],
  ['ftp', 'failed', 3, 'Не доставлено'],
] as const)('%s that is %s after %d attempts: %s', (kind, state, attempts, words) =>
  expect(deliveryInWords({ kind, state, attempts })).toBe(words),
)

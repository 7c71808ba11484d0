import { expect, test } from 'vitest'
import { asSentence, deliveryInWords, valueInWords } from './in-words.ts'

test.each([
  ['Не тот модуль', 'Не тот модуль.'],
  ['Не тот модуль. ', 'Не тот модуль.'],
  ['Не тот модуль!', 'Не тот модуль!'],
  ['Что это?', 'Что это?'],
  ['И так далее…', 'И так далее…'],
])('%j as a sentence', (text, words) => expect(asSentence(text)).toBe(words))

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

test.each([
  [null, '', ''],
  [undefined, '', ''],
  ['', '', ''],
  [[], '', ''],
  [true, '', 'да'],
  [false, '', 'нет'],
  [0, '', '0'],
  [90, 'planned_time', '01:30'],
  [90, 'priority', '90'],
  [4, 'urgency', 'Критично'],
  [4, 'priority', '4'],
  [false, 'isPaid', 'Бесплатная'],
  [['Порт', '', 'Склад'], '', 'Порт, –, Склад'],
  [[{ name: 'Анна' }, { name: 'Пётр' }], '', 'Анна, Пётр'],
  [{ id: 5, name: 'Анна' }, '', 'Анна'],
  [{ idcomp: 1, namecomp: 'ООО &quot;Порт&quot;' }, '', 'ООО "Порт"'],
  [{ day: '2026-03-05', time: null }, '', '05.03.2026 · –'],
  ['2026-03-05', '', '05.03.2026'],
  ['2026-03-05T12:00:00.000Z', '', 'в 2026-03-05T12:00:00.000Z'],
  [['2026-03-05T12:00:00.000Z'], '', 'в 2026-03-05T12:00:00.000Z'],
  ['<p>Новый <b>отчёт</b></p>', '', 'Новый отчёт'],
  ['<ul><li>раз</li><li>два&nbsp;&amp;amp; три</li></ul>', '', 'раз два &amp; три'],
  ['<p>a &lt;b&gt; c</p>', '', 'a <b> c'],
  ['Отчёт <script> не <b>строится', '', 'Отчёт <script> не <b>строится'],
  ['первая<br>вторая', '', 'первая\nвторая'],
  ['ООО &quot;Порт&quot;', '', 'ООО "Порт"'],
])('%j of «%s» is «%s»', (value, field, words) =>
  expect(valueInWords(value, field, (moment) => `в ${moment}`)).toBe(words),
)

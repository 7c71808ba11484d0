import { expect, it } from 'vitest'
import { valueInWords } from './History.tsx'

it.each([
  [null, '–'],
  ['', '–'],
  [true, 'да'],
  [0, '0'],
  [[{ name: 'Анна' }, { name: 'Пётр' }], 'Анна, Пётр'],
  [{ idcomp: 1, namecomp: 'Порт' }, 'Порт'],
  [[], '–'],
  [['ООО &quot;Порт&quot; (Договор на паузе)'], 'ООО "Порт" (Договор на паузе)'],
  ['2026-03-05', '05.03.2026'],
  ['Отчёт <script>alert(1)</script> не строится', 'Отчёт <script>alert(1)</script> не строится'],
  ['первая<br>вторая', 'первая\nвторая'],
  ['2026-03-05T12:00:00.000Z', expect.stringMatching(/^05\.03\.2026 \d\d:00$/)],
])('shows %j as %s', (value, words) => expect(valueInWords(value)).toEqual(words))

import { expect, test } from 'vitest'
import { dayFault } from './day-fault.ts'

test.each([
  ['', ''],
  ['04.05.2026', ''],
  ['05.05.2026', ''],
  ['03.05.2026', 'Не раньше 04.05.2026'],
  ['31.02.2026', 'Нет такой даты: «31.02.2026». Нужно ДД.ММ.ГГГГ'],
  ['31.12.9999', 'Дата – от 01.01.2000 до 31.12.2100'],
])('with 04.05.2026 as the first allowed day, the error of «%s» is «%s»', (typed, fault) =>
  expect(dayFault(typed, '2026-05-04')).toBe(fault),
)

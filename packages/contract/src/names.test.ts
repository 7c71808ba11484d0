import { expect, it } from 'vitest'
import { sanitizeName } from './names.ts'

it.each([
  ['акт "приёмки" [v2].pdf', 'акт приёмки v2.pdf'],
  ['a/b\\c.txt', 'abc.txt'],
  ['Отчёт (итог).xlsx', 'Отчёт итог.xlsx'],
  ['обычное имя-1.0_2.doc', 'обычное имя-1.0_2.doc'],
])('shows %s without special characters', (name, shown) => expect(sanitizeName(name)).toBe(shown))

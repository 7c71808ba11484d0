import { expect, it } from 'vitest'
import { decodeName, initials, sanitizeName } from './names.ts'

it.each([
  ['акт "приёмки" [v2].pdf', 'акт приёмки v2.pdf'],
  ['a/b\\c.txt', 'abc.txt'],
  ['Отчёт (итог).xlsx', 'Отчёт итог.xlsx'],
  ['обычное имя-1.0_2.doc', 'обычное имя-1.0_2.doc'],
])('shows %s without special characters', (name, shown) => expect(sanitizeName(name)).toBe(shown))

it('decodes company names once', () => {
  expect(decodeName('ООО &quot;Меридиан&quot;')).toBe('ООО "Меридиан"')
  expect(decodeName('Кот &amp;quot; Пёс')).toBe('Кот &quot; Пёс')
})

it('makes initials', () => expect(initials('Анна Иванова')).toBe('АИ'))

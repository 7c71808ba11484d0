import { expect, it } from 'vitest'
import { decodeName, inQuotes, nameAmong, sanitizeName } from './names.ts'

it.each([
  ['акт "приёмки" [v2].pdf', 'акт приёмки v2.pdf'],
  ['a/b\\c.txt', 'abc.txt'],
  ['Отчёт (итог).xlsx', 'Отчёт итог.xlsx'],
  ['обычное имя-1.0_2.doc', 'обычное имя-1.0_2.doc'],
])('shows %s without special characters', (name, shown) => expect(sanitizeName(name)).toBe(shown))

it.each([
  ['ООО &quot;Меридиан&quot;', 'ООО "Меридиан"'],
  ['Кот &amp;quot; Пёс', 'Кот &quot; Пёс'],
  ['А &lt; Б &copy; Д&apos;Артаньян', "А < Б &copy; Д'Артаньян"],
])('decodes %s once', (name, shown) => expect(decodeName(name)).toBe(shown))

it.each([
  ['Учёт отгрузок 5.8', '«Учёт отгрузок 5.8»'],
  ['Ноябрь «Учёт», «Печать»', '«Ноябрь „Учёт“, „Печать“»'],
  ['«Весенний»', '«Весенний»'],
  ['«Учёт», «Печать»', '«„Учёт“, „Печать“»'],
  ['Релиз "5.8"', '«Релиз "5.8"»'],
])('puts %s in quotes once', (name, quoted) => expect(inQuotes(name)).toBe(quoted))

it('adds the number to a name that another thing has too', () => {
  const [port, hidden, shown] = [
    { id: 1, name: 'Порт' },
    { id: 2, name: 'Верфь' },
    { id: 3, name: 'Верфь' },
  ]
  const all = [port, hidden, shown, { ...port }]
  expect(all.map((one) => nameAmong(all, one))).toEqual(['Порт', 'Верфь (№ 2)', 'Верфь (№ 3)', 'Порт'])
})

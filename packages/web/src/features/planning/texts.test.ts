import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markName, overloadLines, statusOfMark } from './texts.ts'

// A day of another year than the current one would be shown with it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T09:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const week = (id: number, monday: string, hours: number) => ({
  user: { id, name: `Человек ${id}` },
  week: monday,
  needed: hours * 60,
  there: 2400,
})

test('shows one line of overload per person, for the worst week', () => {
  const weeks = [week(1, '2026-03-02', 42), week(2, '2026-03-02', 48), week(1, '2026-03-09', 74)]
  expect(overloadLines(weeks)).toEqual([
    'Человек 1, неделя с 09.03: 74 из 40 ч, перегрузка 34 ч; ещё 1 неделя',
    'Человек 2, неделя с 02.03: 48 из 40 ч, перегрузка 8 ч',
  ])
  expect(overloadLines([])).toEqual([])
})

test.each([
  [1, false, 'ждём клиента'],
  [1, true, 'дата прошла'],
  [2, true, 'согласовано'],
] as const)('names a mark of status %i, whose date passed: %s, «%s»', (status, date_passed, words) => {
  const company = { idcomp: 3, namecomp: 'ООО «Вектор»' }
  const dated = { agreement_id: 7, releaseDate: '2026-03-20', releaseTime: null, company_zone: null }
  const mark = { ...company, ...dated, status }
  const row = {
    companies: [
      {
        ...company,
        agreement_id: 7,
        status,
        called_off: false,
        date_withdrawn: false,
        published: false,
        provider_turn: false,
        date_passed,
      },
    ],
  }
  expect(markName(mark, statusOfMark(row, mark))).toBe(`ООО «Вектор»: установка 20.03, ${words}`)
})

import type { calendar } from '@vypusk/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clashInWords, noteOfDay, itemInWords, shownInWords } from './texts.ts'

// A day of another year than the current one would be shown with it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T09:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const company = {
  kind: 'company',
  name: 'ООО &quot;Север&quot;',
  release_id: 2,
  title: 'Касса',
  day: '2026-03-05',
} as const
const module = { kind: 'module', name: 'Склад', release_id: 3, title: 'Учёт', day: '2026-03-08' } as const
const day = (minutes: number, name = '') => ({ day: '2026-03-05', minutes, name })

it('describes what clashes with what', () => {
  expect(clashInWords(company)).toBe('ООО "Север": в этот же день устанавливают релиз Касса')
  expect(clashInWords(module)).toBe('Модуль «Склад»: на этой неделе его обновляет и релиз Учёт, 08.03')
})

it.each([
  [day(480), ''],
  [day(0), 'выходной'],
  [day(0, 'День России'), 'День России'],
  [day(420, 'Сокращённый день'), 'сокращённый день'],
  [day(480, 'Рабочая суббота'), 'рабочая суббота'],
  [undefined, ''],
])('%o is «%s»', (one, words) => expect(noteOfDay(one)).toBe(words))

const item = {
  releaseTime: '22:00',
  clock: 'МСК',
  zone: 'Europe/Moscow',
  company_zone: 'Asia/Vladivostok',
  id: 1,
  release_id: 1,
  company_id: 1,
  details: { id: 1, title: 'Касса' },
  company: { idcomp: 1, namecomp: 'ООО &quot;Север&quot;' },
  by_rivc: true,
  by_client: false,
  status: 1,
  releaseDate: '2026-03-05',
  version: 1,
  not_publishing: false,
  date_passed: false,
  published: false,
  date_withdrawn: false,
  remark: '',
  clashes: [],
  against_reason: '',
} as const satisfies calendar.CalendarItem

const allDay = { ...item, releaseTime: null }

it.each([
  [[item, allDay], true, 'Europe/Moscow', '2 согласования · время – МСК'],
  // The same time under another name.
  [[item], true, 'Europe/Simferopol', '1 согласование · время – МСК'],
  [[item, allDay], true, 'Asia/Vladivostok', '2 согласования · дни и время – МСК, у вас другое'],
  [[allDay], false, 'Asia/Vladivostok', '1 согласование'],
  [[], true, 'Europe/Moscow', 'ничего не найдено'],
  [[], false, 'Europe/Moscow', 'установок нет'],
])(
  'shows how many agreements there are, by which clock, or why there are none: %#',
  (items, isFiltered, reader, words) => expect(shownInWords(items, isFiltered, reader)).toBe(words),
)

it('describes a mark with its own clock, the reader’s and the company’s', () => {
  expect(itemInWords(item)).toBe(
    '22:00 МСК · 19:00, UTC · 05:00 пятница, Владивосток, Касса, ООО "Север", Отправлено клиенту',
  )
  expect(itemInWords(allDay)).toBe('Касса, ООО "Север", Отправлено клиенту')
})

import { expect, it, vi } from 'vitest'
import { isOther, momentInZones, readBy, soonInZones, wordsInZones } from './moments.ts'

const dated = {
  releaseDate: '2026-03-03',
  releaseTime: '21:00',
  zone: 'Europe/Moscow',
  company_zone: 'Asia/Vladivostok',
}

it.each([
  ['Europe/Moscow', '03.03.2026 в 21:00 МСК · 04:00 среда, Владивосток'],
  ['Asia/Vladivostok', '04.03.2026 в 04:00 UTC+10'],
  ['Europe/Kaliningrad', '03.03.2026 в 20:00 UTC+2 · 04:00 среда, Владивосток'],
  ['Asia/Kamchatka', '04.03.2026 в 06:00 UTC+12 · 04:00, Владивосток'],
  ['UTC', '03.03.2026 в 18:00 UTC · 04:00 среда, Владивосток'],
])('is shown in %s as «%s»', (reader, words) => expect(momentInZones(dated, reader)).toBe(words))

it('a server in UTC means the same moment', () => {
  const utc = { ...dated, releaseTime: '18:00', zone: 'UTC' }
  expect(momentInZones(utc, 'Europe/Moscow')).toBe(momentInZones(dated, 'Europe/Moscow'))
})

it('a day is near by the clock that it is read by', () => {
  const [reader, days] = ['Asia/Kamchatka', { ...dated, releaseTime: null }]
  expect(readBy(dated, reader)).toMatchObject({ day: '2026-03-04', by: reader })
  expect(readBy(days, reader)).toMatchObject({ day: '2026-03-03', by: 'Asia/Vladivostok' })
  expect(readBy({ ...days, company_zone: null }, reader)).toMatchObject({ day: '2026-03-03', by: 'Europe/Moscow' })
})

it('says how soon by the reader’s clock', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T12:30:00Z') })
  const soon = (reader: string) => soonInZones('2026-03-10T22:00:00Z', null, reader)
  expect(soon('Asia/Kamchatka')).toBe('сегодня в 10:00 UTC+12')
  expect(soon('Europe/Moscow')).toBe('завтра в 01:00 МСК')
  vi.useRealTimers()
})

it('a date without a time is the company’s day for every reader', () => {
  for (const reader of ['Europe/Kaliningrad', 'Asia/Kamchatka']) {
    expect(momentInZones({ ...dated, releaseTime: null }, reader)).toBe('03.03.2026')
  }
  expect(momentInZones({ ...dated, releaseDate: null })).toBe('Дата ещё не назначена')
})

it('does not suggest the date already sent for approval or already typed', () => {
  const sent = { releaseDate: '2026-03-03', releaseTime: '21:00' }
  const typed = { releaseDate: '2026-03-07', releaseTime: null }
  expect(isOther(sent, [typed, sent])).toBe(false)
  expect(isOther(typed, [typed, sent])).toBe(false)
  expect(isOther({ ...sent, releaseTime: null }, [typed, sent])).toBe(true)
})

const VLADIVOSTOK = 'Asia/Vladivostok'
const named = { releaseDate: '2026-03-05', releaseTime: '20:30', zone: 'Europe/Moscow', company_zone: VLADIVOSTOK }
it.each([
  ['Europe/Moscow', '20:30 МСК · 03:30 пятница, Владивосток'],
  [VLADIVOSTOK, '20:30 МСК · 03:30 пятница, Владивосток'],
  ['Asia/Yekaterinburg', '20:30 МСК · 22:30, Екатеринбург · 03:30 пятница, Владивосток'],
  ['Europe/Kaliningrad', '20:30 МСК · 19:30, Калининград · 03:30 пятница, Владивосток'],
])('adds the time in %s to the server’s text', (reader, hours) => {
  const text = 'Установка: 05.03.2026, четверг, 20:30 МСК · 03:30 пятница, Владивосток. Вы замещаете: Елена Денисова'
  expect(wordsInZones(text, [named, named], reader)).toBe(
    `Установка: 05.03.2026, четверг, ${hours}. Вы замещаете: Елена Денисова`,
  )
})

it('tells apart two moments with the same hour at the change of clocks', () => {
  const [before, after] = ['2026-03-28', '2026-03-29'].map((releaseDate) => ({
    ...named,
    releaseDate,
    company_zone: null,
  }))
  const text = 'Перенесена: 28.03.2026, суббота, 20:30 МСК → 29.03.2026, воскресенье, 20:30 МСК'
  expect(wordsInZones(text, [after!, before!], 'Europe/Berlin')).toBe(
    'Перенесена: 28.03.2026, суббота, 20:30 МСК · 18:30, Berlin → 29.03.2026, воскресенье, 20:30 МСК · 19:30, Berlin',
  )
})

it('leaves texts without a moment, and those of former versions, unchanged', () => {
  expect(wordsInZones('Установка: 05.03.2026', [])).toBe('Установка: 05.03.2026')
  expect(wordsInZones('Дата 05.03.2026 20:30 МСК', [named], 'Asia/Yekaterinburg')).toBe('Дата 05.03.2026 20:30 МСК')
})

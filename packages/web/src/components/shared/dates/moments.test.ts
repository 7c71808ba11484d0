import { expect, it } from 'vitest'
import { isOther, momentInZones } from './moments.ts'

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
])('is read in %s as «%s»', (reader, words) => expect(momentInZones(dated, reader)).toBe(words))

it('a server in UTC means the same moment', () => {
  const utc = { ...dated, releaseTime: '18:00', zone: 'UTC' }
  expect(momentInZones(utc, 'Europe/Moscow')).toBe(momentInZones(dated, 'Europe/Moscow'))
})

it('a date without a time is the company’s day for everybody', () => {
  for (const reader of ['Europe/Kaliningrad', 'Asia/Kamchatka']) {
    expect(momentInZones({ ...dated, releaseTime: null }, reader)).toBe('03.03.2026')
  }
  expect(momentInZones({ ...dated, releaseDate: null })).toBe('Дата ещё не назначена')
})

it('the date that is asked for already, or typed already, is not worth proposing', () => {
  const asked = { releaseDate: '2026-03-03', releaseTime: '21:00' }
  const typed = { releaseDate: '2026-03-07', releaseTime: null }
  expect(isOther(asked, [typed, asked])).toBe(false)
  expect(isOther(typed, [typed, asked])).toBe(false)
  expect(isOther({ ...asked, releaseTime: null }, [typed, asked])).toBe(true)
})

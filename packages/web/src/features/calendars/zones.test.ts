import { expect, it } from 'vitest'
import { nextSpan, readEnd, shownEnd } from './week.ts'
import { zoneChoices, zoneInWords } from './zones.ts'

it.each([
  ['Asia/Vladivostok', '2026-01-15', 'UTC+10'],
  ['Europe/Kaliningrad', '2026-07-15', 'UTC+2'],
  ['Europe/Berlin', '2026-07-15', 'UTC+2'],
  ['Europe/Berlin', '2026-01-15', 'UTC+1'],
])('%s on %s is %s', (zone, day, offset) => {
  expect(zoneInWords(zone, Date.parse(day))).toMatch(new RegExp(`· ${offset.replace('+', '\\+')}$`))
})

it('offers each zone once, the provider’s first', () => {
  const all = zoneChoices('Europe/Moscow', Date.parse('2026-01-15')).flatMap(({ items }) => items)
  expect(new Set(all.map(({ value }) => value)).size).toBe(all.length)
  expect(all[0]?.value).toBe('')
})

it('converts the end of a day for the field and back', () => {
  expect([shownEnd('24:00'), readEnd('00:00'), readEnd('18:00')]).toEqual(['00:00', '24:00', '18:00'])
})

it('a second span begins where the first ends', () => {
  const spans = [{ weekday: 2, from: '09:00', to: '13:00' }]
  expect(nextSpan(spans, 2)).toEqual({ weekday: 2, from: '13:00', to: '24:00' })
  expect(nextSpan(spans, 3)).toEqual({ weekday: 3, from: '09:00', to: '18:00' })
})

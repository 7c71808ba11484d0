import { afterEach, expect, it, test, vi } from 'vitest'
import { daysFromToday, daysUntil, formatShortDay, nearDay, today } from './dates.ts'
import { noteZone } from './zone.ts'

/** Tests run on a device in UTC. */
const [MOSCOW, KAMCHATKA] = ['Europe/Moscow', 'Asia/Kamchatka']

afterEach(() => {
  noteZone(undefined)
  vi.useRealTimers()
})

const itIs = (now: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })

test.each([
  ['before midnight in Kamchatka', '2026-03-10T11:59:59Z', '2026-03-10', '2026-03-10'],
  ['at midnight in Kamchatka', '2026-03-10T12:00:00Z', '2026-03-10', '2026-03-11'],
  ['before midnight in Moscow', '2026-03-10T20:59:59Z', '2026-03-10', '2026-03-11'],
  ['at midnight in Moscow', '2026-03-10T21:00:00Z', '2026-03-11', '2026-03-11'],
])('%s, the day is the installation’s', (_, now, inMoscow, inKamchatka) => {
  itIs(now)
  noteZone(MOSCOW)
  expect([today(), today(KAMCHATKA)]).toEqual([inMoscow, inKamchatka])
  noteZone(KAMCHATKA)
  expect([today(), today(MOSCOW)]).toEqual([inKamchatka, inMoscow])
})

it('is what days are counted and worded by', () => {
  itIs('2026-12-31T12:00:00Z')
  noteZone(KAMCHATKA)
  expect(nearDay('2027-01-01')).toBe('сегодня')
  expect([daysUntil('2026-12-31'), daysUntil('2027-03-30')]).toEqual([-1, 88])
  expect(daysFromToday(31)).toBe('2027-02-01')
  expect([formatShortDay('2027-02-01'), formatShortDay('2026-12-31')]).toEqual(['01.02', '31.12.2026'])
  noteZone(MOSCOW)
  expect(nearDay('2027-01-01')).toBe('завтра')
})

it.each([undefined, '', 'Mars/Olympus'])('is the device’s when the zone is «%s»', (zone) => {
  itIs('2026-03-10T23:30:00Z')
  noteZone(KAMCHATKA)
  noteZone(zone)
  expect(today()).toBe('2026-03-10')
})

import { expect, test } from 'vitest'
import { hasPassed } from './passing.ts'

const day = { releaseDate: '2026-03-06', releaseTime: null }

test.each([
  // 23:30 of the sixth in UTC.
  ['the day is not over here', { ...day, zone: 'UTC' }, '2026-03-06T23:30:00Z', false],
  ['it is over in Vladivostok', { ...day, zone: 'Asia/Vladivostok' }, '2026-03-06T23:30:00Z', true],
  ['it is over here', { ...day, zone: 'UTC' }, '2026-03-07T00:30:00Z', true],
  ['and not yet in New York', { ...day, zone: 'America/New_York' }, '2026-03-07T00:30:00Z', false],
  [
    'without a date nothing passes',
    { releaseDate: null, releaseTime: null, zone: null },
    '2030-01-01T00:00:00Z',
    false,
  ],
])('%s', (_, dated, now, passed) => expect(hasPassed(dated, new Date(now))).toBe(passed))

test('a time of day is one moment, whatever the zone of the company', () => {
  const moment = new Date('2026-03-06T22:00')
  const at = { releaseDate: '2026-03-06', releaseTime: '22:00' }
  for (const zone of [null, 'Asia/Vladivostok', 'UTC']) {
    expect(hasPassed({ ...at, zone }, moment)).toBe(false)
    expect(hasPassed({ ...at, zone }, new Date(moment.getTime() + 60_000))).toBe(true)
  }
})

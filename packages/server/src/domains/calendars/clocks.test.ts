import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zones } from '@vypusk/contract'
import { addDays } from '../../platform/working-days.ts'
import { clockIn } from './rules/clocks.ts'

const ZONES = [
  ...Object.keys(zones.RUSSIAN_ZONES),
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Apia',
]

test('converting consecutive days gives the same times as converting each separately', () => {
  const zone = fc.constantFrom(...ZONES)
  const days = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 20 })
  const minute = fc.integer({ min: 0, max: 1439 })
  fc.assert(
    fc.property(zone, zone, days, minute, (own, of, all, at) => {
      const read = clockIn(own, of)
      const time = `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
      for (const day of all.map((later) => addDays('2005-01-01', later))) {
        expect(read(day, time)).toEqual(zones.wallIn(own, of, { day, time }))
      }
    }),
  )
})

test.each([
  ['the day before the change in spring', '2026-03-28'],
  ['the day of the change in spring', '2026-03-29'],
  ['the day after it', '2026-03-30'],
  ['the day before the change in autumn', '2026-10-24'],
  ['the day of the change in autumn', '2026-10-25'],
])('every hour is converted correctly on %s', (_, day) => {
  const read = clockIn('Europe/Berlin', 'Asia/Kamchatka')
  for (let hour = 0; hour < 24; hour += 1) {
    const time = `${String(hour).padStart(2, '0')}:30`
    expect(read(day, time)).toEqual(zones.wallIn('Europe/Berlin', 'Asia/Kamchatka', { day, time }))
  }
})

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

test('a clock that is read day after day shows what it shows when it is asked once', () => {
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
  ['the evening before spring', '2026-03-28'],
  ['spring', '2026-03-29'],
  ['the day after', '2026-03-30'],
  ['the day before autumn', '2026-10-24'],
  ['autumn', '2026-10-25'],
])('on %s every hour of a day is read as when it is asked once', (_, day) => {
  const read = clockIn('Europe/Berlin', 'Asia/Kamchatka')
  for (let hour = 0; hour < 24; hour += 1) {
    const time = `${String(hour).padStart(2, '0')}:30`
    expect(read(day, time)).toEqual(zones.wallIn('Europe/Berlin', 'Asia/Kamchatka', { day, time }))
  }
})

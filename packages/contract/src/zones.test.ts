import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oddTime, timeInZones, timesBeside } from './zone-words.ts'
import { clockAt, momentOf, momentsOf, offsetAt, placeOf, RUSSIAN_ZONES, wallAt, wallIn } from './zones.ts'

const MOSCOW = 'Europe/Moscow'
const at = (day: string, time: string) => ({ day, time })

describe('21:00 in Moscow on Tuesday elsewhere', () => {
  test.each([
    ['Europe/Kaliningrad', '21:00 МСК · 20:00, Калининград'],
    ['Europe/Moscow', '21:00 МСК'],
    ['Europe/Kirov', '21:00 МСК'],
    ['Europe/Samara', '21:00 МСК · 22:00, Самара'],
    ['Asia/Yekaterinburg', '21:00 МСК · 23:00, Екатеринбург'],
    ['Asia/Omsk', '21:00 МСК · 00:00 среда, Омск'],
    ['Asia/Krasnoyarsk', '21:00 МСК · 01:00 среда, Красноярск'],
    ['Asia/Irkutsk', '21:00 МСК · 02:00 среда, Иркутск'],
    ['Asia/Yakutsk', '21:00 МСК · 03:00 среда, Якутск'],
    ['Asia/Vladivostok', '21:00 МСК · 04:00 среда, Владивосток'],
    ['Asia/Magadan', '21:00 МСК · 05:00 среда, Магадан'],
    ['Asia/Kamchatka', '21:00 МСК · 06:00 среда, Камчатка'],
    ['America/New_York', '21:00 МСК · 13:00, New York'],
  ])('%s', (zone, words) => {
    expect(timeInZones(MOSCOW, at('2026-03-03', '21:00'), [zone])).toBe(words)
  })

  test('names each other clock once and never repeats a time', () => {
    const others = ['Europe/Moscow', null, 'Asia/Vladivostok', 'Asia/Vladivostok', 'Europe/Samara']
    expect(timeInZones('UTC', at('2026-03-03', '18:00'), others)).toBe(
      '18:00 UTC · 21:00, Москва · 04:00 среда, Владивосток · 22:00, Самара',
    )
  })
})

describe('clock changes', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29', '01:59', 1],
    ['Europe/Berlin', '2026-03-29', '02:00', 0],
    ['Europe/Berlin', '2026-03-29', '02:59', 0],
    ['Europe/Berlin', '2026-03-29', '03:00', 1],
    ['Europe/Berlin', '2026-10-25', '01:59', 1],
    ['Europe/Berlin', '2026-10-25', '02:00', 2],
    ['Europe/Berlin', '2026-10-25', '02:59', 2],
    ['Europe/Berlin', '2026-10-25', '03:00', 1],
    ['America/New_York', '2026-03-08', '02:30', 0],
    ['America/New_York', '2026-11-01', '01:30', 2],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', 0],
    ['Europe/Moscow', '2026-03-29', '02:30', 1],
    ['Asia/Kamchatka', '2026-10-25', '02:30', 1],
  ])('%s on %s shows %s this many times: %i', (zone, day, time, count) => {
    expect(momentsOf(zone, at(day, time))).toHaveLength(count)
    expect(oddTime(zone, at(day, time)) === null).toBe(count === 1)
  })

  test('a skipped time is reported, and means the moment as long after the gap', () => {
    expect(oddTime('Europe/Berlin', at('2026-03-29', '02:30'))).toBe(
      'Часы переводят вперёд: времени 02:30 29.03 не бывает (Berlin)',
    )
    expect(wallAt('Europe/Berlin', momentOf('Europe/Berlin', at('2026-03-29', '02:30')))).toEqual(
      at('2026-03-29', '03:30'),
    )
  })

  test.each([
    ['2026-03-29', '02:30', ['01:30', '03:30']],
    ['2026-10-25', '02:30', ['01:30', '03:30']],
    ['2026-03-29', '04:00', []],
  ])('unambiguous times near %s %s: %j', (day, time, beside) => {
    expect(timesBeside('Europe/Berlin', at(day, time))).toEqual(beside)
  })

  test('clocks that change by half an hour, and at the beginning of a day', () => {
    expect(timesBeside('Australia/Lord_Howe', at('2026-10-04', '02:15'))).toEqual(['01:45', '02:45'])
    // Midnight is missing: the hour before it belongs to the day before.
    expect(timesBeside('Asia/Beirut', at('2026-03-29', '00:30'))).toEqual(['01:30'])
  })

  test('of a repeated time the first is meant', () => {
    expect(new Date(momentOf('Europe/Berlin', at('2026-10-25', '02:30'))).toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    )
    expect(oddTime('Europe/Berlin', at('2026-10-25', '02:30'))).toMatch(/дважды/)
  })

  test('the difference between Moscow and Berlin changes in summer', () => {
    const [winter, summer] = ['2026-03-28', '2026-03-29'].map((day) =>
      wallIn('Europe/Berlin', MOSCOW, at(day, '12:00')),
    )
    expect([winter, summer]).toEqual([at('2026-03-28', '10:00'), at('2026-03-29', '11:00')])
  })
})

test.each([
  ['UTC', '2026-01-01', 'UTC'],
  [MOSCOW, '2026-01-01', 'МСК'],
  [MOSCOW, '2013-01-01', 'UTC+4'],
  ['Asia/Vladivostok', '2026-07-01', 'UTC+10'],
  ['Asia/Kolkata', '2026-07-01', 'UTC+5:30'],
  ['America/New_York', '2026-07-01', 'UTC−4'],
  ['America/New_York', '2026-12-01', 'UTC−5'],
])('the clock of %s on %s is called %s', (zone, day, clock) => {
  expect(clockAt(zone, Date.parse(day))).toBe(clock)
})

test('every zone of Russia has a name and is known to the tz database', () => {
  for (const zone of Object.keys(RUSSIAN_ZONES)) expect(placeOf(zone)).not.toContain('/')
  expect(placeOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
})

/** The wall time by the tz database, without any cache. */
const wallTime = (timeZone: string, moment: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(moment)

test('remembered offsets equal those of the tz database, at any moment in any zone', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const moments = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2037, 0) })
  fc.assert(
    fc.property(fc.constantFrom(...zones), moments, (zone, moment) => {
      const { day, time } = wallAt(zone, moment)
      expect(`${day} ${time}`).toBe(wallTime(zone, moment))
      expect(momentsOf(zone, { day, time })).toContain(Math.floor(moment / 60_000) * 60_000)
      expect(Number.isInteger(offsetAt(zone, moment))).toBe(true)
    }),
    { numRuns: 400 },
  )
})

test('the last supported day is never exceeded by a clock further east', () => {
  expect(wallIn('Asia/Kamchatka', 'UTC', { day: '9999-12-31', time: '22:00' })).toEqual({
    day: '9999-12-31',
    time: '23:59',
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../platform/working-days.ts'
import { objectionsAt, objectionsTo, type Facts, type Place, type Wish } from './rules/date-objections.ts'
import { MOST_REFUSED, nearest } from './rules/nearest.ts'

const MOSCOW = 'Europe/Moscow'
const NIGHTS = [0, 1, 2, 3, 4].map((weekday) => ({ weekday, from: '00:00', to: '06:00' }))
const place = (overrides: Partial<Place> = {}): Place => ({
  idcomp: 1,
  namecomp: 'Север',
  zone: MOSCOW,
  installing: null,
  ...overrides,
})
const facts = (overrides: Partial<Facts> = {}): Facts => ({
  zone: MOSCOW,
  now: Date.parse('2026-04-30T09:00:00Z'),
  calendar: new Map([['2026-05-01', 0]]),
  closed: [],
  plan_date: '2026-04-01',
  clashes: () => [],
  ...overrides,
})
const at = (releaseDate: string, releaseTime: string | null = null): Wish => ({ releaseDate, releaseTime })
const closed = (input = {}) => ({
  idcomp: 1,
  date_from: '2026-05-05',
  date_to: '2026-05-06',
  reason: 'переезд' as string | null,
  ...input,
})
const east = place({ zone: 'Asia/Vladivostok' })

describe('objections to a moment', () => {
  test.each<[string, Wish, Place, Facts, string[]]>([
    ['nothing', at('2026-05-04'), place(), facts(), []],
    ['yesterday', at('2026-04-29'), place(), facts(), ['29.04.2026 уже прошло']],
    ['today', at('2026-04-30'), place(), facts(), []],
    ['an hour ago', at('2026-04-30', '11:00'), place(), facts(), ['30.04.2026 уже прошло']],
    ['in an hour', at('2026-04-30', '13:00'), place(), facts(), []],
    [
      'today that is yesterday in the east',
      at('2026-04-30'),
      east,
      facts({ now: Date.parse('2026-04-30T15:00:00Z') }),
      ['30.04.2026 уже прошло'],
    ],
    [
      'before the plan',
      at('2026-05-04'),
      place(),
      facts({ plan_date: '2026-05-05' }),
      ['04.05.2026 раньше плановой даты релиза, 05.05.2026'],
    ],
    ['a holiday', at('2026-05-01'), place(), facts(), ['01.05.2026 – нерабочий день']],
    ['a weekend', at('2026-05-03'), place(), facts(), ['03.05.2026 – нерабочий день']],
    [
      'a weekend in the company’s own hours',
      at('2026-05-03'),
      place({ installing: [{ weekday: 6, from: '10:00', to: '12:00' }] }),
      facts(),
      [],
    ],
    [
      'a holiday that falls into its hours',
      at('2026-05-01'),
      place({ installing: NIGHTS }),
      facts(),
      ['01.05.2026 – нерабочий день'],
    ],
    [
      'another weekday',
      at('2026-05-05'),
      place({ installing: [{ weekday: 0, from: '10:00', to: '12:00' }] }),
      facts(),
      ['05.05.2026 у компании Север в этот день недели не устанавливают'],
    ],
    [
      'another hour',
      at('2026-05-05', '06:00'),
      place({ installing: NIGHTS }),
      facts(),
      ['05.05.2026 у компании Север устанавливают 00:00–06:00, а не в 06:00'],
    ],
    [
      'Monday evening here is Tuesday night there',
      at('2026-05-04', '18:00'),
      { ...east, installing: NIGHTS },
      facts(),
      [],
    ],
    [
      'closed by the company',
      at('2026-05-05'),
      place(),
      facts({ closed: [closed()] }),
      ['05.05.2026 закрыто (Север): переезд'],
    ],
    ['the day after', at('2026-05-07'), place(), facts({ closed: [closed()] }), []],
    ['closed by another company', at('2026-05-05'), place(), facts({ closed: [closed({ idcomp: 9 })] }), []],
    [
      'closed by the provider, which does not say why',
      at('2026-05-05'),
      place(),
      facts({ closed: [closed({ idcomp: null, reason: null })] }),
      ['05.05.2026 закрыто (поставщик)'],
    ],
    [
      'closed there, where it is the next day',
      at('2026-05-04', '21:00'),
      east,
      facts({ closed: [closed()] }),
      ['05.05.2026 (Владивосток) закрыто (Север): переезд'],
    ],
    ['a clash', at('2026-05-05'), place(), facts({ clashes: () => ['Занято'] }), ['Занято']],
    [
      'a clash by the company’s day',
      at('2026-05-04', '21:00'),
      east,
      facts({ clashes: (_, day) => [day] }),
      ['2026-05-05'],
    ],
  ])('%s', (_, wish, of, known, expected) => {
    expect([...objectionsAt(of, wish, known)].map(({ text }) => text)).toEqual(expected)
  })

  test('a release without companies is judged by the days of the provider', () => {
    const clashes = () => ['Занято']
    const of = (day: string) => [...objectionsTo([], at(day), facts({ clashes, closed: [closed({ idcomp: null })] }))]
    expect(of('2026-05-03').map(({ kind }) => kind)).toEqual(['day_off'])
    expect(of('2026-05-05').map(({ kind }) => kind)).toEqual(['closed'])
    expect(of('2026-05-08')).toEqual([])
  })

  test('several companies get each sentence once', () => {
    const all = objectionsTo([place(), place({ idcomp: 2 })], at('2026-05-03'), facts())
    expect([...all]).toEqual([{ kind: 'day_off', idcomp: null, text: '03.05.2026 – нерабочий день' }])
  })
})

describe('the nearest date', () => {
  const from = '2026-05-01'

  test('comes with the reasons against the days before it', () => {
    const { found, refused } = nearest([place()], { from }, facts({ closed: [closed({ date_from: '2026-05-04' })] }))
    expect(found).toEqual(at('2026-05-07'))
    expect(refused.map(({ day, reason }) => [day, reason.slice(11)])).toEqual([
      ['2026-05-01', '– нерабочий день'],
      ['2026-05-02', '– нерабочий день'],
      ['2026-05-03', '– нерабочий день'],
      ['2026-05-04', 'закрыто (Север): переезд'],
      ['2026-05-05', 'закрыто (Север): переезд'],
      ['2026-05-06', 'закрыто (Север): переезд'],
    ])
  })

  test.each<[string, Place[], Wish]>([
    [
      'is in the hours of the company, by the clock of the installation',
      [{ ...east, installing: NIGHTS }],
      at('2026-05-03', '17:00'),
    ],
    [
      'is in hours that all of them share',
      [
        place({ installing: [{ weekday: 1, from: '19:00', to: '23:00' }] }),
        place({ ...east, idcomp: 2, installing: [{ weekday: 2, from: '03:00', to: '05:00' }] }),
        place({ idcomp: 3 }),
      ],
      at('2026-05-05', '20:00'),
    ],
  ])('%s', (_, places, expected) => {
    expect(nearest(places, { from }, facts()).found).toEqual(expected)
  })

  test('is found at the requested time', () => {
    const monday = place({ installing: [{ weekday: 0, from: '10:00', to: '12:00' }] })
    expect(nearest([monday], { from, time: '11:30' }, facts()).found).toEqual(at('2026-05-04', '11:30'))
    expect(nearest([monday], { from, time: '12:00' }, facts()).found).toBeNull()
  })

  test('is null when there is none within two years, with reasons for the first days', () => {
    const { found, refused } = nearest([place()], { from }, facts({ clashes: () => ['Занято'] }))
    expect(found).toBeNull()
    expect(refused).toHaveLength(MOST_REFUSED)
    expect(refused.every(({ reason }) => reason !== '')).toBe(true)
  })

  test('is the first suitable one, for any closed days and time zones', () => {
    const periods = fc.array(
      fc.record({
        start: fc.integer({ min: 0, max: 40 }),
        days: fc.integer({ min: 0, max: 9 }),
        idcomp: fc.constantFrom(1, 2, null),
      }),
    )
    const zone = fc.constantFrom('Europe/Kaliningrad', MOSCOW, 'Asia/Vladivostok', 'Asia/Kamchatka')
    const installing = fc.constantFrom(null, NIGHTS)
    fc.assert(
      fc.property(periods, zone, installing, (all, one, hours) => {
        const places = [place({ zone: one, installing: hours }), place({ idcomp: 2, zone: one })]
        const known = facts({
          closed: all.map(({ start, days, idcomp }) => {
            const date_from = addDays(from, start)
            return closed({ idcomp, date_from, date_to: addDays(date_from, days) })
          }),
        })
        const { found, refused } = nearest(places, { from }, known)
        expect([...objectionsTo(places, found!, known)]).toEqual([])
        expect(refused.at(-1)?.day ?? addDays(found!.releaseDate, -1)).toBe(addDays(found!.releaseDate, -1))
      }),
    )
  })
})

import { expect, test } from 'vitest'
import { NO_EVIDENCE, orderFrom, readDay, readMoment, withCell } from './dates.ts'

const MOSCOW = 'Europe/Moscow'

test.each<[string, string | undefined]>([
  // ISO, with offsets and without.
  ['2026-02-05', '2026-02-04T21:00:00.000Z'],
  ['2026-02-05 14:30', '2026-02-05T11:30:00.000Z'],
  ['2026/02/05 14:30', '2026-02-05T11:30:00.000Z'],
  ['2026-02-05T14:30:15', '2026-02-05T11:30:15.000Z'],
  ['2026-02-05T14:30:15.123Z', '2026-02-05T14:30:15.000Z'],
  ['2026-02-05T14:30:15.000+0300', '2026-02-05T11:30:15.000Z'],
  ['2026-02-05T14:30+10:00', '2026-02-05T04:30:00.000Z'],
  ['2026-02-05T01:30-05', '2026-02-05T06:30:00.000Z'],
  ['2026-02-05 14:30:15 UTC', '2026-02-05T14:30:15.000Z'],
  // Jira, in English and in Russian.
  ['29/Jan/09 3:12 AM', '2009-01-29T00:12:00.000Z'],
  ['12/Mar/25 12:12 PM', '2025-03-12T09:12:00.000Z'],
  ['12/Mar/25 12:12 AM', '2025-03-11T21:12:00.000Z'],
  ['12/мар/25', '2025-03-11T21:00:00.000Z'],
  ['12/мая/25 3:04 PM', '2025-05-12T12:04:00.000Z'],
  ['12/май/25 15:04', '2025-05-12T12:04:00.000Z'],
  ['12/сент./25 15:04', '2025-09-12T12:04:00.000Z'],
  ['30 июня 2025 г., 9:05', '2025-06-30T06:05:00.000Z'],
  // Redmine and YouTrack.
  ['12.03.2025 23:30', '2025-03-12T20:30:00.000Z'],
  ['5.2.26', '2026-02-04T21:00:00.000Z'],
  ['03/12/2025 02:45 PM', '2025-12-03T11:45:00.000Z'],
  ['12 Mar 2025 09:05', '2025-03-12T06:05:00.000Z'],
  ['Mar 12, 2025 9:05 AM', '2025-03-12T06:05:00.000Z'],
  ['Wed, 12 Mar 2025 09:05:00 +0000', '2025-03-12T09:05:00.000Z'],
  // Numbers of workbooks and of programs.
  ['45728', '2025-03-11T21:00:00.000Z'],
  ['45728.5', '2025-03-12T09:00:00.000Z'],
  ['45728,25', '2025-03-12T03:00:00.000Z'],
  ['1741770300000', '2025-03-12T09:05:00.000Z'],
  // Not a supported day.
  ['31.02.2026', undefined],
  ['12/Foo/25', undefined],
  ['1999-12-31', undefined],
  ['2101-01-01', undefined],
  ['10000', undefined],
  ['12.03.2025 25:00', undefined],
  ['вчера', undefined],
  ['', undefined],
])('«%s» in Moscow', (cell, expected) => expect(readMoment(cell, 'dmy', MOSCOW)).toBe(expected))

test('the order decides which of two numbers is the month', () => {
  expect(readMoment('03/12/2025 02:45 PM', 'mdy', MOSCOW)).toBe('2025-03-12T11:45:00.000Z')
  expect(readMoment('03-12-25', 'mdy', 'UTC')).toBe('2025-03-12T00:00:00.000Z')
  expect(readMoment('13/12/2025', 'mdy', 'UTC')).toBeUndefined()
  // Dates with dots have one order only.
  expect(readMoment('03.12.2025', 'mdy', 'UTC')).toBe('2025-12-03T00:00:00.000Z')
})

test('a day is the one in the cell, whatever the zone', () => {
  expect(readDay('28/Mar/25 12:00 AM', 'dmy')).toBe('2025-03-28')
  expect(readDay('2025-03-28T23:30:00-05:00', 'dmy')).toBe('2025-03-28')
  expect(readDay('03/28/2025', 'mdy')).toBe('2025-03-28')
})

test.each<[string, string[], 'dmy' | 'mdy', boolean]>([
  ['a day that cannot be a month, first', ['03/12/2025', '28/03/2025'], 'dmy', true],
  ['a day that cannot be a month, second', ['03/12/2025', '03/28/2025'], 'mdy', true],
  ['no evidence', ['03/12/2025', '04/05/2025'], 'dmy', false],
  ['only am and pm', ['03/12/2025 02:45 PM', '04/05/2025 01:00 AM'], 'mdy', false],
  ['both orders, more of one', ['28/03/2025', '27/03/2025', '03/28/2025'], 'dmy', false],
  ['no slashes at all', ['12.03.2025', '12/Mar/25'], 'dmy', false],
])('the order derived from the whole column: %s', (_, cells, order, isSure) =>
  expect(orderFrom(cells.reduce(withCell, NO_EVIDENCE))).toEqual({ order, isSure }),
)

test('the sample is a date that can be read either way', () => {
  expect(['28/03/2025', '03/04/2025', '27/03/2025'].reduce(withCell, NO_EVIDENCE).sample).toBe('03/04/2025')
})

test('marks that nobody sees, as Windows puts before the parts of a date, change nothing', () => {
  expect(readMoment('\u200e12\u200e.03\u200e.2025 14:45', 'dmy', 'UTC')).toBe('2025-03-12T14:45:00.000Z')
  expect(orderFrom(['\u200e03/\u200e28/2025'].reduce(withCell, NO_EVIDENCE))).toEqual({ order: 'mdy', isSure: true })
})

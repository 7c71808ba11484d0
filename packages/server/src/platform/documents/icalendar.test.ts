import { expect, test } from 'vitest'
import { calendarFile, senderOf } from './icalendar.ts'

const entry = {
  uid: 'agreement-1@vypusk.example',
  sequence: 0,
  stamp: '2026-03-01T09:00:00.000Z',
  summary: 'Установка',
  description: 'Дата согласовывается.',
  url: 'https://vypusk.example/releases/1',
  status: 'asked' as const,
  organizer: { name: 'Выпуск', email: 'vypusk@vypusk.example' },
}

/** Start and end in the format of calendar programs. */
const spanOf = (zone: string, releaseDate: string, releaseTime: string | null) => {
  const text = calendarFile([{ ...entry, releaseDate, releaseTime }], { zone })
  return ['DTSTART', 'DTEND'].map((name) => new RegExp(`${name}[^:]*:(\\S+)`).exec(text)?.[1])
}

test.each([
  // Three zones without summer time: their differences are the same all year round.
  ['Europe/Kaliningrad', '2026-03-29', '02:30', '20260329T003000Z', '20260329T013000Z'],
  ['Europe/Moscow', '2026-03-29', '02:30', '20260328T233000Z', '20260329T003000Z'],
  ['Asia/Kamchatka', '2026-03-29', '02:30', '20260328T143000Z', '20260328T153000Z'],
  ['Europe/Kaliningrad', '2026-10-25', '02:30', '20261025T003000Z', '20261025T013000Z'],
  ['Europe/Moscow', '2026-10-25', '02:30', '20261024T233000Z', '20261025T003000Z'],
  ['Asia/Kamchatka', '2026-10-25', '02:30', '20261024T143000Z', '20261024T153000Z'],
  // Before, in and after the skipped hour and the repeated one, of which the first is meant.
  ['Europe/Berlin', '2026-03-29', '01:30', '20260329T003000Z', '20260329T013000Z'],
  ['Europe/Berlin', '2026-03-29', '02:30', '20260329T013000Z', '20260329T023000Z'],
  ['Europe/Berlin', '2026-03-29', '03:30', '20260329T013000Z', '20260329T023000Z'],
  ['Europe/Berlin', '2026-10-25', '02:30', '20261025T003000Z', '20261025T013000Z'],
  ['Europe/Berlin', '2026-10-25', '03:30', '20261025T023000Z', '20261025T033000Z'],
])('in %s %s at %s is %s', (zone, day, time, start, end) => expect(spanOf(zone, day, time)).toEqual([start, end]))

test('a date without a time is a day in no zone', () => {
  for (const zone of ['Europe/Kaliningrad', 'Europe/Moscow', 'Asia/Kamchatka'])
    expect(spanOf(zone, '2026-12-31', null)).toEqual(['20261231', '20270101'])
})

test.each([
  ['Релизы <releases@пример.рф>', 'Релизы', 'releases@xn--e1afmkfd.xn--p1ai'],
  ['vypusk@localhost', 'Выпуск', 'vypusk@localhost'],
])('the organiser of the sender %s is a URI', (mailFrom, name, email) => {
  expect(senderOf(mailFrom)).toEqual({ name, email })
  const organizer = senderOf(mailFrom)
  const text = calendarFile([{ ...entry, organizer, releaseDate: '2026-12-31', releaseTime: null }], {})
  expect(text.replaceAll(/\r\n /g, '')).toContain(`mailto:${email}\r\n`)
})

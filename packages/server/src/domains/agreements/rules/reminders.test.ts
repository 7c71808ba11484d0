import { expect, test } from 'vitest'
import { hoursOf, type Week } from '../../calendars/rules/week.ts'
import { answerBy } from './deadline.ts'
import { dueStage, plannedReminders, soonest, type ReminderDays, type Silence } from './reminders.ts'

/** The question is sent on a Friday; the following Monday, the 9th, is a holiday. */
const production = new Map([['2026-03-09', 0]])
const moscow: Week = { zone: 'Europe/Moscow', working: null, closed: [] }
const hours = hoursOf(moscow, production)
const DAYS: ReminderDays = [2, 4, 6, 8]
const everybody = { recipients: true, deputy: true, head: true, team: true }
/** The moment of that time in Moscow. */
const at = (day: string, time = '10:00') => Date.parse(`${day}T${time}:00+03:00`)
const asked: Silence = { asked_at: at('2026-03-06'), reminded: [], has_addressee: everybody }
const done = (stage: string, day: string, ahead = false) => ({ stage, at: at(day), ahead })
const first = done('recipients', '2026-03-11')
const stepsOf = (silence: Silence, now: number, own = hours) => plannedReminders(silence, DAYS, now, own)
const daysOf = (silence: Silence, now: string) => stepsOf(silence, at(now)).map(({ stage, day }) => [stage, day])

test('each stage has its working day and is due when the company begins work', () => {
  const steps = stepsOf(asked, at('2026-03-06'))
  expect(steps.map(({ stage, day, at: moment }) => [stage, day, moment])).toEqual([
    ['recipients', '2026-03-11', at('2026-03-11', '09:00')],
    ['deputy', '2026-03-13', at('2026-03-13', '09:00')],
    ['head', '2026-03-17', at('2026-03-17', '09:00')],
    ['team', '2026-03-19', at('2026-03-19', '09:00')],
  ])
})

test('a missed step is due as soon as the company is at work, and later steps keep their distance', () => {
  expect(daysOf(asked, '2026-03-20')).toEqual([
    ['recipients', '2026-03-20'],
    ['deputy', '2026-03-24'],
    ['head', '2026-03-26'],
    ['team', '2026-03-30'],
  ])
  expect(daysOf(asked, '2026-03-21')[0]).toEqual(['recipients', '2026-03-23'])
  expect(stepsOf(asked, at('2026-03-20', '20:00'))[0]).toMatchObject({ at: at('2026-03-23', '09:00') })
})

test('finished steps and the steps before them are not planned again', () => {
  expect(daysOf({ ...asked, reminded: [first] }, '2026-03-12')).toEqual([
    ['deputy', '2026-03-13'],
    ['head', '2026-03-17'],
    ['team', '2026-03-19'],
  ])
  const all = { ...asked, reminded: [first, done('team', '2026-03-19')] }
  expect(daysOf(all, '2026-03-20')).toEqual([])
})

test('a reminder by a person replaces that of the schedule and does not move later steps forward', () => {
  expect(daysOf({ ...asked, reminded: [done('recipients', '2026-03-06')] }, '2026-03-06')).toEqual([
    ['deputy', '2026-03-13'],
    ['head', '2026-03-17'],
    ['team', '2026-03-19'],
  ])
})

test('a step that was sent early moves later steps forward', () => {
  expect(daysOf({ ...asked, reminded: [done('recipients', '2026-03-06', true)] }, '2026-03-06')).toEqual([
    ['deputy', '2026-03-11'],
    ['head', '2026-03-13'],
    ['team', '2026-03-17'],
  ])
  const twice = [first, done('deputy', '2026-03-11', true)]
  expect(daysOf({ ...asked, reminded: twice }, '2026-03-12')[0]).toEqual(['head', '2026-03-13'])
})

const without = (stage: keyof typeof everybody) => ({ ...everybody, [stage]: false })

test.each([
  ['the day of the question', asked, '2026-03-06', '10:00', null],
  ['a day too early', asked, '2026-03-10', '10:00', null],
  ['its day', asked, '2026-03-11', '09:00', 'recipients'],
  ['its day, before the company works', asked, '2026-03-11', '08:50', null],
  ['its day, after the company works', asked, '2026-03-11', '18:00', null],
  ['its day, but done', { ...asked, reminded: [first] }, '2026-03-11', '10:00', null],
  [
    'the next stage, after one that was noted while the clock was ahead',
    { ...asked, reminded: [done('recipients', '2027-03-11')] },
    '2026-03-13',
    '10:00',
    'deputy',
  ],
  ['a day off', asked, '2026-03-14', '10:00', null],
  ['the next stage', { ...asked, reminded: [first] }, '2026-03-13', '10:00', 'deputy'],
  ['a stage without anybody', { ...asked, has_addressee: without('recipients') }, '2026-03-12', '10:00', null],
  ['the one after it', { ...asked, has_addressee: without('recipients') }, '2026-03-13', '10:00', 'deputy'],
  [
    'the head, where there is no deputy',
    { ...asked, reminded: [first], has_addressee: without('deputy') },
    '2026-03-17',
    '10:00',
    'head',
  ],
  ['the end', { ...asked, reminded: [first, done('head', '2026-03-17')] }, '2026-03-19', '10:00', 'team'],
] satisfies [string, Silence, string, string, string | null][])('on %s', (_, silence, day, time, stage) => {
  expect(dueStage(silence, DAYS, at(day, time), hours)).toBe(stage)
})

/** Works from ten to seven in Vladivostok, Tuesdays to Saturdays; closed on the Tuesday after the question. */
const vladivostok = hoursOf(
  {
    zone: 'Asia/Vladivostok',
    working: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '10:00', to: '19:00' })),
    closed: [{ date_from: '2026-03-10', date_to: '2026-03-10' }],
  },
  production,
)

test('the steps follow the time zone, week, hours and closed days of the company', () => {
  // Saturday the 7th is the first working day there, Wednesday the 11th the second: the 10th is closed.
  const [step] = stepsOf(asked, at('2026-03-06'), vladivostok)
  expect(step).toMatchObject({ day: '2026-03-11', at: Date.parse('2026-03-11T00:00:00Z') })
  const due = (moment: string) => dueStage(asked, DAYS, Date.parse(moment), vladivostok)
  expect(['2026-03-10T23:50:00Z', '2026-03-11T00:00:00Z', '2026-03-11T09:00:00Z'].map(due)).toEqual([
    null,
    'recipients',
    null,
  ])
})

test('an evening question in Moscow counts from the next day in Vladivostok', () => {
  const evening = { ...asked, asked_at: at('2026-03-05', '19:00') }
  expect(stepsOf(evening, at('2026-03-05', '19:00'), vladivostok)[0]).toMatchObject({ day: '2026-03-11' })
})

test('a company that never works is never reminded', () => {
  expect(stepsOf(asked, at('2026-03-20'), hoursOf({ ...moscow, working: [] }, production))).toEqual([])
})

test('an answer is wanted on a working day, before somebody else is asked, and before the installation', () => {
  const of = { asked_on: '2026-03-06', releaseDate: '2026-04-20' }
  const by = (today: string, days: ReminderDays | null = DAYS) => answerBy({ ...of, today }, days, hours)
  expect([by('2026-03-06'), by('2026-03-13'), by('2026-03-20'), by('2026-03-06', null)]).toEqual([
    '2026-03-12',
    '2026-03-16',
    '2026-04-17',
    '2026-04-17',
  ])
})

test('an answer is wanted the same day when the company is not at work before somebody else is asked', () => {
  const by = (today: string, own = hours) => answerBy({ asked_on: today, releaseDate: '2026-03-10', today }, null, own)
  expect(by('2026-03-07')).toBe('2026-03-07')
  expect(by('2026-03-06', hoursOf({ ...moscow, working: [] }, production))).toBe('2026-03-06')
})

test('nothing is due sooner than the shortest distance between two steps', () => {
  expect([soonest(DAYS), soonest([10, 11, 15, 16])]).toEqual([2, 1])
})

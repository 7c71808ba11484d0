import { expect, test } from 'vitest'
import { dueStage, plannedReminders, type ReminderDays, type Silence } from './reminders.ts'

/** The question was asked on a Friday before a holiday on Monday the 9th. */
const calendar = new Map([['2026-03-09', 0]])
const DAYS: ReminderDays = [2, 4, 6]
const everybody = { recipients: true, deputy: true, head: true }
const asked: Silence = { asked_on: '2026-03-06', reminded: [], has_addressee: everybody }
const first = { stage: 'recipients', on: '2026-03-11' }
const daysOf = (silence: Silence, today: string) =>
  plannedReminders(silence, DAYS, today, calendar).map(({ stage, day }) => [stage, day])

test('each stage has its working day', () => {
  expect(daysOf(asked, '2026-03-06')).toEqual([
    ['recipients', '2026-03-11'],
    ['deputy', '2026-03-13'],
    ['head', '2026-03-17'],
  ])
})

test('what was missed comes today, what follows keeps its distance', () => {
  expect(daysOf(asked, '2026-03-20')).toEqual([
    ['recipients', '2026-03-20'],
    ['deputy', '2026-03-24'],
    ['head', '2026-03-26'],
  ])
  expect(daysOf(asked, '2026-03-21')[0]).toEqual(['recipients', '2026-03-23'])
})

test('what was done is not planned again, nor what comes before it', () => {
  expect(daysOf({ ...asked, reminded: [first] }, '2026-03-12')).toEqual([
    ['deputy', '2026-03-13'],
    ['head', '2026-03-17'],
  ])
  const head = { stage: 'head', on: '2026-03-17' }
  expect(daysOf({ ...asked, reminded: [first, head] }, '2026-03-18')).toEqual([])
})

test("a person who reminds early does so in the schedule's stead, and hurries nobody", () => {
  const early = { stage: 'recipients', on: '2026-03-06' }
  expect(daysOf({ ...asked, reminded: [early] }, '2026-03-06')).toEqual([
    ['deputy', '2026-03-13'],
    ['head', '2026-03-17'],
  ])
})

test.each([
  ['the day of the question', asked, '2026-03-06', null],
  ['a day too early', asked, '2026-03-10', null],
  ['its day', asked, '2026-03-11', 'recipients'],
  ['its day, but done', { ...asked, reminded: [first] }, '2026-03-11', null],
  ['a day off', asked, '2026-03-14', null],
  ['the next stage', { ...asked, reminded: [first] }, '2026-03-13', 'deputy'],
  ['a stage without anybody', { ...asked, has_addressee: { ...everybody, recipients: false } }, '2026-03-12', null],
  ['the one after it', { ...asked, has_addressee: { ...everybody, recipients: false } }, '2026-03-13', 'deputy'],
  [
    'the head, where there is no deputy',
    { ...asked, reminded: [first], has_addressee: { ...everybody, deputy: false } },
    '2026-03-17',
    'head',
  ],
] satisfies [string, Silence, string, string | null][])('on %s', (_, silence, today, stage) => {
  expect(dueStage(silence, DAYS, today, calendar)).toBe(stage)
})

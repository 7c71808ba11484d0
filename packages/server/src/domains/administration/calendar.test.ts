import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminCalendar, releases } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease } from '../../testing/making/make.ts'
import { holidaysOf, workingDayInWords } from './rules.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let admin: Api
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  admin = await product.as('admin')
})
afterAll(() => product.close())

const year = async (asked: number) => (await admin(adminCalendar.year, { params: { year: asked } })).body
const setDay = (day: string, minutes: number | null, name = '') =>
  admin(adminCalendar.setDay, { body: { day, minutes, name } })
const dayOf = async (day: string) => (await year(Number(day.slice(0, 4)))).days.find((one) => one.day === day)
const specialOf = async (asked: number) =>
  (await year(asked)).days.flatMap(({ is_special, ...day }) => (is_special ? [day] : []))

test('the years 2024–2027 are filled; a day is changed and reset', async () => {
  expect((await year(2026)).years).toEqual([2024, 2025, 2026, 2027])
  expect(await dayOf('2026-05-11')).toEqual({
    day: '2026-05-11',
    minutes: 0,
    name: 'Перенос выходного дня',
    is_special: true,
  })
  expect((await year(2024)).days).toHaveLength(366)
  await setDay('2026-05-11', 420, 'Короткий понедельник')
  expect(await dayOf('2026-05-11')).toMatchObject({ minutes: 420, name: 'Короткий понедельник' })
  await setDay('2026-05-11', null)
  expect(await dayOf('2026-05-11')).toEqual({ day: '2026-05-11', minutes: 480, name: '', is_special: false })
  await setDay('2026-05-11', null)
  const history = await product.deps.db
    .selectFrom('history')
    .select(['title', 'before', 'after'])
    .where('entity', '=', 'calendar')
    .orderBy('id')
    .execute()
  expect(history).toEqual([
    { title: '11.05.2026', before: 'выходной, Перенос выходного дня', after: '7 ч, Короткий понедельник' },
    { title: '11.05.2026', before: '7 ч, Короткий понедельник', after: 'обычный день' },
  ])
})

test('calculations use the changed days at once', async () => {
  const release = await makeRelease(product.deps.db, { author_id: people.manager })
  const planned = async () => {
    const query = { users: '', requests: '', start_date: '2026-09-07', planned_time: 960 }
    const { calculation } = (await admin(releases.calculationRequests, { params: { id: release }, query })).body
    return calculation.plan_date
  }
  expect(await planned()).toBe('2026-09-08')
  await setDay('2026-09-08', 0, 'День компании')
  expect(await planned()).toBe('2026-09-09')
  await setDay('2026-09-12', 480, 'Рабочая суббота')
  await setDay('2026-09-09', 0)
  await setDay('2026-09-10', 0)
  await setDay('2026-09-11', 0)
  expect(await planned()).toBe('2026-09-12')
})

test('a year is filled once, even by concurrent calls', async () => {
  const fill = () => admin(adminCalendar.addYear, { params: { year: 2031 } })
  const both = await Promise.all([fill(), fill()])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await fill()).refusal.message).toBe('Этот год уже заполнен: меняйте его по дням')
  expect(await specialOf(2031)).toEqual(holidaysOf(2031))
  expect(await specialOf(2030)).toEqual([])
})

test('an invalid day or year is refused', async () => {
  expect((await setDay('2026-02-30', 0)).status).toBe(422)
  expect((await setDay('2026-02-03', 1441)).status).toBe(422)
  expect((await admin(adminCalendar.year, { params: { year: 1066 } })).status).toBe(404)
})

describe('holidays of a year', () => {
  test('are those of the law, with the shorter days before them', () => {
    const days = holidaysOf(2028)
    expect(days.filter(({ minutes }) => minutes === 0)).toHaveLength(14)
    // 22.02.2028 is a Tuesday; of 30.04, 08.05 and so on only those from Monday to Friday are shortened.
    expect(days.filter(({ minutes }) => minutes > 0).map(({ day }) => day)).toEqual([
      '2028-02-22',
      '2028-03-07',
      '2028-05-08',
      '2028-11-03',
    ])
  })

  test.each([
    [null, '', 'обычный день'],
    [0, '', 'выходной'],
    [0, 'День России', 'выходной, День России'],
    [420, 'Сокращённый день', '7 ч, Сокращённый день'],
  ])('%s %s is «%s»', (minutes, name, words) => expect(workingDayInWords(minutes, name)).toBe(words))
})

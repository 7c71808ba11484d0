import { describe, expect, test } from 'vitest'
import { calculate, fromTheBeginning, stays } from './calculation.ts'

describe('calculation', () => {
  const start_date = '2026-04-27'
  test.each([
    [
      'requests exceed the plan',
      [600, null, 360],
      480,
      0,
      { planned_requests_time: 960, difference: -480, people: 1, plan_date: '2026-04-28' },
    ],
    [
      'the plan exceeds the requests',
      [60],
      960,
      2,
      { planned_requests_time: 60, difference: 900, people: 2, plan_date: '2026-04-27' },
    ],
    ['nothing yet', [], 0, 0, { planned_requests_time: 0, difference: 0, people: 1, plan_date: start_date }],
  ])('%s', (_, requests, planned_time, users, expected) => {
    // Days off are tested in platform/working-days.test.ts.
    expect(calculate({ requests, start_date, planned_time, users }, new Map())).toMatchObject(expected)
  })
})

describe('steps', () => {
  const user = { id: 1, name: 'Анна' }
  const at = (day: number, step: number) => ({
    id: day,
    step: { id: step, name_step: `Этап ${step}`, order: step, kind: 'work' as const },
    at: `2026-03-0${day}T09:00:00.000Z`,
    user,
    comment: null,
  })

  test('each step lasts until the next, the last until now', () => {
    const kept = stays([at(1, 0), at(3, 1), at(3, 2)], '2026-03-09T08:00:00.000Z')
    expect(kept.map(({ days, left_at }) => [days, left_at])).toEqual([
      [2, at(3, 1).at],
      [0, at(3, 2).at],
      [5, null],
    ])
  })

  test('planning comes first even if no change records it', () => {
    expect(fromTheBeginning([], at(1, 0).at, user).map(({ step }) => step.id)).toEqual([0])
    expect(fromTheBeginning([at(3, 2)], at(1, 0).at, user).map(({ step }) => step.id)).toEqual([0, 2])
    expect(fromTheBeginning([at(1, 0), at(3, 2)], at(1, 0).at, user).map(({ step }) => step.id)).toEqual([0, 2])
  })
})

import { describe, expect, test } from 'vitest'
import {
  calculate,
  customerStatus,
  fromTheBeginning,
  readiness,
  stays,
  withBreaks,
  type CompanyState,
} from './rules.ts'

const company = (given: Partial<CompanyState> = {}): CompanyState => ({
  idcomp: 1,
  namecomp: 'ООО «Меридиан»',
  agreement_id: 7,
  by_rivc: true,
  by_client: true,
  isPublishedOnTestEnv: true,
  remark: '',
  listed: false,
  ...given,
})
const without = { agreement_id: null, by_rivc: null, by_client: null, isPublishedOnTestEnv: null, remark: null }

describe('customer status', () => {
  test.each([
    ['no agreement', without, 0],
    ['neither party approved', { by_rivc: false, by_client: false }, 0],
    ['staff approved', { by_client: false }, 1],
    ['both approved', {}, 2],
    ['on the list, agreed', { listed: true }, -1],
    ['on the list, no agreement', { ...without, listed: true }, -1],
  ])('%s', (_, given, status) => expect(customerStatus(company(given))).toBe(status))
})

describe('readiness', () => {
  test.each([
    ['agreed and tested', {}, []],
    ['no agreement', without, ['Нет согласования']],
    ['not sent', { by_rivc: false, by_client: false }, ['Дата не отправлена клиенту']],
    ['sent', { by_client: false }, ['Ждём согласования клиента']],
    ['not on test', { isPublishedOnTestEnv: false }, ['Не опубликовано на тестовом стенде']],
    ['open remark', { remark: 'Не та дата' }, ['Есть замечание']],
    ['a remark of spaces is none', { remark: '  ' }, []],
    [
      'everything at once',
      { by_client: false, isPublishedOnTestEnv: false, remark: 'x' },
      ['Ждём согласования клиента', 'Не опубликовано на тестовом стенде', 'Есть замечание'],
    ],
  ])('%s', (_, given, reasons) => {
    const { ready, waiting } = readiness([company(given)])
    expect(ready).toBe(reasons.length === 0)
    expect(waiting.flatMap((who) => who.reasons)).toEqual(reasons)
  })

  test('the listed are not waited for', () => {
    const states = [
      company(),
      company({ idcomp: 2, ...without, listed: true }),
      company({ idcomp: 3, by_client: false }),
    ]
    expect(readiness(states)).toMatchObject({
      ready: false,
      agreed: 1,
      expected: 2,
      waiting: [{ idcomp: 3, status: 1 }],
    })
  })

  test('a release for nobody waits for nobody', () => {
    expect(readiness([])).toEqual({ ready: true, agreed: 0, expected: 0, waiting: [] })
  })
})

describe('calculation', () => {
  const start_date = '2026-04-27'
  test.each([
    [
      'requests beyond the plan',
      [600, null, 360],
      480,
      0,
      { planned_requests_time: 960, difference: -480, people: 1, plan_date: '2026-04-28' },
    ],
    [
      'the plan beyond the requests',
      [60],
      960,
      2,
      { planned_requests_time: 60, difference: 900, people: 2, plan_date: '2026-04-27' },
    ],
    ['nothing yet', [], 0, 0, { planned_requests_time: 0, difference: 0, people: 1, plan_date: start_date }],
  ])('%s', (_, requests, planned_time, users, expected) => {
    // Days off are the matter of platform/working-days.test.ts.
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

  test('each is stood on until the next, the last until now', () => {
    const kept = stays([at(1, 0), at(3, 1), at(3, 2)], '2026-03-09T08:00:00.000Z')
    expect(kept.map(({ days, left_at }) => [days, left_at])).toEqual([
      [2, at(3, 1).at],
      [0, at(3, 2).at],
      [5, null],
    ])
  })

  test('planning comes first even where nobody wrote it down', () => {
    expect(fromTheBeginning([], at(1, 0).at, user).map(({ step }) => step.id)).toEqual([0])
    expect(fromTheBeginning([at(3, 2)], at(1, 0).at, user).map(({ step }) => step.id)).toEqual([0, 2])
    expect(fromTheBeginning([at(1, 0), at(3, 2)], at(1, 0).at, user).map(({ step }) => step.id)).toEqual([0, 2])
  })
})

test('line breaks of every kind are kept as tags', () => {
  expect(withBreaks('один\nдва\r\nтри\rчетыре')).toBe('один<br>два<br>три<br>четыре')
})

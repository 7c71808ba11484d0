import { describe, expect, test } from 'vitest'
import { customerStatus, readiness, type CompanyState } from './readiness.ts'

const company = (overrides: Partial<CompanyState> = {}): CompanyState => ({
  idcomp: 1,
  namecomp: 'ООО «Меридиан»',
  agreement_id: 7,
  by_rivc: true,
  by_client: true,
  isPublishedOnTestEnv: true,
  remark: '',
  releaseDate: '2026-03-20',
  releaseTime: null,
  company_day: '2026-03-20',
  sent_at: null,
  date_passed: false,
  trials: null,
  open_remarks: { blocking: 0, other: 0, unanswered: 0 },
  plan_date: '2026-03-09',
  has_addressee: true,
  offer_id: null,
  closed_for: null,
  scope_changed: false,
  listed: false,
  hidden: false,
  called_off: false,
  published: false,
  ...overrides,
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
  ])('%s', (_, input, status) => expect(customerStatus(company(input))).toBe(status))
})

const readyOf = (companies: CompanyState[]) => readiness({ companies, unnamed: [] })

describe('readiness', () => {
  test.each<[what: string, given: Partial<CompanyState>, found: [kind: string, reason: string, id: number | null][]]>([
    ['agreed and tested', {}, []],
    ['no agreement', without, [['not_asked', 'Нет согласования', null]]],
    ['not sent', { by_rivc: false, by_client: false }, [['not_asked', 'Дата не отправлена клиенту', 7]]],
    [
      'not sent before its day has passed',
      { by_rivc: false, by_client: false, date_passed: true },
      [['not_asked', 'Дата прошла, а клиенту не отправлена', 7]],
    ],
    ['sent', { by_client: false }, [['waiting', 'Ждём согласования клиента', 7]]],
    ['the day has passed', { by_client: false, date_passed: true }, [['passed', 'Дата прошла без ответа', 7]]],
    ['an agreed day has passed', { date_passed: true }, []],
    ['another date is offered', { by_client: false, offer_id: 5 }, [['offer', 'Предложена другая дата', 5]]],
    [
      'another date is offered after the day has passed',
      { by_client: false, offer_id: 5, date_passed: true },
      [['offer', 'Предложена другая дата', 5]],
    ],
    [
      'nobody is left to answer',
      { by_client: false, has_addressee: false },
      [
        ['waiting', 'Ждём согласования клиента', 7],
        ['nobody', 'Некому ответить: у клиента нет получателей с почтой', 7],
      ],
    ],
    ['nobody is left, and nobody has to answer', { has_addressee: false }, []],
    ['not on test', { isPublishedOnTestEnv: false }, [['test', 'Не опубликовано на тестовом стенде', 7]]],
    ['open remark', { remark: 'Не та дата' }, [['remark', 'Есть замечание', 7]]],
    ['a remark of only spaces counts as none', { remark: '  ' }, []],
    [
      'everything at once',
      { by_client: false, isPublishedOnTestEnv: false, remark: 'x' },
      [
        ['waiting', 'Ждём согласования клиента', 7],
        ['test', 'Не опубликовано на тестовом стенде', 7],
        ['remark', 'Есть замечание', 7],
      ],
    ],
    [
      'the client has raised a remark that nobody has answered',
      { by_client: false, remark: 'x', open_remarks: { blocking: 1, other: 0, unanswered: 1 } },
      [['remark', 'Есть замечание', 7]],
    ],
  ])('%s', (_, input, found) => {
    const { ready, waiting } = readyOf([company(input)])
    expect(ready).toBe(found.length === 0)
    const blockers = waiting.flatMap((who) => who.blockers)
    expect(blockers.map(({ kind, reason, id }) => [kind, reason, id])).toEqual(found)
    expect(waiting.flatMap((who) => who.reasons)).toEqual(found.map(([, reason]) => reason))
  })

  test('a plan date that has overtaken the date is reported and holds nothing up', () => {
    const { ready, warned } = readyOf([company({ plan_date: '2026-03-21' })])
    expect([ready, warned[0]?.blockers]).toEqual([
      true,
      [{ kind: 'plan', reason: 'Плановая дата релиза позже даты установки', id: 7, holds: false }],
    ])
    expect(readyOf([company({ plan_date: '2026-03-20' })]).warned).toEqual([])
    const unsent = company({ plan_date: '2026-03-21', by_rivc: false, by_client: false })
    expect(readyOf([unsent]).waiting[0]?.blockers).toHaveLength(1)
  })

  test('closed days are reported and hold nothing up', () => {
    const closed = { closed_for: 'Закрытие года' }
    expect(readyOf([company(closed)])).toMatchObject({
      ready: true,
      waiting: [],
      warned: [{ idcomp: 1, reasons: [], blockers: [{ kind: 'freeze', id: 7, holds: false }] }],
    })
    expect(readyOf([company({ ...closed, remark: 'x' })])).toMatchObject({
      ready: false,
      waiting: [{ reasons: ['Есть замечание'], blockers: [{ kind: 'remark' }, { kind: 'freeze' }] }],
      warned: [],
    })
    expect(readyOf([company({ ...closed, date_passed: true })]).warned).toEqual([])
  })

  test('companies on the not-publishing list are not waited for', () => {
    const states = [
      company(),
      company({ idcomp: 2, ...without, listed: true }),
      company({ idcomp: 3, by_client: false }),
    ]
    expect(readyOf(states)).toMatchObject({
      ready: false,
      agreed: 1,
      expected: 2,
      waiting: [{ idcomp: 3, status: 1 }],
    })
  })

  test('a company that has the release is neither waited for nor warned of', () => {
    const has = { published: true, by_client: false, date_passed: true, remark: 'x', plan_date: '2026-03-21' }
    expect(readyOf([company(has), company({ idcomp: 2 })])).toMatchObject({
      ready: true,
      agreed: 1,
      expected: 2,
      waiting: [],
      warned: [],
    })
    expect(readyOf([company(has), company({ idcomp: 2, by_client: false })])).toMatchObject({
      ready: false,
      waiting: [{ idcomp: 2 }],
    })
  })

  test('a release without companies is not ready, one whose companies all get nothing is', () => {
    expect(readyOf([])).toMatchObject({ ready: false, agreed: 0, expected: 0, waiting: [] })
    expect(readyOf([company({ listed: true })])).toMatchObject({ ready: true, expected: 0 })
    expect(readyOf([company({ ...without, hidden: true })])).toMatchObject({ ready: true, expected: 0, waiting: [] })
  })

  test('nobody is waited for once the release is closed, and it is not ready', () => {
    const [silent, agreed] = [company({ by_client: false, called_off: true }), company({ idcomp: 2, called_off: true })]
    const over = { ready: false, called_off: true, agreed: 1, expected: 2, waiting: [], warned: [] }
    expect(readyOf([silent, agreed])).toMatchObject(over)
    // The release was handed over to one company, and closed before the other one had answered.
    const handed = company({ idcomp: 2, published: true })
    expect(readyOf([silent, handed])).toMatchObject({ ...over, called_off: false })
  })

  test('unnamed companies are reported and hold nothing up', () => {
    const unnamed = [{ idcomp: 9, namecomp: 'АО «Порт»', requests: 2 }]
    expect(readiness({ companies: [company()], unnamed })).toMatchObject({ ready: true, expected: 1, unnamed })
  })
})

import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agreements, companyCalendars, planning, releases, type BodyInput } from '@vypusk/contract'
import { releasesWorld } from '../../testing/releases.ts'

type World = Awaited<ReturnType<typeof releasesWorld>>
let world: World
beforeAll(async () => void (world = await releasesWorld()))
afterAll(() => world.product.close())

type Change = BodyInput<typeof planning.save>['changes'][number]

/** A release in March with an agreed installation, forty hours of work and one person. */
async function planned() {
  const { people, staff } = world
  const release_id = await world.newRelease({ planned_time: 2400 })
  const body = { release_id, company_id: people.company1, releaseDate: '2026-04-02', releaseTime: '22:00' }
  const agreement_id = (await staff(agreements.add, { body: { ...body, recipients: [people.client1] } })).body.id
  await staff(agreements.update, { params: { id: agreement_id }, body: { updateTarget: 5, remark: '' } })
  return { release_id, agreement_id }
}

/** Moves the company to a time zone. */
async function settleIn(id: number, zone: string) {
  const { version } = (await world.staff(companyCalendars.get, { params: { id } })).body
  const body = { zone, working: companyCalendars.USUAL_WEEK, installing: null, version }
  await world.staff(companyCalendars.save, { params: { id }, body })
}

const release = async (id: number) =>
  (await world.staff(planning.inProgress)).body.releases.find((each) => each.id === id)!
const preview = async (changes: Change[]) =>
  (await world.staff(planning.preview, { body: { from: '2026-03-02', weeks: 8, changes } })).body
const effectOf = async (change: Change) => (await preview([change])).effects[0]!
const shift = (release_id: number, overrides: Partial<Change> = {}): Change => ({
  release_id,
  start_date: '2026-03-09',
  plan_date: '2026-04-07',
  ...overrides,
})

beforeEach(async () => {
  await world.db.updateTable('releases').set({ deleted_at: '2026-03-01T00:00:00.000Z' }).execute()
  await world.db.deleteFrom('freezes').execute()
})

describe('releases in progress', () => {
  test('have hours, readiness, priority and installation dates', async () => {
    const { release_id, agreement_id } = await planned()
    await world.newRequest({ release_id, planned_time: 300, inBacklog: true, backlog_priority: 2 })
    expect(await release(release_id)).toMatchObject({
      planned_time: 2400,
      planned_requests_time: 300,
      priority: 2,
      readiness: { agreed: 0, expected: 2, ready: false },
      installations: [{ agreement_id, releaseDate: '2026-04-02', status: 1 }],
    })
  })

  test('leave out published and closed ones, and are ordered by plan date', async () => {
    const { steps } = (await world.staff(releases.steps)).body
    const closed = steps.find(({ kind }) => kind === 'closed')!
    await world.newRelease({ step_id: closed.id })
    const later = await world.newRelease({ plan_date: '2026-06-01' })
    const sooner = await world.newRelease({ plan_date: '2026-05-01' })
    const { body } = await world.staff(planning.inProgress)
    expect(body.releases.map(({ id }) => id)).toEqual([sooner, later])
  })

  test('are not available to clients', async () => {
    expect((await world.client(planning.inProgress)).status).toBe(403)
    expect((await world.client(planning.save, { body: { changes: [shift(1)] } })).status).toBe(403)
  })
})

describe('trying changes', () => {
  test('shows the load before anything is written', async () => {
    const { release_id } = await planned()
    const { load } = await preview([shift(release_id, { start_date: '2026-03-23', plan_date: '2026-03-27' })])
    const weeks = load.people.find(({ user }) => user?.id === world.people.manager)!.weeks
    expect(weeks.map(({ needed }) => needed)).toEqual([0, 0, 0, 2400, 0, 0, 0, 0])
    expect((await release(release_id)).start_date).toBe('2026-03-02')
  })

  test('reports new overloads', async () => {
    const { release_id } = await planned()
    await world.newRelease({ planned_time: 2400, start_date: '2026-03-23', plan_date: '2026-03-27' })
    const effect = await effectOf(shift(release_id, { start_date: '2026-03-23', plan_date: '2026-03-27' }))
    expect(effect.overloads).toMatchObject([{ week: '2026-03-23', needed: 4800, there: 2400 }])
  })

  test('counts the hours of added requests at once', async () => {
    const { release_id } = await planned()
    const id = await world.newRequest({ planned_time: 4800, inBacklog: true })
    const effect = await effectOf(shift(release_id, { start_date: '2026-03-16', requests: [id] }))
    expect(effect).toMatchObject({ planned_requests_time: 4800, calculated_date: '2026-03-27' })
  })

  test('reports the installations that would come too early', async () => {
    const { release_id, agreement_id } = await planned()
    expect((await effectOf(shift(release_id))).too_early).toMatchObject([{ agreement_id, releaseDate: '2026-04-02' }])
  })

  test('shifts installations to free days, and reports which approvals are lost', async () => {
    const { release_id, agreement_id } = await planned()
    const body = { idcomp: world.people.company1, date_from: '2026-04-09', date_to: '2026-04-12', reason: 'Отчётность' }
    await world.staff(planning.addFreeze, { body })
    const effect = await effectOf(shift(release_id, { shift_agreements: true }))
    expect(effect.too_early).toEqual([])
    expect(effect.moved).toMatchObject([{ agreement_id, to: '2026-04-13', is_approval_lost: true }])
  })

  test("checks a company's hours by its own clock, and keeps the reason for a date against them", async () => {
    const { release_id, agreement_id } = await planned()
    const { company1: id } = world.people
    const { version } = (await world.staff(companyCalendars.get, { params: { id } })).body
    const nights = [0, 1, 2, 3, 4].map((weekday) => ({ weekday, from: '00:00', to: '06:00' }))
    const settle = (installing: typeof nights | null, known: number) =>
      world.staff(companyCalendars.save, {
        params: { id },
        body: {
          zone: installing && 'Asia/Vladivostok',
          working: companyCalendars.USUAL_WEEK,
          installing,
          version: known,
        },
      })
    const settled = (await settle(nights, version)).body.calendar
    const change = shift(release_id, { shift_agreements: true })
    const effect = await effectOf(change)
    // Twenty-two here is eight in the morning there, when nobody installs on any day.
    expect(effect.moved).toMatchObject([{ agreement_id, is_against: true }])
    expect(effect.warnings.join()).toMatch(/устанавливают 00:00–06:00, а не в 08:00/)
    const reason = 'Едет наладчик'
    expect((await world.staff(planning.save, { body: { changes: [change], reason } })).status).toBe(200)
    const kept = (await world.staff(agreements.get, { params: { id: agreement_id } })).body
    expect(kept).toMatchObject({ releaseDate: effect.moved[0]!.to, against_reason: reason })
    await settle(null, settled.version)
  })

  test('warns of closed days and of the same module in the same week', async () => {
    const { release_id } = await planned()
    await world.staff(planning.addFreeze, {
      body: { date_from: '2026-04-01', date_to: '2026-04-10', reason: 'Отпуска' },
    })
    const other = await planned()
    const { warnings } = await effectOf(shift(release_id))
    expect(warnings).toContain('07.04.2026 закрыто (поставщик): Отпуска')
    expect((await effectOf(shift(other.release_id, { plan_date: '2026-04-02' }))).warnings.join()).toContain(
      '02.04.2026 у компании',
    )
  })
})

describe('saving', () => {
  test('moves dates, requests and installations together, and requires a reason', async () => {
    const { release_id, agreement_id } = await planned()
    const id = await world.newRequest({ planned_time: 60, inBacklog: true })
    const changes = [shift(release_id, { shift_agreements: true, requests: [id], version: 1 })]
    const refused = await world.staff(planning.save, { body: { changes } })
    expect([refused.status, refused.refusal.errors?.['reason']]).toEqual([
      422,
      ['Укажите причину: согласование пропадёт у дат – 1'],
    ])
    expect((await release(release_id)).start_date).toBe('2026-03-02')
    const saved = await world.staff(planning.save, { body: { changes, reason: 'Сдвиг работ' } })
    expect(saved.status).toBe(200)
    expect(await release(release_id)).toMatchObject({ start_date: '2026-03-09', planned_requests_time: 60 })
    const agreement = (await world.staff(agreements.get, { params: { id: agreement_id } })).body
    expect(agreement).toMatchObject({ by_rivc: false, releaseDate: '2026-04-09', cancel_reason: 'Сдвиг работ' })
  })

  test('is all or nothing: one stale release leaves all of them unchanged', async () => {
    const [first, second] = [await planned(), await planned()]
    const changes = [shift(first.release_id), shift(second.release_id, { version: 99 })]
    const answer = await world.staff(planning.save, { body: { changes } })
    expect([answer.status, answer.refusal['current']]).toMatchObject([409, { id: second.release_id }])
    expect((await release(first.release_id)).start_date).toBe('2026-03-02')
  })

  test('of two at once both are saved or one is refused, never half', async () => {
    const { release_id } = await planned()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        world.staff(planning.save, {
          body: { changes: [shift(release_id, { version: 1, plan_date: `2026-04-${10 + index}` })] },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  test('refuses a release twice, the end before the start, and a release no longer in progress', async () => {
    const { release_id } = await planned()
    const bad = [[shift(release_id), shift(release_id)], [shift(release_id, { plan_date: '2026-03-01' })], []]
    for (const changes of bad) expect((await world.staff(planning.save, { body: { changes } })).status).toBe(422)
    const { steps } = (await world.staff(releases.steps)).body
    const published = steps.find(({ kind }) => kind === 'published')!
    const done = await world.newRelease({ step_id: published.id })
    const answer = await world.staff(planning.save, { body: { changes: [shift(done)] } })
    expect(answer.refusal.errors).toEqual({ release_id: ['Релиз уже опубликован или закрыт: его сроки не планируют'] })
  })
})

describe('the nearest free date', () => {
  test('skips days off, closed days and installations, with the reasons', async () => {
    const { release_id } = await planned()
    await world.staff(planning.addFreeze, {
      body: { date_from: '2026-04-06', date_to: '2026-04-06', reason: 'Релиз банка' },
    })
    await planned()
    const answer = await world.staff(planning.freeDate, { params: { id: release_id }, query: { from: '2026-04-02' } })
    expect(answer.body.day).toBe('2026-04-07')
    expect(answer.body.passed.map(({ day }) => day)).toEqual([
      '2026-04-02',
      '2026-04-03',
      '2026-04-04',
      '2026-04-05',
      '2026-04-06',
    ])
  })
})

describe('variants', () => {
  const body = (release_id: number, input = {}) => ({
    name: 'Перенос на апрель',
    changes: [shift(release_id, { version: 1 })],
    ...input,
  })

  test('are visible to their author only until shared, and only the author changes them', async () => {
    const { release_id } = await planned()
    const admin = await world.product.as('admin')
    const made = await world.staff(planning.saveVariant, { params: { id: 0 }, body: body(release_id) })
    const { id, version } = made.body.variant
    const seen = async () => (await admin(planning.variants)).body.variants.map((each) => each.id)
    expect(await seen()).not.toContain(id)
    expect((await admin(planning.saveVariant, { params: { id }, body: body(release_id) })).status).toBe(404)
    await world.staff(planning.saveVariant, { params: { id }, body: body(release_id, { is_shared: true, version }) })
    expect(await seen()).toContain(id)
    const another = await admin(planning.saveVariant, { params: { id }, body: body(release_id) })
    expect([another.status, another.refusal.message]).toEqual([403, 'Вариант меняет только его автор'])
    for (const stale of [version, 0]) {
      const late = await world.staff(planning.saveVariant, {
        params: { id },
        body: body(release_id, { version: stale }),
      })
      expect(late.status).toBe(409)
    }
  })

  test('show which releases changed meanwhile, and are deleted when they are saved', async () => {
    const { release_id } = await planned()
    const made = await world.staff(planning.saveVariant, { params: { id: 0 }, body: body(release_id) })
    const { id } = made.body.variant
    await world.staff(releases.saveComment, { params: { id: release_id }, body: { comment: 'Иначе' } })
    const mine = async () => (await world.staff(planning.variants)).body.variants.find((each) => each.id === id)
    expect((await mine())?.stale).toMatchObject([{ release_id, start_date: '2026-03-02', version: 2 }])
    const changes = [shift(release_id, { version: 2 })]
    expect((await world.staff(planning.save, { body: { changes, variant_id: id } })).status).toBe(200)
    expect(await mine()).toBeUndefined()
  })

  test('are deleted by their author', async () => {
    const { release_id } = await planned()
    const { id } = (await world.staff(planning.saveVariant, { params: { id: 0 }, body: body(release_id) })).body.variant
    expect((await world.staff(planning.removeVariant, { params: { id } })).status).toBe(200)
    expect((await world.staff(planning.removeVariant, { params: { id } })).status).toBe(404)
    // What somebody has opened from it can still be saved.
    const opened = { changes: [shift(release_id)], variant_id: id }
    expect((await world.staff(planning.save, { body: opened })).status).toBe(200)
  })
})

test('the workbook lists what is in progress and opens in any program that reads workbooks', async () => {
  const { release_id } = await planned()
  await settleIn(world.people.company1, 'Asia/Kamchatka')
  await world.newRequest({ release_id, planned_time: 300, inBacklog: true, backlog_priority: 2 })
  const answer = await world.staff(planning.excel, { body: {} })
  expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('planning_')
  const [head, row, ...rest] = await readSheet(answer.raw)
  expect([rest, head?.length]).toEqual([[], row?.length])
  const cells = Object.fromEntries(head!.map((title, index) => [String(title), row![index]]))
  expect(cells).toMatchObject({ '№': release_id, Приоритет: 2, Согласовали: 0, 'Ждём всего': 2 })
  expect([cells['Начало'], cells['План']]).toEqual([new Date('2026-03-02'), new Date('2026-03-31')])
  // By the installation's clock, which is UTC in tests, and by the company's own.
  expect(head).not.toContain('Календарь')
  expect(cells['Даты установки']).toContain('02.04.2026, четверг, 22:00 UTC · 10:00 пятница, Камчатка')
})

test('the workbook says which years of the calendar a release was planned by without', async () => {
  await world.newRelease({ plan_date: '2029-02-01' })
  const { raw } = await world.staff(planning.excel, { body: {} })
  const [head, ...rows] = await readSheet(raw)
  const said = rows.map((row) => row[head!.indexOf('Календарь')] ?? '')
  expect(said.filter((sentence) => String(sentence).includes('на 2028–2029 годы не заполнен'))).toHaveLength(1)
})

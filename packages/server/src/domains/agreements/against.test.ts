import { expect, test } from 'vitest'
import { agreements, calendar, companyCalendars, dates, offers, planning, releases } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import {
  agreementWorld,
  draft,
  newAgreement,
  newRelease,
  read,
  recordAsBefore,
  update,
} from '../../testing/agreements.ts'

const world = agreementWorld()

const REASON = 'Договорились по телефону'
const closedInWords = '06.07.2027 закрыто (Вода & Ко): ремонт'
/** The same for a moment that falls on another day in the installation's time zone. */
const closedThere = '06.07.2027 (Владивосток) закрыто (Вода & Ко): ремонт'
const against = async (id: number) =>
  (await read(world.manager, id)).history
    .filter(({ field }) => field === 'against')
    .map(({ after, note }) => [after, note])

/**
 * Leaves nothing else planned. The first company is in Vladivostok, installs at night from Monday to Friday, and is
 * closed on a Tuesday.
 */
async function settle() {
  const { manager, people, product } = world
  await product.deps.db.updateTable('agreements').set({ deleted_at: '2026-03-01T00:00:00Z' }).execute()
  await product.deps.db
    .updateTable('companies')
    .set({ namecomp: 'Вода & Ко' })
    .where('idcomp', '=', people.company1)
    .execute()
  const id = people.company1
  const installing = [0, 1, 2, 3, 4].map((weekday) => ({ weekday, from: '00:00', to: '06:00' }))
  const { version } = (await manager(companyCalendars.get, { params: { id } })).body
  const hours = { zone: 'Asia/Vladivostok', working: companyCalendars.USUAL_WEEK, installing, version }
  await manager(companyCalendars.save, { params: { id }, body: hours })
  const days = { date_from: '2027-07-06', date_to: '2027-07-06', reason: 'ремонт' }
  const { closed } = (await manager(companyCalendars.close, { params: { id }, body: days })).body.calendar
  for (const { id: closed_id } of closed.slice(1)) {
    await manager(companyCalendars.open, { params: { id, closed_id } })
  }
}

test('only staff see why a date is kept against a rule', async () => {
  await settle()
  // 15:00 UTC on Monday is 01:00 in Vladivostok on the closed Tuesday.
  const id = await newAgreement(world, { releaseDate: '2027-07-05', releaseTime: '15:00', against_reason: REASON })
  expect(await against(id)).toEqual([[closedThere, REASON]])
  const kept = await read(world.manager, id)
  expect(kept).toMatchObject({ against_reason: REASON, company_zone: 'Asia/Vladivostok', zone: 'UTC' })
  expect(kept.objections).toEqual([{ kind: 'closed', idcomp: world.people.company1, text: closedThere }])
  const days = { date_from: '2027-07-05', date_to: '2027-07-05' }
  const { items } = (await world.manager(calendar.show, { query: days })).body
  expect(items).toMatchObject([{ id, against_reason: REASON }])
  await update(world.manager, id, { updateTarget: 5 })
  const seen = await read(world.client1, id)
  expect(seen).toMatchObject({
    against_reason: '',
    objections: [{ text: '06.07.2027 (Владивосток) закрыто (Вода & Ко)' }],
  })
  expect(seen.history.map(({ field }) => field)).not.toContain('against')
  expect(seen.history.map(({ note }) => note).filter(Boolean)).toEqual([])
  const because = { cancel_reason: 'Перенос', against_reason: REASON }
  await update(world.manager, id, { updateTarget: 4, releaseDate: '2027-07-05', releaseTime: '16:00', ...because })
  await update(world.manager, id, { updateTarget: 5 })
  expect(await against(id)).toEqual(Array.from({ length: 4 }, () => [closedThere, REASON]))
  const { history } = await read(world.client1, id)
  expect(history.map(({ field }) => field)).toEqual(expect.arrayContaining(['releaseTime', 'cancel_reason', 'by_rivc']))
  expect(JSON.stringify(history)).not.toContain(REASON)
})

test('a client reads older rows without the note of the objections recorded with them', async () => {
  await settle()
  const id = await newAgreement(world, { releaseDate: '2027-07-08', releaseTime: null })
  await update(world.manager, id, { updateTarget: 5 })
  await recordAsBefore(world, id, REASON)
  const rowsOf = async (api: Api) =>
    (await read(api, id)).history.filter(({ after }) => after === '2027-07-06').map(({ note }) => note)
  expect(await rowsOf(world.manager)).toEqual([REASON])
  expect(await rowsOf(world.client1)).toEqual([null])
})

test('a date is kept without a reason as well, and the history records that there was none', async () => {
  await settle()
  const id = await newAgreement(world, { releaseDate: '2027-07-07', releaseTime: null })
  expect(await against(id)).toEqual([])
  const move = { updateTarget: 4, releaseDate: '2027-07-06', releaseTime: null } as const
  expect((await update(world.manager, id, move)).status).toBe(200)
  expect(await against(id)).toEqual([[closedInWords, 'причина не указана']])
  await update(world.manager, id, { ...move, releaseDate: '2027-07-08' })
  expect(await read(world.manager, id)).toMatchObject({ against_reason: '', objections: [] })
})

test('closing the day later does not move the date, and both sides see it', async () => {
  await settle()
  const id = await newAgreement(world, { releaseDate: '2027-08-03', releaseTime: null })
  await update(world.manager, id, { updateTarget: 5 })
  await update(world.client1, id, { updateTarget: 5 })
  const days = { date_from: '2027-08-02', date_to: '2027-08-04', reason: 'учёт' }
  await world.manager(companyCalendars.close, { params: { id: world.people.company1 }, body: days })
  for (const api of [world.manager, world.client1]) {
    const { status, releaseDate, objections } = await read(api, id)
    expect([status, releaseDate, objections.map(({ kind }) => kind)]).toEqual([2, '2027-08-03', ['closed']])
  }
})

test('a client’s offer only warns; accepting it keeps its reason', async () => {
  await settle()
  const id = await newAgreement(world, { releaseDate: '2027-07-08', releaseTime: null })
  await update(world.manager, id, { updateTarget: 5 })
  const warned = await world.client1(dates.forAgreement, { params: { id }, query: { day: '2027-07-06' } })
  expect(warned.body.objections.map(({ text }) => text)).toEqual(['06.07.2027 закрыто (Вода & Ко)'])
  const proposal = { releaseDate: '2027-07-06', releaseTime: null, reason: 'Нам удобно' }
  const { offer } = (await world.client1(offers.propose, { params: { id }, body: proposal })).body.agreement
  await world.manager(offers.answer, { params: { id, offer_id: offer!.id }, body: { answer: 'accept' } })
  expect(await against(id)).toEqual([[closedInWords, 'Предложил клиент: Нам удобно']])
})

test('the check of a day, free dates and the nearest dates follow the same rule', async () => {
  await settle()
  const { manager, people } = world
  const release_id = await newRelease(world, { plan_date: '2027-07-01' })
  const companies = [people.company1]
  const check = (day: string, time?: string) =>
    manager(calendar.checkDay, { params: { release_id, day }, query: { companies, ...(time ? { time } : {}) } })
  const textsOf = async (day: string, time?: string) => (await check(day, time)).body.objections.map(({ text }) => text)
  expect(await textsOf('2027-07-05', '15:00')).toEqual([closedThere])
  expect(await textsOf('2027-07-07', '09:00')).toEqual([
    '07.07.2027 у компании Вода & Ко устанавливают 00:00–06:00, а не в 19:00',
  ])
  expect(await textsOf('2027-06-29')).toEqual(['29.06.2027 раньше плановой даты релиза, 01.07.2027'])
  const free = await manager(planning.freeDate, { params: { id: release_id }, query: { from: '2027-07-06' } })
  expect(free.body).toMatchObject({ day: '2027-07-07', passed: [{ day: '2027-07-06', reason: closedInWords }] })
  const near = await manager(dates.forRelease, {
    params: { release_id },
    query: { companies: [people.company1, people.company2], from: '2027-07-05' },
  })
  // The night of Wednesday in Vladivostok begins on Tuesday afternoon UTC.
  expect(near.body.each.map(({ found }) => found)).toEqual([
    { releaseDate: '2027-07-06', releaseTime: '14:00' },
    { releaseDate: '2027-07-05', releaseTime: null },
  ])
  expect(near.body.together.found).toEqual({ releaseDate: '2027-07-06', releaseTime: '14:00' })
  expect(near.body.together.refused).toEqual([{ day: '2027-07-05', reason: closedThere }])
  expect((await world.client2(dates.forAgreement, { params: { id: 999_999 } })).status).toBe(404)
})

test('the plan of a release that is hidden from a client is told to staff alone', async () => {
  const release_id = await newRelease(world, { plan_date: '2027-10-01' })
  const id = await newAgreement(world, { releaseDate: '2027-09-28', releaseTime: null }, release_id)
  await update(world.manager, id, { updateTarget: 5 })
  const query = { from: '2027-09-27', day: '2027-09-28' }
  const told = async (api: Api) => {
    const near = (await api(dates.forAgreement, { params: { id }, query })).body
    const every = [...(await read(api, id)).objections, ...near.objections].map(({ kind }) => kind)
    return {
      plans: every.filter((kind) => kind === 'plan').length,
      isEarly: (near.found?.releaseDate ?? '') < '2027-09-30',
    }
  }
  const withPlan = { plans: 2, isEarly: false }
  expect([await told(world.manager), await told(world.client1)]).toEqual([withPlan, withPlan])

  const { db } = world.product.deps
  await db.updateTable('releases').set({ is_visible_for_client: false }).where('id', '=', release_id).execute()
  const without = { plans: 0, isEarly: true }
  expect([await told(world.manager), await told(world.client1)]).toEqual([withPlan, without])
})

test('clashes are found by the company’s day', async () => {
  await settle()
  const evening = draft(world, await newRelease(world), { releaseDate: '2027-09-06', releaseTime: '15:00' })
  await world.manager(agreements.add, { body: evening })
  const release_id = await newRelease(world, { title: 'Ночной' })
  const clashesOn = async (day: string) => {
    const query = { companies: [world.people.company1] }
    const { clashes } = (await world.manager(calendar.checkDay, { params: { release_id, day }, query })).body
    return clashes.filter(({ kind }) => kind === 'company').length
  }
  expect([await clashesOn('2027-09-06'), await clashesOn('2027-09-07')]).toEqual([0, 1])
})

test.each([
  ['Asia/Vladivostok', '2027-09-05', '15:00', '2027-09-08'],
  ['America/New_York', '2027-09-06', '02:00', '2027-09-01'],
])('in %s the whole week of the company’s day is searched for the module', async (zone, day, time, other) => {
  await settle()
  const { manager, people } = world
  const params = { id: people.company1 }
  const { version } = (await manager(companyCalendars.get, { params })).body
  const body = { zone, working: companyCalendars.USUAL_WEEK, installing: null, version }
  await manager(companyCalendars.save, { params, body })
  await manager(agreements.add, { body: draft(world, await newRelease(world), { releaseDate: other }) })
  const release_id = await newRelease(world, { title: 'Ночной' })
  const query = { time, companies: [people.company1] }
  const checked = (await manager(calendar.checkDay, { params: { release_id, day }, query })).body
  await manager(agreements.add, { body: draft(world, release_id, { releaseDate: day, releaseTime: time }) })
  const shown = (await manager(calendar.show, { query: { date_from: day, date_to: day } })).body.items
  const all = [checked.clashes, ...shown.map(({ clashes }) => clashes)]
  expect(all.map((clashes) => clashes.map((clash) => [clash.kind, clash.day]))).toEqual([
    [['module', other]],
    [['module', other]],
  ])
})

test('a date is searched for among the clashes however late the plan date is', async () => {
  await settle()
  for (const releaseDate of ['2026-03-25', '2029-09-05']) await newAgreement(world, { releaseDate, releaseTime: null })
  const release_id = await newRelease(world, { plan_date: '2029-09-03' })
  const id = await newAgreement(world, { releaseDate: null, releaseTime: null }, release_id)
  const query = { companies: [world.people.company1] }
  const near = (await world.manager(dates.forRelease, { params: { release_id }, query })).body
  const { found, objections, warnings } = (
    await world.manager(dates.forAgreement, { params: { id }, query: { day: '2026-03-25', from: '2026-04-01' } })
  ).body
  // The night to Monday of the next week, by the installation's clocks.
  expect([near.together.found?.releaseDate, found?.releaseDate]).toEqual(['2029-09-09', '2029-09-09'])
  const unfilled = 'Производственный календарь на 2028–2029 годы не заполнен: праздники считаются рабочими днями'
  expect([near.warnings, warnings]).toEqual([[unfilled], [unfilled]])
  // A day to be judged may lie outside the days that are searched.
  expect(objections.map(({ kind }) => kind)).toContain('clash')
})

test('readiness weighs closed days by the company’s day, as the agreement does', async () => {
  await settle()
  const closedBoth = async (releaseDate: string, releaseTime: string | null) => {
    const id = await newAgreement(world, { releaseDate, releaseTime })
    const { objections, release_id } = await read(world.manager, id)
    const { body } = await world.manager(releases.get, { params: { id: release_id } })
    const { waiting = [], warned = [] } = body.readiness ?? {}
    const blockers = [...waiting, ...warned].flatMap((company) => company.blockers)
    return [objections, blockers].map((all) => all.some(({ kind }) => ['closed', 'freeze'].includes(kind)))
  }
  // 15:00 UTC is 01:00 of the next day in Vladivostok.
  expect(await closedBoth('2027-07-05', '15:00')).toEqual([true, true])
  expect(await closedBoth('2027-07-06', '15:00')).toEqual([false, false])
  expect(await closedBoth('2027-07-06', '13:00')).toEqual([true, true])
  expect(await closedBoth('2027-07-06', null)).toEqual([true, true])
})

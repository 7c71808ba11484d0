import ICAL from 'ical.js'
import { expect, onTestFinished, test } from 'vitest'
import { calendar, consequences, threads } from '@vypusk/contract'
import { entries, feedOf, subscribe } from '../../testing/calendar-links.ts'
import { agreementWorld, newAgreement, newRelease, update } from '../../testing/agreements.ts'
import { makePublication } from '../../testing/making/make-publication.ts'

const world = agreementWorld()
const fetchBy = feedOf(world)

test('another program reads what staff may see through the link, in UTC', async () => {
  const release = await newRelease(world, { title: 'Весна; «Склад», 2' })
  const timed = await newAgreement(world, { releaseDate: '2026-03-20', releaseTime: '22:00' }, release)
  const company2 = { company_id: world.people.company2, recipients: [], releaseDate: '2026-03-21', releaseTime: null }
  const whole = await newAgreement(world, company2, release)
  const secret = await subscribe(world.manager)
  const { status, headers, raw } = await fetchBy(secret)
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  const found = entries(raw)
  const entry = (id: number) => found.find(({ uid }) => uid.startsWith(`agreement-${id}@`))!
  expect(entry(timed).summary).toMatch(/^Весна; «Склад», 2 – ООО «Компания [a-j]+»$/)
  expect(entry(timed).startDate.toJSDate()).toEqual(new Date('2026-03-20T22:00'))
  expect(entry(timed).startDate.zone).toBe(ICAL.Timezone.utcTimezone)
  expect(entry(timed).duration.toString()).toBe('PT1H')
  expect(entry(timed).component.getFirstPropertyValue('status')).toBe('TENTATIVE')
  expect(entry(timed).component.getFirstPropertyValue('url')).toMatch(new RegExp(`/agreements/${timed}$`))
  expect([entry(whole).startDate.isDate, entry(whole).startDate.toString()]).toEqual([true, '2026-03-21'])
  const file = new ICAL.Component(ICAL.parse(raw.toString('utf8')))
  const property = (name: string) => file.getFirstPropertyValue(name)?.toString()
  expect(['method', 'x-wr-calname', 'x-published-ttl', 'refresh-interval'].map(property)).toEqual([
    'PUBLISH',
    'Выпуск: установки релизов',
    'PT1H',
    'PT1H',
  ])
  expect(
    raw
      .toString('utf8')
      .split('\r\n')
      .every((line) => Buffer.byteLength(line) <= 75),
  ).toBe(true)
})

test('a client reads only its own company, and of a hidden release only what was sent', async () => {
  const hidden = await newRelease(world, { is_visible_for_client: false })
  const own = await newAgreement(world, { releaseDate: '2026-07-01' })
  const unsent = await newAgreement(world, { releaseDate: '2026-07-02' }, hidden)
  const other = await newAgreement(world, {
    releaseDate: '2026-07-03',
    company_id: world.people.company2,
    recipients: [],
  })
  await update(world.manager, own, { updateTarget: 5 })
  await update(world.client1, own, { updateTarget: 5 })
  const { raw } = await fetchBy(await subscribe(world.client1))
  const ids = entries(raw).map(({ uid }) => Number(/\d+/.exec(uid)![0]))
  expect(ids).toContain(own)
  expect(ids).not.toContain(unsent)
  expect(ids).not.toContain(other)
  const agreed = entries(raw).find(({ uid }) => uid.startsWith(`agreement-${own}@`))!
  expect(agreed.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  expect(agreed.component.getFirstPropertyValue('url')).toMatch(/\/releases\/\d+$/)
  await update(world.manager, unsent, { updateTarget: 5 })
  expect((await fetchBy(await subscribe(world.client1))).raw.toString()).toContain(`agreement-${unsent}@`)
})

test('a withdrawn date is called off until another question is sent', async () => {
  const id = await newAgreement(world, { releaseDate: '2026-07-06' })
  await update(world.manager, id, { updateTarget: 5 })
  const secret = await subscribe(world.client1)
  const entry = async () => {
    const { raw } = await fetchBy(secret)
    const { component, summary } = entries(raw).find(({ uid }) => uid.startsWith(`agreement-${id}@`))!
    return [component.getFirstPropertyValue('status'), summary.startsWith('Отменено')]
  }
  expect(await entry()).toEqual(['TENTATIVE', false])
  expect(
    (await world.manager(consequences.withdraw, { body: { ids: [id], client_reason: 'Релиз отложен' } })).status,
  ).toBe(200)
  expect(await entry()).toEqual(['CANCELLED', true])
  await update(world.manager, id, { updateTarget: 5 })
  expect(await entry()).toEqual(['TENTATIVE', false])
})

test('the words of a withdrawal belong to the date that was withdrawn', async () => {
  const shown = async (id: number) => {
    const { raw } = await fetchBy(await subscribe(world.client1))
    const { component, summary } = entries(raw).find(({ uid }) => uid.startsWith(`agreement-${id}@`))!
    return [component.getFirstPropertyValue('status'), summary.startsWith('Отменено')]
  }
  const move = (id: number, releaseDate: string) =>
    update(world.manager, id, { updateTarget: 4, releaseDate, releaseTime: null, cancel_reason: 'Стенд занят' })
  const withdraw = (id: number) => world.manager(consequences.withdraw, { body: { ids: [id], client_reason: 'Позже' } })

  const redated = await newAgreement(world, { releaseDate: '2026-07-13' })
  await update(world.manager, redated, { updateTarget: 5 })
  await withdraw(redated)
  expect(await shown(redated)).toEqual(['CANCELLED', true])
  await move(redated, '2026-07-14')
  expect(await shown(redated)).toEqual(['TENTATIVE', false])

  const asked = await newAgreement(world, { releaseDate: '2026-07-15' })
  await update(world.manager, asked, { updateTarget: 5 })
  await withdraw(asked)
  await update(world.manager, asked, { updateTarget: 5 })
  await move(asked, '2026-07-16')
  expect(await shown(asked)).toEqual(['TENTATIVE', false])
  await update(world.manager, asked, { updateTarget: 5 })
  await withdraw(asked)
  expect(await shown(asked)).toEqual(['CANCELLED', true])
})

test('a company that the release is not published to keeps a cancelled entry', async () => {
  const release = await newRelease(world)
  const id = await newAgreement(world, { releaseDate: '2026-07-20' }, release)
  await update(world.manager, id, { updateTarget: 5 })
  const listed = { user_id: world.people.manager, at: world.product.clock.now().toISOString() }
  await world.product.deps.db
    .insertInto('not_publishing_list')
    .values({ ...listed, release_id: release, idcomp: world.people.company1 })
    .execute()
  for (const api of [world.client1, world.manager]) {
    const { raw } = await fetchBy(await subscribe(api))
    const entry = entries(raw).find(({ uid }) => uid.startsWith(`agreement-${id}@`))
    expect(entry?.component.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(entry?.description).toContain('Релиз не публикуется для этой компании')
  }
})

test('a new name of the release or the company is a later change', async () => {
  const { db } = world.product.deps
  const release = await newRelease(world)
  const id = await newAgreement(world, { releaseDate: '2026-07-22' }, release)
  const entry = async () => {
    const { raw } = await fetchBy(await subscribe(world.manager))
    const { sequence, component } = entries(raw).find(({ uid }) => uid.startsWith(`agreement-${id}@`))!
    return { sequence, modified: (component.getFirstPropertyValue('last-modified') as ICAL.Time).toUnixTime() }
  }
  const before = await entry()
  const namecomp = 'Переименованная'
  await db.updateTable('companies').set({ namecomp }).where('idcomp', '=', world.people.company1).execute()
  const first = await entry()
  expect(first.sequence).toBe(before.sequence + 1)
  expect(first.modified).toBeGreaterThan(before.modified)
  await db.updateTable('agreements').set({ renamed_at: null }).where('id', '=', id).execute()
  await db.updateTable('releases').set({ title: 'Другое название' }).where('id', '=', release).execute()
  const second = await entry()
  expect(second.sequence).toBe(first.sequence + 1)
  expect(second.modified).toBeGreaterThan(before.modified)
})

test('another zone of the company is a later change of the same entry', async () => {
  const { db } = world.product.deps
  const { company1: company_id, manager: updated_by } = world.people
  const id = await newAgreement(world, { releaseDate: '2026-07-23', releaseTime: '22:00' })
  const secret = await subscribe(world.manager)
  const entry = async () => {
    const { raw } = await fetchBy(secret)
    const { sequence, description, component } = entries(raw).find(({ uid }) => uid.startsWith(`agreement-${id}@`))!
    const modified = (component.getFirstPropertyValue('last-modified') as ICAL.Time).toUnixTime()
    return { sequence, description, modified }
  }
  const own = db.deleteFrom('company_calendars').where('company_id', '=', company_id)
  await own.execute()
  const forget = () => db.updateTable('agreements').set({ renamed_at: null }).where('id', '=', id).execute()
  const of = { company_id, updated_by, updated_at: world.product.clock.now().toISOString(), working: '[]' }
  const inZone = (zone: string | null) => db.updateTable('company_calendars').set({ zone })
  for (const [change, isNews] of [
    [() => db.insertInto('company_calendars').values({ ...of, zone: 'Asia/Vladivostok' }), true],
    [() => inZone('Asia/Omsk'), true],
    [() => inZone('Asia/Omsk'), false],
    [() => own, true],
    [() => db.insertInto('company_calendars').values(of), false],
  ] as const) {
    await forget()
    const before = await entry()
    await change().execute()
    const after = await entry()
    expect([after.modified > before.modified, after.description !== before.description]).toEqual([isNews, isNews])
    expect(after.sequence).toBe(before.sequence)
  }
  await own.execute()
})

test('a withdrawn date holds no day, until another is set', async () => {
  const taken = async (day: string) => {
    const release_id = await newRelease(world)
    const params = { day, release_id }
    const { body } = await world.manager(calendar.checkDay, { params, query: { companies: [world.people.company1] } })
    return body.clashes.length > 0
  }
  const id = await newAgreement(world, { releaseDate: '2026-08-03' })
  await update(world.manager, id, { updateTarget: 5 })
  expect(await taken('2026-08-03')).toBe(true)
  await world.manager(consequences.withdraw, { body: { ids: [id], client_reason: 'Позже' } })
  expect(await taken('2026-08-03')).toBe(false)
  await update(world.manager, id, { updateTarget: 4, releaseDate: '2026-08-04', releaseTime: null })
  expect(await taken('2026-08-04')).toBe(true)
})

test('an entry says what the screens say, in the words of its reader; a passed date is news without a new sequence', async () => {
  const release = await newRelease(world)
  const id = await newAgreement(world, { releaseDate: '2026-03-20', releaseTime: '22:00' }, release)
  await update(world.manager, id, { updateTarget: 5 })
  const secrets = { staff: await subscribe(world.manager), client: await subscribe(world.client1) }
  const entry = async (who: keyof typeof secrets) => {
    const { raw, headers } = await fetchBy(secrets[who])
    const { description, sequence, component } = entries(raw).find(({ uid }) => uid.startsWith(`agreement-${id}@`))!
    const modified = component.getFirstPropertyValue('last-modified')?.toString()
    return { says: description.split('\n')[0], sequence, modified, etag: headers['etag'] as string }
  }
  const asked = await entry('client')
  expect([asked.says, (await entry('staff')).says]).toEqual(['Ждёт вашего ответа', 'Отправлено клиенту'])
  const before = world.product.clock.now()
  const saidAt = async (at: string) => {
    world.product.clock.set(at)
    const { says, modified } = await entry('client')
    expect((await entry('staff')).says).toBe('Отправлено клиенту')
    return { says, modified }
  }
  world.product.clock.set('2026-03-10T09:00:00.000Z')
  const raised = await world.client1(threads.raise, {
    params: { entity: 'agreement', id },
    body: { html: '<p>Мешает инвентаризация</p>', blocks: true },
  })
  expect(await saidAt('2026-03-10T10:00:00.000Z')).toEqual({
    says: 'Ждёт ответа поставщика',
    modified: expect.stringMatching(/^2026-03-10T09:00:00/),
  })
  await world.manager(threads.answer, { params: { id: raised.body.thread.id }, body: { html: '<p>Успеем до неё</p>' } })
  expect(await saidAt('2026-03-10T11:00:00.000Z')).toEqual({
    says: 'Ждёт вашего ответа',
    modified: expect.stringMatching(/^2026-03-10T10:00:00/),
  })
  world.product.clock.set('2026-03-20T22:00:00.000Z')
  onTestFinished(() => world.product.clock.set(before.toISOString()))
  const passed = await entry('client')
  expect(passed).toMatchObject({
    says: 'Дата прошла',
    sequence: asked.sequence,
    modified: expect.stringMatching(/^2026-03-20T22:00:00/),
  })
  expect(passed.etag).not.toBe(asked.etag)
  expect((await entry('staff')).says).toBe('Дата прошла')
  const item = { release_id: release, customers: [world.people.company1] }
  await makePublication(world.product.deps.db, { author_id: world.people.manager }, [item])
  expect([(await entry('client')).says, (await entry('staff')).says]).toEqual([
    'Релиз опубликован',
    'Релиз опубликован',
  ])
})

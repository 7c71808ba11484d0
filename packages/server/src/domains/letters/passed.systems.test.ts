import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { agreements, approve, calendar, finding, releases } from '@vypusk/contract'
import { migrationsDir } from '../../platform/runtime/places.ts'
import { makePublication } from '../../testing/making/make-publication.ts'
import { addresses, emptyBox, letterWorld, linkOf, newAgreement, read, send, update } from '../../testing/letters.ts'

/** A date that has passed can no longer be agreed to, except by staff on the client's behalf. */

const world = letterWorld()
const PASSED = 'Дата прошла, согласовать её уже нельзя. Предложите другую'

let began = ''
beforeEach(() => {
  began = world.product.clock.now().toISOString()
})
afterEach(() => world.product.clock.set(began))

/** People sign in again after such a long time. */
const at = async (moment: string) => {
  world.product.clock.set(moment)
  const [manager, client] = await Promise.all([world.product.as('manager'), world.product.as('client1')])
  return { manager, client }
}

async function sentAgreement() {
  const id = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  await send(world, id)
  return { id, token: linkOf(world, 'it@example.ru') }
}

test('the client offers another date by screen and link, and cannot agree by either', async () => {
  const { id, token } = await sentAgreement()
  const { manager, client } = await at('2026-03-20T22:30:00.000Z')
  expect((await update(client, id, { updateTarget: 5 })).refusal.message).toBe(PASSED)
  const detail = (await client(agreements.get, { params: { id } })).body
  expect(detail.abilities).toMatchObject({ approve: PASSED, offer: true })
  const link = { params: { token } }
  const question = (await world.product.anonymous(approve.ask, link)).body
  expect(question).toMatchObject({ can_agree: PASSED, can_offer: true, answer_by: null })
  const agree = await world.product.anonymous(approve.answer, { ...link, body: { answer: 'agree' } })
  expect([agree.status, agree.refusal.message]).toEqual([422, PASSED])
  const offer = { answer: 'offer', releaseDate: '2026-03-27', releaseTime: null, reason: 'Пропустили' } as const
  expect((await world.product.anonymous(approve.answer, { ...link, body: offer })).status).toBe(200)
  const yes = { updateTarget: 5, on_behalf: 'client', remark: 'Звонили: поставили в срок' } as const
  expect((await update(manager, id, yes)).body.agreement).toMatchObject({ status: 2 })
})

test('a link lives until the installation day is over, however far it is', async () => {
  const id = await newAgreement(world, { recipientsExtra: ['it@example.ru'], releaseDate: '2026-06-20' })
  await send(world, id)
  const link = { params: { token: linkOf(world, 'it@example.ru') } }
  world.product.clock.set('2026-06-19T12:00:00.000Z')
  const { body } = await world.product.anonymous(approve.ask, link)
  expect(body).toMatchObject({ can_agree: true, expires_at: '2026-06-21T12:00:00.000Z' })
  expect((await world.product.anonymous(approve.answer, { ...link, body: { answer: 'agree' } })).status).toBe(200)
})

test('links that were sent before live as long, and those of near dates stay as they were', async () => {
  const { db } = world.product.deps
  const far = await newAgreement(world, { recipientsExtra: ['it@example.ru'], releaseDate: '2026-06-20' })
  const near = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  for (const id of [far, near]) await send(world, id)
  const expires_at = '2026-04-05T06:30:00.000Z'
  await db.updateTable('approval_tokens').set({ expires_at }).execute()
  await sql.raw(await readFile(join(migrationsDir, '0290_links_to_the_day.sql'), 'utf8')).execute(db)
  const endsOf = async (id: number) => {
    const links = db.selectFrom('approval_tokens').select('expires_at').distinct()
    return (await links.where('agreement_id', '=', id).execute()).map((link) => link.expires_at)
  }
  expect(await endsOf(far)).toEqual(['2026-06-21T12:00:00.000Z'])
  expect(await endsOf(near)).toEqual([expires_at])
})

/** Everything that shows an agreement whose date is 20.03.2026: the rows, those that count waiting days, the search. */
async function everywhere({ manager, client }: Awaited<ReturnType<typeof at>>, id: number) {
  const before = (await manager(agreements.get, { params: { id } })).body
  const query = { release_ids: String(before.release_id) }
  const days = { date_from: '2026-03-20', date_to: '2026-03-20' }
  const [detail, list, matrix, shown, release, own, found] = await Promise.all([
    manager(agreements.get, { params: { id } }),
    manager(agreements.list, { query }),
    manager(agreements.matrix, { query }),
    manager(calendar.show, { query: { ...query, ...days } }),
    manager(releases.get, { params: { id: before.release_id } }),
    client(releases.list, { body: { search_string: String(before.release_id) } }),
    client(finding.search, { query: { search: before.details.title } }),
  ])
  const cells = [matrix.body.cells[0], shown.body.items[0], release.body.companies[0], own.body.data[0]?.companies[0]]
  const rows = [detail.body, list.body.data[0], release.body.agreements[0], ...cells]
  const waited = [detail.body, list.body.data[0], release.body.agreements[0], matrix.body.cells[0]]
  const states = found.body.groups.flatMap((group) =>
    group.found.filter((one) => one.kind === 'agreement' && one.id === id),
  )
  return { rows, waited: waited.map((row) => row?.waiting_days), states: states.map(({ state }) => state) }
}

test('nobody waits for the client any more, wherever the date is shown', async () => {
  const { id } = await sentAgreement()
  expect(await read(world, id)).toMatchObject({ date_passed: false, waiting_days: 0 })
  const { rows, waited, states } = await everywhere(await at('2026-03-25T09:00:00.000Z'), id)
  expect(rows.map((row) => row?.date_passed)).toEqual(rows.map(() => true))
  expect(waited).toEqual(waited.map(() => null))
  expect(states).toEqual(['Дата прошла'])
})

test.each([
  ['before', '2026-03-10T09:00:00.000Z'],
  ['after', '2026-03-25T09:00:00.000Z'],
])('nobody waits for a company that has the release, %s the date', async (_, moment) => {
  const { id } = await sentAgreement()
  const { release_id } = await read(world, id)
  const { manager, company1 } = world.people
  await makePublication(world.product.deps.db, { author_id: manager }, [{ release_id, customers: [company1] }])
  const { rows, waited, states } = await everywhere(await at(moment), id)
  const shown = rows.map((row) => row && agreements.shownStatus(row))
  expect(shown).toEqual(rows.map(() => agreements.PUBLISHED))
  expect(waited).toEqual(waited.map(() => null))
  expect(states).toEqual(['Релиз опубликован'])
})

test('nobody is warned about a date that has passed', async () => {
  const id = await newAgreement(world, { releaseDate: '2026-03-21' })
  expect((await read(world, id)).objections.map(({ kind }) => kind)).toContain('day_off')
  const { manager } = await at('2026-03-23T09:00:00.000Z')
  expect((await manager(agreements.get, { params: { id } })).body).toMatchObject({ date_passed: true, objections: [] })
})

test('for a company in a later zone the day passes earlier', async () => {
  const { deps } = world.product
  const id = await newAgreement(world, { releaseTime: null })
  await send(world, id)
  const zone = { company_id: world.people.company1, zone: 'Asia/Vladivostok', working: '[]' }
  const row = { ...zone, updated_by: world.people.manager, updated_at: began }
  await deps.db.insertInto('company_calendars').values(row).execute()
  const { client } = await at('2026-03-20T13:30:00.000Z')
  const may = async () => (await client(agreements.get, { params: { id } })).body.abilities.approve
  expect(await may()).toBe(true)
  // 00:30 of the next day in Vladivostok.
  world.product.clock.set('2026-03-20T14:30:00.000Z')
  expect(await may()).toBe(PASSED)
  await deps.db.deleteFrom('company_calendars').where('company_id', '=', world.people.company1).execute()
})

test('one button asks for another date if the plan date has overtaken it', async () => {
  const { id } = await sentAgreement()
  await update(world.client1, id, { updateTarget: 5 })
  const another = () => world.manager(agreements.askAnother, { body: { ids: [id] } })
  const { release_id } = await read(world, id)
  const release = (await world.manager(releases.get, { params: { id: release_id } })).body
  const { title, start_date } = release
  const plan = (plan_date: string) =>
    world.manager(releases.save, { params: { id: release_id }, body: { title, start_date, plan_date } })
  await plan('2026-03-20')
  expect((await another()).body.refused[0]?.message).toContain('Спрашивать не о чем')
  await plan('2026-04-10')
  const warned = (await world.manager(releases.get, { params: { id: release_id } })).body.readiness
  expect([...(warned?.waiting ?? []), ...(warned?.warned ?? [])].flatMap(({ blockers }) => blockers)).toContainEqual({
    kind: 'plan',
    reason: 'Плановая дата релиза позже даты установки',
    id,
    holds: false,
  })
  await emptyBox(world)
  expect((await another()).body).toMatchObject({ done: [id], refused: [] })
  expect(await read(world, id)).toMatchObject({
    status: 1,
    releaseDate: '2026-04-10',
    releaseTime: '22:00',
    cancel_reason: 'Плановая дата релиза перенесена на 10.04.2026',
  })
  // Everybody gets one letter about the move and the question, and the person who acted gets none.
  expect(addresses(world)).toEqual(['admin@example.ru', 'client1@example.ru', 'it@example.ru'])
  const asking = world.smtp.received.find(({ to }) => to === 'it@example.ru')?.mail
  expect(asking?.subject).toMatch(/^Согласуйте новую дату установки 10.04.2026/)
  expect(asking?.text).toContain('Было: 20.03.2026, пятница, 22:00 UTC')
  expect(asking?.text).toContain('Причина: Плановая дата релиза перенесена на 10.04.2026')
  const answered = { params: { token: linkOf(world, 'it@example.ru') }, body: { answer: 'agree' } } as const
  expect((await world.product.anonymous(approve.answer, answered)).status).toBe(200)
})

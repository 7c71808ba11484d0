import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { agreements, companyCalendars, consequences, dates, releases, type BodyInput } from '@vypusk/contract'
import { agreementWorld, newAgreement, newRelease, read, update } from '../../testing/agreements.ts'
import { waitingForLocks } from '../../testing/database.ts'

const world = agreementWorld()

/** The first company is in Vladivostok and installs at night from Monday to Friday. */
async function settle() {
  const id = world.people.company1
  const installing = [0, 1, 2, 3, 4].map((weekday) => ({ weekday, from: '00:00', to: '06:00' }))
  const { version } = (await world.manager(companyCalendars.get, { params: { id } })).body
  const hours = { zone: 'Asia/Vladivostok', working: companyCalendars.USUAL_WEEK, installing, version }
  await world.manager(companyCalendars.save, { params: { id }, body: hours })
}

type Chosen = BodyInput<typeof dates.askAll>['chosen']

const askAll = (release_id: number, companies: number[], chosen: Chosen = []) =>
  world.manager(dates.askAll, { params: { release_id }, body: { companies, chosen } })

test('each company is asked about the date that suits it, in one call', async () => {
  await settle()
  const { company1, company2, client1 } = world.people
  const release_id = await newRelease(world, { plan_date: '2027-07-01' })
  const unsent = await newAgreement(
    world,
    { company_id: company2, recipients: [], releaseDate: '2027-07-30' },
    release_id,
  )
  const { body } = await askAll(release_id, [company1, company2])
  expect(body.refused).toEqual([])
  expect(body.done).toEqual([
    // Midnight of Thursday in Vladivostok is Wednesday afternoon UTC, before the plan date: the company's day counts.
    { id: expect.any(Number), company_id: company1, releaseDate: '2027-06-30', releaseTime: '14:00' },
    { id: unsent, company_id: company2, releaseDate: '2027-07-01', releaseTime: null },
  ])
  const [first] = body.done
  const made = await read(world.manager, first!.id)
  expect(made).toMatchObject({ status: 1, releaseDate: '2027-06-30', objections: [] })
  expect(made.recipients.map(({ id }) => id)).toContain(client1)
  expect(await read(world.manager, unsent)).toMatchObject({ status: 1, releaseDate: '2027-07-01', releaseTime: null })
  // Nothing else finds that date too early.
  const { body: release } = await world.manager(releases.get, { params: { id: release_id } })
  const found = release.readiness?.waiting.find(({ idcomp }) => idcomp === company1)
  expect(found?.blockers.map(({ kind }) => kind)).not.toContain('plan')
  const again = await world.manager(agreements.askAnother, { body: { ids: [first!.id] } })
  expect(again.body).toMatchObject({ done: [], refused: [{ id: first!.id }] })
  await world.product.deps.db
    .updateTable('releases')
    .set({ plan_date: '2027-06-30' })
    .where('id', '=', release_id)
    .execute()
  const back = { change: 'releases_saved' as const, releases: [{ id: release_id, plan_date: '2027-07-01' }] }
  expect((await world.manager(consequences.foresee, { body: back })).body.consequences).toEqual([])
})

test('a date that is early by the clock of a company in the west moves to the first day that is not', async () => {
  const { company2 } = world.people
  const release_id = await newRelease(world, { plan_date: '2027-08-02' })
  const { version } = (await world.manager(companyCalendars.get, { params: { id: company2 } })).body
  const hours = { zone: 'America/New_York', working: companyCalendars.USUAL_WEEK, installing: null, version }
  await world.manager(companyCalendars.save, { params: { id: company2 }, body: hours })
  const date = { company_id: company2, recipients: [], releaseDate: '2027-08-02', releaseTime: '02:00' }
  const id = await newAgreement(world, date, release_id)
  await update(world.manager, id, { updateTarget: 5 })
  const { body } = await world.manager(agreements.askAnother, { body: { ids: [id] } })
  expect(body).toMatchObject({ done: [id], refused: [] })
  expect(await read(world.manager, id)).toMatchObject({ releaseDate: '2027-08-03', releaseTime: '02:00' })
})

test('a company that was asked already is refused with the reason and does not hold up the others', async () => {
  const { company1, company2 } = world.people
  const release_id = await newRelease(world, { plan_date: '2027-09-01' })
  const id = await newAgreement(world, { releaseDate: '2027-09-10', releaseTime: null }, release_id)
  await update(world.manager, id, { updateTarget: 5 })
  const { body } = await askAll(release_id, [company1, company2])
  expect(body.refused).toEqual([{ company_id: company1, message: 'Дата уже отправлена клиенту и ждёт его ответа' }])
  expect(body.done.map(({ company_id }) => company_id)).toEqual([company2])
  expect(await read(world.manager, id)).toMatchObject({ releaseDate: '2027-09-10' })
})

test('a chosen date is used instead of the nearest one, and keeps its reason', async () => {
  const { company1, company2 } = world.people
  const release_id = await newRelease(world, { plan_date: '2027-10-01' })
  const sunday = { releaseDate: '2027-10-10', releaseTime: null, against_reason: 'Переезд в выходные' }
  const { body } = await askAll(release_id, [company1, company2], [{ company_id: company2, ...sunday }])
  expect(body.refused).toEqual([])
  const named = body.done.find(({ company_id }) => company_id === company2)
  expect(named).toMatchObject({ releaseDate: '2027-10-10', releaseTime: null })
  expect(await read(world.manager, named!.id)).toMatchObject({ status: 1, ...sunday })
  expect(body.done.find(({ company_id }) => company_id === company1)?.releaseDate).not.toBe('2027-10-10')
})

test('a date chosen for a company that is not to be asked is ignored', async () => {
  const { company1, company2 } = world.people
  const release_id = await newRelease(world, { plan_date: '2027-11-01' })
  const stray = { company_id: company1, releaseDate: '2027-12-01', releaseTime: null }
  const { body } = await askAll(release_id, [company2], [stray])
  expect(body.done.map(({ company_id }) => company_id)).toEqual([company2])
})

test('existing agreements are locked in the order of their ids, and moved only if they were not sent meanwhile', async () => {
  const { company1, company2 } = world.people
  const { db } = world.product.deps
  const release_id = await newRelease(world, { plan_date: '2027-11-01' })
  const low = await newAgreement(world, { releaseDate: '2027-12-01', releaseTime: null }, release_id)
  const body = { company_id: company2, recipients: [], releaseDate: '2027-12-01', releaseTime: null }
  const high = await newAgreement(world, body, release_id)
  const chosen = [company2, company1].map((company_id) => ({
    company_id,
    releaseDate: '2027-12-08',
    releaseTime: null,
  }))
  const asking = await db.transaction().execute(async (tx) => {
    await tx.updateTable('agreements').set({ by_rivc: true }).where('id', '=', low).execute()
    const answer = askAll(release_id, [company2, company1], chosen)
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    await sql`select from agreements where id = ${high} for update nowait`.execute(tx)
    return { answer }
  })
  const { done, refused } = (await asking.answer).body
  expect(done.map(({ id }) => id)).toEqual([high])
  expect(refused).toEqual([{ company_id: company1, message: 'Дата уже отправлена клиенту и ждёт его ответа' }])
})

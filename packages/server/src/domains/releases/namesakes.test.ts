import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements, releases, threads } from '@vypusk/contract'
import { releasesWorld } from '../../testing/releases.ts'
import { makeCompany, makeModule, makePerson } from '../../testing/making/make.ts'

/** The history tells apart what has one name, or a swap of two namesakes would leave no trace. */

let world: Awaited<ReturnType<typeof releasesWorld>>
beforeAll(async () => void (world = await releasesWorld()))
afterAll(() => world.product.close())

/** The latest record of a field. */
async function recordedOf(entity: string, id: number, field: string) {
  const { before, after } = await world.db
    .selectFrom('history')
    .select(['before', 'after'])
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .where('field', '=', field)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return [before, after]
}

const AT = '2026-03-01T09:00:00.000Z'

test('a release records that its company, module or person was replaced by a namesake', async () => {
  const { db, staff, people, newRelease, fields, save } = world
  const hidden = await makeCompany(db, { namecomp: 'ООО «Верфь»', deleted_at: AT })
  const shown = await makeCompany(db, { namecomp: 'ООО «Верфь»' })
  const [first, second] = [
    await makeModule(db, [shown], { namemod: 'Отчёты' }),
    await makeModule(db, [shown], { namemod: 'Отчёты' }),
  ]
  const newPerson = (login: string) => makePerson(db, login, { name: 'Иванов Иван' })
  const [older, younger] = [await newPerson('ivanov'), await newPerson('ivanov2')]
  const id = await newRelease({}, { companies: [hidden], modules: [first], users: [older] })
  const body = { ...fields(), modules_ids: [second], users: [{ id: younger }], companies: [{ idcomp: shown }] }
  expect((await save(id, body)).status).toBe(200)
  const { changes } = (await staff(releases.getHistory, { params: { id } })).body
  const words = Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]]))
  expect(words).toMatchObject({
    companies: [[`ООО «Верфь» (№ ${hidden})`], [`ООО «Верфь» (№ ${shown})`]],
    modules: [[`Отчёты (№ ${first})`], [`Отчёты (№ ${second})`]],
    users: [[`Иванов Иван (№ ${older})`], [`Иванов Иван (№ ${younger})`]],
  })
  expect(people.company1).not.toBe(shown)
})

test('a request records that it went into another release of the same title', async () => {
  const { staff, newRelease, newRequest } = world
  const [from, to] = [await newRelease({ title: 'Договоры' }), await newRelease({ title: 'Договоры' })]
  const request = await newRequest({ release_id: from })
  await staff(releases.moveRequests, { params: { id: from }, body: { requests: [request], release_id: to } })
  expect(await recordedOf('request', request, 'release_id')).toEqual([`Договоры (№ ${from})`, `Договоры (№ ${to})`])
})

test('an agreement records another recipient, and a remark another owner, of the same name', async () => {
  const { db, staff, people, newRelease } = world
  const newPerson = (login: string, idcomp?: number) =>
    makePerson(db, login, { name: 'Петров Пётр', ...(idcomp ? { idcomp } : {}) })
  const [older, younger] = [await newPerson('petrov', people.company1), await newPerson('petrov2', people.company1)]
  const release_id = await newRelease()
  const dated = { release_id, company_id: people.company1, releaseDate: '2026-04-02', recipientsExtra: [] }
  const { id } = (await staff(agreements.add, { body: { ...dated, recipients: [older] } })).body
  await staff(agreements.update, {
    params: { id },
    body: { updateTarget: 2, recipients: [younger] },
  })
  expect(await recordedOf('agreement', id, 'recipients')).toEqual([
    [`Петров Пётр (№ ${older})`],
    [`Петров Пётр (№ ${younger})`],
  ])
  const [own, other] = [await newPerson('petrov3'), await newPerson('petrov4')]
  const raised = await staff(threads.raise, {
    params: { entity: 'agreement', id },
    body: { html: 'Не хватает акта', blocks: true, owner: own },
  })
  const thread = raised.body.thread.id
  await staff(threads.save, { params: { id: thread }, body: { owner: other } })
  expect(await recordedOf('thread', thread, 'owner')).toEqual([`Петров Пётр (№ ${own})`, `Петров Пётр (№ ${other})`])
})

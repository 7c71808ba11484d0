import { beforeAll, beforeEach, expect, test } from 'vitest'
import { adminCompanies, reminders, type BodyInput } from '@vypusk/contract'
import { liveEventsOf, personBy } from '../../testing/live-events.ts'
import { letterWorld, newAgreement } from '../../testing/letters.ts'
import { makePerson } from '../../testing/making/make.ts'

/** Who of a company is asked when its recipients do not answer: several people choose, and those chosen may leave. */

const world = letterWorld()
let deputy_id = 0
let head_id = 0
let agreement = 0
beforeAll(async () => {
  agreement = await newAgreement(world)
})
let serial = 0
beforeEach(async () => {
  serial += 1
  const idcomp = world.people.company1
  deputy_id = await makePerson(world.product.deps.db, `deputy${serial}`, { idcomp })
  head_id = await makePerson(world.product.deps.db, `head${serial}`, { idcomp })
  await save({ deputy_id, head_id: null })
})

const save = (body: BodyInput<typeof reminders.saveEscalation>) =>
  world.manager(reminders.saveEscalation, { params: { company_id: world.people.company1 }, body })
const company = async () => (await world.admin(adminCompanies.get, { params: { id: world.people.company1 } })).body
const ladder = async () => (await world.manager(reminders.list, { params: { id: agreement } })).body

test('one who is not given stays', async () => {
  await save({ head_id })
  expect(await ladder()).toMatchObject({ deputy: { id: deputy_id }, head: { id: head_id } })
  await save({ deputy_id: null })
  expect(await ladder()).toMatchObject({ deputy: null, head: { id: head_id } })
})

test('of two who choose at once, the later one hears of it and overwrites nothing', async () => {
  const { escalation_version: version } = await ladder()
  const [first, second] = await Promise.all([save({ deputy_id: null, version }), save({ head_id, version })])
  expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]))
  const refused = first.status === 409 ? first : second
  const { deputy, head, escalation_version } = await ladder()
  expect(refused.refusal).toMatchObject({ current: { deputy, head, escalation_version } })
  expect([deputy?.id, head?.id]).toEqual(first.status === 200 ? [undefined, undefined] : [deputy_id, head_id])
  expect(escalation_version).toBe((version ?? 0) + 1)
})

test('a change is reported to open screens and is in the history of the company; none is not', async () => {
  const heard = await liveEventsOf(world.product, [await personBy(world.product, 'admin')], () => save({ head_id }))
  expect(heard).toMatchObject([[{ entity: 'company', id: world.people.company1 }]])
  const { history, escalation_version } = await company()
  expect(history[0]).toMatchObject({
    title: 'Если получатели молчат: руководитель',
    before: null,
    after: `Имя head${serial}`,
  })
  expect((await save({ head_id })).body).toMatchObject({ escalation_version })
  expect((await company()).history).toHaveLength(history.length)
})

test.each([
  ['blocked', { is_blocked: true }, 'blocked'],
  ['deleted', { deleted_at: '2026-03-06T06:30:00.000Z' }, 'left'],
  ['moved', {}, 'left'],
] as const)(
  'a deputy who was %s is shown as such on both screens, not asked, and not in the way',
  async (how, set, gone) => {
    const { people, product } = world
    const left = how === 'moved' ? { idcomp: people.company2 } : set
    await product.deps.db.updateTable('users').set(left).where('id', '=', deputy_id).execute()
    const { deputy } = await ladder()
    expect(deputy).toMatchObject({ id: deputy_id, gone })
    expect((await company()).deputy).toEqual(deputy)
    expect((await save({ deputy_id, head_id })).status).toBe(200)
    expect(await ladder()).toMatchObject({ deputy: { id: deputy_id, gone }, head: { id: head_id, gone: null } })
    await save({ deputy_id: null })
    expect((await save({ deputy_id })).refusal).toMatchObject({ errors: { deputy_id: [expect.any(String)] } })
  },
)

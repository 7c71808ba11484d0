import { expect, test } from 'vitest'
import { agreements, releases } from '@vypusk/contract'
import { agreementWorld, newAgreement, newRelease, read, update, type Update } from '../../testing/agreements.ts'

const world = agreementWorld()

test('status goes 0, 1, 2 and back to 0 when the date moves', async () => {
  const id = await newAgreement(world)
  const asked = await update(world.manager, id, { updateTarget: 5 })
  expect(asked.body.agreement).toMatchObject({ status: 1, by_rivc: true, by_client: false })
  expect(asked.body.agreement.sent_at).not.toBeNull()
  expect((await update(world.client1, id, { updateTarget: 5 })).body.agreement).toMatchObject({
    status: 2,
    by_client: true,
  })
  const move = { updateTarget: 4, releaseDate: '2026-03-27', releaseTime: '' } as const
  const refused = await update(world.manager, id, move)
  expect([refused.status, Object.keys(refused.refusal.errors ?? {})]).toEqual([422, ['cancel_reason']])
  const moved = await update(world.manager, id, { ...move, cancel_reason: 'Сдвиг тестирования' })
  expect(moved.body.agreement).toMatchObject({
    status: 0,
    by_rivc: false,
    by_client: false,
    releaseDate: '2026-03-27',
    releaseTime: null,
    cancel_reason: 'Сдвиг тестирования',
    sent_at: null,
  })
})

/** A valid body for every target. */
const bodies = {
  0: { updateTarget: 0, remark: 'Рано' },
  1: { updateTarget: 1, isPublishedOnTestEnv: true },
  2: { updateTarget: 2, recipients: [] },
  3: { updateTarget: 3, recipientsExtra: ['it@example.ru'] },
  4: { updateTarget: 4, releaseDate: '2026-03-21', cancel_reason: 'Сдвиг' },
  5: { updateTarget: 5 },
  behalf: { updateTarget: 5, on_behalf: 'client', remark: 'Звонок' },
} satisfies Record<string, Update>
type Target = keyof typeof bodies
const states = { required: [], sent: ['manager'], agreed: ['manager', 'client1'] } as const
type State = keyof typeof states

type Who = 'manager' | 'client1' | 'client2'
const expected: Record<Who, Record<Target, Record<State, number>>> = {
  manager: {
    0: { required: 200, sent: 200, agreed: 200 },
    1: { required: 200, sent: 200, agreed: 200 },
    2: { required: 200, sent: 200, agreed: 200 },
    3: { required: 200, sent: 200, agreed: 200 },
    4: { required: 200, sent: 200, agreed: 200 },
    5: { required: 200, sent: 422, agreed: 422 },
    behalf: { required: 422, sent: 200, agreed: 422 },
  },
  client1: {
    0: { required: 200, sent: 200, agreed: 200 },
    1: { required: 403, sent: 403, agreed: 403 },
    2: { required: 403, sent: 403, agreed: 403 },
    3: { required: 403, sent: 403, agreed: 403 },
    4: { required: 403, sent: 403, agreed: 403 },
    5: { required: 422, sent: 200, agreed: 422 },
    behalf: { required: 403, sent: 403, agreed: 403 },
  },
  client2: Object.fromEntries(
    Object.keys(bodies).map((target) => [target, { required: 404, sent: 404, agreed: 404 }]),
  ) as Record<Target, Record<State, number>>,
}

const cells = (Object.entries(expected) as [Who, Record<Target, Record<State, number>>][]).flatMap(([who, targets]) =>
  (Object.keys(bodies) as unknown[] as Target[]).flatMap((target) =>
    (Object.keys(states) as State[]).map((state) => ({ who, target, state, status: targets[target][state] })),
  ),
)

test.each(cells)('$who · target $target · $state → $status', async ({ who, target, state, status }) => {
  const id = await newAgreement(world, { recipients: [] })
  for (const approver of states[state]) await update(world[approver], id, { updateTarget: 5 })
  const before = await read(world.manager, id)
  const answer = await update(world[who], id, bodies[target])
  expect(answer.status).toBe(status)
  const after = await read(world.manager, id)
  // A refusal leaves everything as it was; a change increases the version by one.
  const isChanged = status === 200 && after.history.length > before.history.length
  expect(after.version).toBe(before.version + (isChanged ? 1 : 0))
  expect(status === 200 ? [] : [after]).toEqual(status === 200 ? [] : [before])
})

test('of concurrent approvals one succeeds, and the others are refused', async () => {
  const id = await newAgreement(world, { recipients: [] })
  const answers = await Promise.all(Array.from({ length: 20 }, () => update(world.manager, id, { updateTarget: 5 })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(19)
  const words = await Promise.all(Array.from({ length: 20 }, () => update(world.client1, id, { updateTarget: 5 })))
  expect(words.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(words.find(({ status }) => status === 422)!.refusal.message).toBe('Вы уже согласовали эту дату')
  expect((await read(world.manager, id)).history.filter(({ field }) => field.startsWith('by_'))).toHaveLength(2)
})

test('a stale version is refused with the present agreement', async () => {
  const id = await newAgreement(world)
  await update(world.manager, id, { updateTarget: 0, remark: 'Первое', version: 1 })
  const { status, refusal } = await update(world.manager, id, { updateTarget: 0, remark: 'Второе', version: 1 })
  expect(status).toBe(409)
  expect(refusal['current']).toMatchObject({ id, remark: 'Первое', version: 2 })
  expect((await update(world.manager, id, { updateTarget: 0, remark: 'Второе' })).status).toBe(200)
})

test('the history records who changed what, and on whose behalf', async () => {
  const id = await newAgreement(world)
  await update(world.manager, id, { updateTarget: 5 })
  const silent = await update(world.manager, id, { updateTarget: 5, on_behalf: 'client' })
  expect([silent.status, Object.keys(silent.refusal.errors ?? {})]).toEqual([422, ['remark']])
  await update(world.manager, id, { updateTarget: 5, on_behalf: 'client', remark: 'Звонок 06.03' })
  const { history, remark, status } = await read(world.manager, id)
  expect([status, remark]).toEqual([2, ''])
  expect(history[0]).toMatchObject({
    field: 'by_client',
    title: 'Согласование клиента',
    before: false,
    after: true,
    via: 'on_behalf',
    note: 'Звонок 06.03',
    user: { id: world.people.manager },
  })
  expect(history.at(-1)).toMatchObject({ field: expect.any(String), before: null, via: 'screen' })
})

test('an agreement is gone with its deleted release, and there again when the release is', async () => {
  const release_id = await newRelease(world)
  const id = await newAgreement(world, {}, release_id)
  const check = { params: { release_id, company_id: world.people.company1 } }
  await world.manager(releases.remove, { params: { id: release_id } })
  expect((await world.manager(agreements.checkExists, check)).body).toEqual({ exists: false, id: null })
  expect((await world.manager(agreements.get, { params: { id } })).status).toBe(404)
  await world.manager(releases.restore, { params: { id: release_id } })
  expect((await world.manager(agreements.checkExists, check)).body).toEqual({ exists: true, id })
})

import { expect, test } from 'vitest'
import { releases, scopes } from '@vypusk/contract'
import { allCome, letterWorld, linkOf, read, send } from '../../../testing/letters.ts'
import {
  addToRelease,
  agreed,
  newScope,
  ownRequest,
  removeFromRelease,
  settle,
} from '../../../testing/making/scopes.ts'
import { lookAtScopes } from '../../agreements/commands/scope-changes.ts'
import { sendHeld } from './holding/holding.ts'
import { scopeHeldUntil } from '../rules.ts'

const world = letterWorld()
/** Lets minutes of the product's own work pass. */
async function pass(minutes: number, stride = 1) {
  const { clock, deps } = world.product
  for (let n = 0; n < minutes; n += stride) {
    clock.set(new Date(clock.now().getTime() + stride * 60_000).toISOString())
    await lookAtScopes(deps)
    await sendHeld(deps)
  }
}
const lettersOf = (id: number, kind = 'agreement.scope_changed') =>
  world.product.deps.db
    .selectFrom('letters')
    .select(['text', 'subject'])
    .where('entity_id', '=', id)
    .where('kind', '=', kind)
    .where('entity', '=', 'agreement')
    .orderBy('id')
    .execute()
/** Hides the release from clients, or shows it again. */
async function show(release_id: number, is_visible_for_client: boolean) {
  const { title, start_date, plan_date } = (await world.manager(releases.get, { params: { id: release_id } })).body
  const body = { title, start_date, plan_date, is_visible_for_client }
  await world.manager(releases.save, { params: { id: release_id }, body })
}
const step = (release_id: number, step_id: number) =>
  world.manager(releases.changeStep, { params: { id: release_id }, body: { step_id } })
const AT = '2026-03-06T10:00:00.000Z'
test.each([
  ['the first', { since: null, sent_at: null }, '2026-03-06T10:10:00.000Z'],
  ['one that follows', { since: '2026-03-06T09:30:00.000Z', sent_at: null }, '2026-03-06T10:10:00.000Z'],
  ['one after an hour of them', { since: '2026-03-06T09:05:00.000Z', sent_at: null }, '2026-03-06T10:05:00.000Z'],
  ['a second on the day', { since: null, sent_at: '2026-03-06T09:00:00.000Z' }, '2026-03-07T09:00:00.000Z'],
  ['one on the next day', { since: null, sent_at: '2026-03-05T09:00:00.000Z' }, '2026-03-06T10:10:00.000Z'],
  [
    'one after a letter of a clock that was ahead',
    { since: null, sent_at: '2027-03-06T09:00:00.000Z' },
    '2026-03-06T10:10:00.000Z',
  ],
])('%s waits until it is due', (_, held, due_at) => {
  expect(scopeHeldUntil(held, AT)).toEqual({ since: held.since ?? AT, due_at })
})

test('a company that was asked and has not answered gets one short letter about the changed scope, with a link', async () => {
  const { id, release_id } = await newScope(world)
  await send(world, id)
  const first = await ownRequest(world, { e_title: 'Первая' })
  const second = await ownRequest(world, { e_title: 'Вторая' })
  await addToRelease(world, release_id, [first])
  await pass(8)
  await addToRelease(world, release_id, [second])
  await pass(9)
  expect(await lettersOf(id)).toEqual([])
  await pass(3)
  const [letter, ...more] = await lettersOf(id)
  expect(more).toEqual([])
  expect(letter?.text).toContain(`Добавлено: № ${first} Первая\nДобавлено: № ${second} Вторая`)
  expect(linkOf(world, 'client1@example.ru')).toHaveLength(43)
})

test('a scope that is restored before its letter is sent causes none', async () => {
  const { id, release_id } = await newScope(world)
  await send(world, id)
  const added = await ownRequest(world)
  await addToRelease(world, release_id, [added])
  await pass(3)
  await removeFromRelease(world, release_id, added)
  await pass(70, 10)
  expect(await lettersOf(id)).toEqual([])
})

test('changes without a pause are sent after an hour, and those that follow on the next day', async () => {
  const { id, release_id } = await newScope(world)
  await send(world, id)
  for (let n = 0; n < 13; n += 1) {
    await addToRelease(world, release_id, [await ownRequest(world)])
    await pass(5)
  }
  expect(await lettersOf(id)).toHaveLength(1)
  // One that leaves later tells of this change as well.
  await allCome(world)
  await addToRelease(world, release_id, [await ownRequest(world)])
  await pass(20 * 60, 60)
  expect(await lettersOf(id)).toHaveLength(1)
  await pass(5 * 60, 60)
  expect(await lettersOf(id)).toHaveLength(2)
})

test('the client is not notified of what staff have not decided', async () => {
  const { id, release_id } = await agreed(world)
  await addToRelease(world, release_id, [await ownRequest(world)])
  await pass(12)
  expect(await lettersOf(id)).toEqual([])
})

test.each([
  ['anew', 'Согласуйте заново', true],
  ['tell', 'Состав изменён', false],
] as const)('«%s» is sent by a letter with the difference', async (decision, subject, asks) => {
  const { id, release_id } = await agreed(world)
  const added = await ownRequest(world, { e_title: 'Новая' })
  await addToRelease(world, release_id, [added])
  await settle(world, id, decision)
  const [letter, ...more] = await lettersOf(id, 'agreement.scope_settled')
  expect(more).toEqual([])
  expect(letter?.subject).toContain(subject)
  expect(letter?.text).toContain(`Добавлено: № ${added} Новая`)
  expect(letter?.text.includes('/approve/')).toBe(asks)
})

test('«ignore» notifies nobody, neither then nor when the scope is restored', async () => {
  const { id, release_id } = await agreed(world)
  const added = await ownRequest(world)
  await addToRelease(world, release_id, [added])
  await settle(world, id, 'ignore', 'Внутреннее')
  await pass(2)
  await removeFromRelease(world, release_id, added)
  await pass(12)
  expect([await lettersOf(id), await lettersOf(id, 'agreement.scope_settled')]).toEqual([[], []])
})

test('a client that was notified of a change is notified when it is undone', async () => {
  const { id, release_id } = await agreed(world)
  const added = await ownRequest(world)
  await addToRelease(world, release_id, [added])
  await settle(world, id, 'tell')
  await pass(2)
  await removeFromRelease(world, release_id, added)
  await pass(12)
  const [letter, ...more] = await lettersOf(id)
  expect(more).toEqual([])
  expect(letter?.subject).toContain('Изменение отменено')
})

test('a client that still has to answer is asked to, though the change is undone', async () => {
  const { id, release_id } = await agreed(world)
  const added = await ownRequest(world)
  await addToRelease(world, release_id, [added])
  await settle(world, id, 'anew')
  await pass(60, 10)
  await removeFromRelease(world, release_id, added)
  await pass(12)
  const [letter, ...more] = await lettersOf(id)
  expect([more, (await read(world, id)).status]).toEqual([[], 1])
  expect(letter?.subject).toContain('Подтвердите дату')
  expect(letter?.text).toMatch(/Посмотреть и ответить[^]*act=agree/)
})

test('several are settled by one call, each separately', async () => {
  const [one, other] = [await agreed(world), await agreed(world)]
  for (const { release_id } of [one, other]) await addToRelease(world, release_id, [await ownRequest(world)])
  const seen = await Promise.all(
    [one, other].map(async ({ id }) => ({ id, scope_sha: (await read(world, id)).scope_change?.scope_sha ?? '' })),
  )
  const { body } = await world.manager(scopes.settle, { body: { agreements: seen, decision: 'tell' } })
  expect([body.done, body.refused, body.mail]).toEqual([[one.id, other.id], [], 'sent'])
})

test.each(['anew', 'tell'] as const)(
  '«%s» is refused while the release is hidden, and nothing is sent',
  async (decision) => {
    const { id, release_id } = await agreed(world)
    await addToRelease(world, release_id, [await ownRequest(world)])
    await show(release_id, false)
    expect(await settle(world, id, decision)).toMatchObject({
      done: [],
      refused: [{ id, message: scopes.HIDDEN_SCOPE }],
    })
    expect([(await read(world, id)).status, await lettersOf(id, 'agreement.scope_settled')]).toEqual([2, []])
    expect(await settle(world, id, 'ignore', 'Внутреннее')).toMatchObject({ done: [id] })
  },
)

const pauses = {
  hidden: (release_id: number, isOver: boolean) => show(release_id, isOver),
  closed: (release_id: number, isOver: boolean) => step(release_id, isOver ? 1 : 6),
}

test.each(['hidden', 'closed'] as const)(
  'what changed while a release was %s is told once it is not, and only once',
  async (state) => {
    const { id, release_id } = await newScope(world)
    await send(world, id)
    await pauses[state](release_id, false)
    await addToRelease(world, release_id, [await ownRequest(world, { e_title: 'Новая' })])
    await pass(30, 5)
    expect(await lettersOf(id)).toEqual([])
    await pauses[state](release_id, true)
    await pass(30, 5)
    const [letter, ...more] = await lettersOf(id)
    expect([more, letter?.text]).toEqual([[], expect.stringContaining('Новая')])
    await pauses[state](release_id, false)
    await pauses[state](release_id, true)
    await pass(26 * 60, 60)
    expect(await lettersOf(id)).toHaveLength(1)
  },
)

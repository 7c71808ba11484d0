import { beforeEach, expect, test } from 'vitest'
import { substitutes } from '@vypusk/contract'
import { emit } from '../../../../platform/events.ts'
import { NOBODY } from '../../../../platform/person.ts'
import { inTransaction } from '../../../../platform/transaction.ts'
import { leave, refuseMail } from '../../../../testing/leaving-letters.ts'
import { letterWorld } from '../../../../testing/letters.ts'
import { makePerson } from '../../../../testing/making/make.ts'

/** Letters about a substitution or a webhook that waited for the mail server while that ended. */

const NOW = '2026-03-02T10:00:00.000Z'
const world = letterWorld({ start: NOW })
beforeEach(() => refuseMail(world))

const standIn = () =>
  world.product.deps.db.selectFrom('substitutes').select('id').where('ended_at', 'is', null).executeTakeFirstOrThrow()

const ENDS: [string, (id: number, user: number) => Promise<unknown>, (string | boolean | null)[]][] = [
  ['is as it was', async () => {}, ['sent', null, false]],
  [
    'was ended',
    (id) => world.manager(substitutes.end, { params: { id: world.people.company1, substitute_id: id } }),
    ['failed', 'Замещение закончилось до того, как письмо ушло', true],
  ],
  [
    'is by somebody with another address',
    (_, user) =>
      world.product.deps.db.updateTable('users').set({ email: 'new@example.ru' }).where('id', '=', user).execute(),
    ['failed', 'У замещающего теперь другой адрес', false],
  ],
]

test.each(ENDS)('a letter about a substitution that %s', async (_, change, outcome) => {
  const { db } = world.product.deps
  const id = world.people.company1
  await db.updateTable('substitutes').set({ ended_at: NOW }).where('ended_at', 'is', null).execute()
  const login = `standin${outcome.join('').length}`
  const substitute_id = await makePerson(db, login, { idcomp: id })
  const days = { date_from: '2026-03-02', date_to: '2026-03-10' }
  const body = { user_id: world.people.client1, substitute_id, ...days }
  expect((await world.manager(substitutes.name, { params: { id }, body })).status).toBe(200)
  await change((await standIn()).id, substitute_id)
  expect(await leave(world, 'substitute.changed')).toEqual([[`${login}@example.ru`, ...outcome]])
})

/** Tells administrators, of whom there is a second one, that a webhook was switched off. */
async function switchedOff() {
  const { deps } = world.product
  const { id } = await deps.db
    .insertInto('webhooks')
    .values({
      url: 'https://other.example.ru/hook',
      secret: '',
      kinds: ['agreement.sent'],
      created_at: NOW,
      is_active: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const about = { entity: 'webhook' as const, entity_id: id, companies: [], data: { webhook_id: id } }
  const actor = { deps, person: NOBODY }
  await inTransaction(actor, (tx) => emit(tx, actor, { kind: 'webhook.switched_off', ...about }))
  return id
}

test('a letter about a webhook that is on again is not sent', async () => {
  const id = await switchedOff()
  await world.product.deps.db.updateTable('webhooks').set({ is_active: true }).where('id', '=', id).execute()
  expect(await leave(world, 'webhook.switched_off')).toEqual([
    ['admin@example.ru', 'failed', 'Вебхук с тех пор включили снова или удалили', true],
  ])
})

test('a letter about a webhook goes only to those who are still administrators', async () => {
  const other = await makePerson(world.product.deps.db, 'other', { isRivc: true, isAdmin: true })
  await switchedOff()
  await world.product.deps.db.updateTable('users').set({ isAdmin: false }).where('id', '=', other).execute()
  expect(await leave(world, 'webhook.switched_off')).toEqual([
    ['admin@example.ru', 'sent', null, false],
    ['other@example.ru', 'failed', 'Человек с этим адресом больше не администратор', true],
  ])
})

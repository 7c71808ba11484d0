import { expect, test } from 'vitest'
import { adminPeople, audit, auth } from '@vypusk/contract'
import { letterWorld } from '../../testing/letters.ts'
import { giveAdministration } from './port.ts'

const world = letterWorld()
const give = (login: string, password: string) =>
  giveAdministration(world.product.deps, { login, name: login, email: null, password })
const logIn = (login: string, password: string) =>
  world.product.anonymous(auth.login, { body: { login, password } }).then(({ status }) => status)
const history = async () =>
  (await world.admin(audit.list, { body: { entities: ['user'] } })).body.data.map(({ title, after, user }) => [
    title,
    after,
    user.name,
  ])

test('the first administrator is created, and the log names the command', async () => {
  await give('emergency', 'parol-na-chas-1')
  expect(await logIn('emergency', 'parol-na-chas-1')).toBe(200)
  expect(new Set(await history())).toEqual(
    new Set([
      ['Администратор', true, 'npm run admin'],
      ['Пароль', 'выдан новый', 'npm run admin'],
    ]),
  )
})

test('a blocked member of staff is unblocked with the right; former sessions end', async () => {
  const { people, manager, admin } = world
  expect((await manager(auth.getUser)).status).toBe(200)
  await admin(adminPeople.block, { params: { id: people.manager }, body: { is_blocked: true } })
  await give('Manager', 'parol-na-chas-2')
  expect((await manager(auth.getUser)).status).toBe(401)
  expect(await logIn('manager', 'parol-na-chas-2')).toBe(200)
  const { body } = await admin(adminPeople.get, { params: { id: people.manager } })
  expect(body).toMatchObject({ isAdmin: true, is_blocked: false })
})

test('a client’s login cannot be given to staff', async () => {
  await expect(give('client1', 'parol-na-chas-3')).rejects.toThrow('users_login_once')
})

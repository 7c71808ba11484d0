import { describe, expect, test } from 'vitest'
import { adminPeople, auth, calendar, live, tokens, type BodyInput } from '@vypusk/contract'
import { PASSWORD } from '../../testing/password.ts'
import { letterWorld } from '../../testing/letters.ts'
import { makePerson } from '../../testing/making/make.ts'
import { deliverNow } from '../../testing/once-free.ts'

const world = letterWorld()
const rights = { can_enter_registry: false, can_create_registry: false, isAdmin: false }

const read = async (id: number) => (await world.admin(adminPeople.get, { params: { id } })).body
const names = async (query: Parameters<typeof world.admin<typeof adminPeople.list>>[1]) =>
  (await world.admin(adminPeople.list, query)).body.data.map(({ login }) => login)
const save = (id: number, body: Partial<BodyInput<typeof adminPeople.save>>) =>
  read(id).then((person) => world.admin(adminPeople.save, { params: { id }, body: { ...person, ...body } }))
const block = (id: number, is_blocked: boolean) =>
  world.admin(adminPeople.block, { params: { id }, body: { is_blocked } })
/** Returns the statuses of concurrent calls in rising order. */
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const logIn = (login: string, password = PASSWORD) => world.product.anonymous(auth.login, { body: { login, password } })
/** Returns the token of the last letter that lets somebody set a password. */
const linkOf = (to: string) =>
  /\/password\/([\w-]{43})/.exec(world.smtp.received.findLast((one) => one.to === to)?.mail.text ?? '')?.[1] ?? ''
const setPassword = (token: string, password: string) =>
  world.product.anonymous(auth.setPassword, { params: { token }, body: { password } })

describe('the list', () => {
  test('finds by words, company, role and state', async () => {
    const { people, product } = world
    const { db } = product.deps
    await makePerson(db, 'yolkin', { name: 'Пётр Ёлкин', idcomp: people.company1, is_blocked: true })
    await makePerson(db, 'fresh', { name: 'Новичок', password_hash: null })
    expect(await names({ query: { search_string: 'елкин' } })).toEqual(['yolkin'])
    expect(await names({ query: { search_string: 'CLIENT1@' } })).toEqual(['client1'])
    expect(await names({ query: { client_ids: String(people.company1) } })).toEqual(['client1', 'yolkin'])
    expect(await names({ query: { role_ids: '1' } })).toEqual(['admin'])
    expect(await names({ query: { role_ids: '1,3', state_ids: '1' } })).toEqual(['admin', 'client1', 'client2'])
    expect(await names({ query: { state_ids: '2' } })).toEqual(['yolkin'])
    expect(await names({ query: { state_ids: '3' } })).toEqual(['fresh'])
    expect(await names({ query: { state_ids: '9' } })).toEqual([])
  })

  test('is ordered and paged, and shows who has signed in', async () => {
    const { body } = await world.admin(adminPeople.list, {
      query: { order_by: 'login', isDesc: 'true', per_page: 2, role_ids: '2' },
    })
    expect(body).toMatchObject({ total: 3, from: 1, to: 2 })
    expect(body.data.map(({ login }) => login)).toEqual(['manager', 'fresh'])
    expect(body.data[0]).toMatchObject({ has_password: true, last_seen_at: expect.any(String), company: null })
    expect(body.data[1]).toMatchObject({ has_password: false, last_seen_at: null })
  })
})

describe('a new person', () => {
  test('gets a letter, sets a password by its link, once, and signs in', async () => {
    const { people, admin, smtp } = world
    const fields = { ...rights, login: ' nova ', name: 'Нова', email: 'nova@example.ru', company: people.company1 }
    const { status, body } = await admin(adminPeople.create, { body: { ...fields, send_password: true } })
    expect([status, body.mail, body.person.login]).toEqual([200, 'sent', 'nova'])
    expect(smtp.received.at(-1)?.mail).toMatchObject({ subject: 'Задайте пароль для входа в «Выпуск»' })
    expect((await logIn('nova', 'whatever')).status).toBe(403)

    const token = linkOf('nova@example.ru')
    const known = await world.product.anonymous(auth.passwordLink, { params: { token } })
    expect(known.body).toEqual({ login: 'nova', name: 'Нова' })
    expect((await setPassword(token, 'short')).refusal.errors).toEqual({ password: ['Не короче 10 символов'] })
    expect((await setPassword(token, 'a password of my own')).body.login).toBe('nova')
    expect((await logIn('nova', 'a password of my own')).status).toBe(200)
    expect((await setPassword(token, 'another password')).status).toBe(404)
    const history = (await read(body.person.id)).history.map(({ title, after, via }) => [title, after, via])
    expect(history).toContainEqual(['Пароль', 'задан по ссылке из письма', 'letter'])
    expect(history).toContainEqual(['Логин', 'nova', 'screen'])
  })

  test('of two concurrent calls with one login, one succeeds', async () => {
    const fields = { ...rights, name: 'Двойник', email: '', company: null }
    const both = await Promise.all(
      ['double', 'Double'].map((login) => world.admin(adminPeople.create, { body: { ...fields, login } })),
    )
    expect(statuses(both)).toEqual([200, 422])
    expect(both.find(({ status }) => status === 422)?.refusal.message).toBe('Такой логин уже занят')
  })

  test.each([
    ['a taken login', { login: 'MANAGER' }, 'login', 'Такой логин уже занят'],
    ['a login with spaces', { login: 'a b' }, 'login', 'Логин пишется без пробелов'],
    ['a wrong address', { email: 'nowhere' }, 'email', 'Адрес почты выглядит неверно'],
    ['no such company', { company: 999_999 }, 'company', 'Компания не найдена'],
    [
      'a letter to nobody',
      { email: '', send_password: true },
      'email',
      'Нет адреса почты: укажите его, и письмо можно будет отправить',
    ],
  ])('%s is refused at its field', async (_, wrong, field, sentence) => {
    const body = { ...rights, login: 'someone', name: 'Кто-то', email: 'someone@example.ru', company: null, ...wrong }
    const { status, refusal } = await world.admin(adminPeople.create, { body })
    expect([status, refusal.errors]).toEqual([422, { [field]: [sentence] }])
    expect(await names({ query: { search_string: 'someone' } })).toEqual([])
  })

  test('a client cannot be an administrator', async () => {
    const body = { ...rights, isAdmin: true, login: 'x', name: 'x', company: world.people.company1 }
    expect((await world.admin(adminPeople.create, { body })).refusal.errors).toEqual({
      isAdmin: ['Администратором может быть только сотрудник'],
    })
  })
})

describe('changing a person', () => {
  test('new rights apply from the next call on; the history shows who gave them', async () => {
    const { product, people } = world
    const id = await makePerson(product.deps.db, 'rising')
    const api = await product.as('rising')
    expect((await api(adminPeople.list)).status).toBe(403)
    expect((await save(id, { isAdmin: true, name: 'Выросший' })).body.person).toMatchObject({
      isAdmin: true,
      version: 2,
    })
    expect((await api(adminPeople.list)).status).toBe(200)
    const { history } = await read(id)
    expect(history.map(({ title, before, after, user }) => [title, before, after, user.id])).toEqual([
      ['Администратор', false, true, people.admin],
      ['Имя', 'Имя rising', 'Выросший', people.admin],
    ])
  })

  test('a stale save is refused with the present person; one without changes records nothing', async () => {
    const id = await makePerson(world.product.deps.db, 'twice')
    expect((await save(id, {})).body.person).toMatchObject({ version: 1, history: [] })
    await save(id, { name: 'Первый' })
    const { status, refusal } = await save(id, { name: 'Второй', version: 1 })
    expect(status).toBe(409)
    expect(refusal['current']).toMatchObject({ name: 'Первый', version: 2 })
  })

  test('an address at a domain in Russian letters is kept as it was typed', async () => {
    const id = await makePerson(world.product.deps.db, 'cyrillic')
    expect((await save(id, { email: 'ivan@Пример.рф' })).body.person.email).toBe('ivan@Пример.рф')
    expect((await read(id)).email).toBe('ivan@Пример.рф')
  })

  test('a client may move to another company, and does not become staff', async () => {
    const { people, product } = world
    const id = await makePerson(product.deps.db, 'mover', { idcomp: people.company1 })
    expect((await save(id, { company: { idcomp: people.company2 } })).body.person.company?.idcomp).toBe(people.company2)
    expect((await save(id, { company: null })).refusal.errors).toHaveProperty('company')
  })

  test('who moves to another company signs in again: nothing opened for the former one opens the new one', async () => {
    const { people, product } = world
    const id = await makePerson(product.deps.db, 'carrier', { idcomp: people.company1 })
    const session = await product.as('carrier')
    const { access_token } = (await session(tokens.create, { body: { name: 'CI', scope: 'read', days: 30 } })).body
    const { url } = (await session(calendar.subscribe)).body
    const ways = async () => [
      (await session(auth.getUser)).status,
      (await product.withToken(access_token)(auth.getUser)).status,
      (await product.app.inject(new URL(url).pathname)).statusCode,
    ]
    await save(id, { name: 'Переносящий' })
    expect(await ways()).toEqual([200, 200, 200])
    await save(id, { company: { idcomp: people.company2 } })
    expect(await ways()).toEqual([401, 401, 410])
    expect((await logIn('carrier')).status).toBe(200)
    const ended = (await read(id)).history.find(({ title }) => title === 'Доступ завершён')
    expect(ended).toMatchObject({
      after: 'токены API: 1, ссылка календаря: 1, сеансы: 1',
      note: 'переход в другую компанию',
    })
  })

  test('administrators cannot demote themselves; of two who demote each other at once one is left', async () => {
    const { people, product } = world
    expect((await save(people.admin, { isAdmin: false })).refusal.errors).toEqual({
      isAdmin: ['Право администратора у себя снять нельзя: попросите другого администратора'],
    })
    await product.deps.db.updateTable('users').set({ isAdmin: false }).where('id', '<>', people.admin).execute()
    const other = await makePerson(product.deps.db, 'second', { isAdmin: true })
    const second = await product.as('second')
    const [mine, theirs] = [await read(other), await read(people.admin)]
    const both = await Promise.all([
      world.admin(adminPeople.save, { params: { id: other }, body: { ...mine, isAdmin: false } }),
      second(adminPeople.save, { params: { id: people.admin }, body: { ...theirs, isAdmin: false } }),
    ])
    expect(statuses(both)).toEqual([200, 403])
    await product.deps.db.updateTable('users').set({ isAdmin: true }).where('id', '=', people.admin).execute()
  })

  test('an unknown person is 404', async () => {
    expect((await world.admin(adminPeople.get, { params: { id: 999_999 } })).status).toBe(404)
    expect((await block(999_999, true)).refusal.message).toBe('Человек не найден')
  })
})

describe('blocking', () => {
  test('ends sessions, streams and the link of a letter at once; after unblocking the person can sign in again', async () => {
    const { product, admin } = world
    const id = await makePerson(product.deps.db, 'leaver')
    const api = await product.as('leaver')
    await admin(adminPeople.sendPassword, { params: { id } })
    const person = await product.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const stream = product.deps.live.open(person, null)
    const ended = new Promise((resolve) => stream.once('end', resolve).resume())

    expect((await block(id, true)).body.person).toMatchObject({ is_blocked: true, sessions_count: 0 })
    await ended
    expect((await api(auth.getUser)).status).toBe(401)
    expect((await api(live.here, { body: { key: 'k'.repeat(16), place: null } })).status).toBe(401)
    expect((await setPassword(linkOf('leaver@example.ru'), 'a password of my own')).status).toBe(404)
    expect((await logIn('leaver')).status).toBe(422)

    await block(id, false)
    expect((await logIn('leaver')).status).toBe(200)
    const titles = (await read(id)).history.map(({ title }) => title)
    expect(titles).toEqual(['Заблокирован', 'Доступ завершён', 'Заблокирован', 'Пароль'])
  })

  test('is refused for oneself', async () => {
    const { refusal, status } = await block(world.people.admin, true)
    expect([status, refusal.message]).toEqual([422, 'Себя заблокировать нельзя: попросите другого администратора'])
  })
})

describe('a password letter', () => {
  test('only the newest link is valid, for three days, and setting a password ends the sessions', async () => {
    const { product, admin } = world
    const id = await makePerson(product.deps.db, 'forgetful')
    const api = await product.as('forgetful')
    const ask = async () => {
      expect((await admin(adminPeople.sendPassword, { params: { id } })).body.mail).toBe('sent')
      return linkOf('forgetful@example.ru')
    }
    const [first, second] = [await ask(), await ask()]
    expect((await setPassword(first, 'a password of my own')).status).toBe(404)
    product.clock.set('2026-03-09T06:29:59.000Z')
    expect((await setPassword(second, 'a password of my own')).status).toBe(200)
    expect((await api(auth.getUser)).status).toBe(401)
    const third = await ask()
    product.clock.set('2026-03-12T06:30:00.000Z')
    const { status, refusal } = await setPassword(third, 'a password of my own')
    expect([status, refusal.message]).toEqual([404, expect.stringMatching(/^Ссылка больше не действует/)])
    product.clock.set('2026-03-06T06:30:00.000Z')
  })

  test.each([
    ['oneself', 'admin', {}, 'Себе письмо с паролем не высылают: попросите другого администратора'],
    ['somebody blocked', 'locked', { is_blocked: true }, 'Человек заблокирован: сначала разблокируйте его'],
    ['no address', 'mute', { email: null }, 'Нет адреса почты: укажите его, и письмо можно будет отправить'],
  ])('is not sent to %s, and the screen shows why', async (_, login, input, sentence) => {
    const { product, people, admin } = world
    const id = login === 'admin' ? people.admin : await makePerson(product.deps.db, login, input)
    expect((await read(id)).abilities.password).toBe(sentence)
    expect((await admin(adminPeople.sendPassword, { params: { id } })).refusal.message).toBe(sentence)
  })

  test('sent to an address that was wrong sets no password once the address is corrected', async () => {
    const id = await makePerson(world.product.deps.db, 'mistyped')
    await world.admin(adminPeople.sendPassword, { params: { id } })
    const token = linkOf('mistyped@example.ru')
    await save(id, { name: 'Прежний адрес' })
    expect((await world.product.anonymous(auth.passwordLink, { params: { token } })).status).toBe(200)
    await save(id, { email: 'right@example.ru' })
    expect((await setPassword(token, 'a password of my own')).status).toBe(404)
    const [ended] = (await read(id)).history
    expect(ended).toMatchObject({
      title: 'Доступ завершён',
      after: 'ссылка для пароля: 1',
      note: 'адрес почты изменён',
    })
  })

  test('that still waits for the mail server is not sent to the former address', async () => {
    const { product, admin, smtp } = world
    const id = await makePerson(product.deps.db, 'waiting')
    smtp.answer = () => ({ responseCode: 451, message: 'Later' })
    expect((await admin(adminPeople.sendPassword, { params: { id } })).body.mail).toBe('failed')
    await save(id, { email: 'corrected@example.ru' })
    smtp.answer = () => undefined
    const former = product.deps.db.selectFrom('deliveries').where('target', '=', 'waiting@example.ru')
    const { id: delivery_id } = await former.select('id').executeTakeFirstOrThrow()
    await deliverNow(product.deps, delivery_id)
    expect(smtp.received).toEqual([])
    expect(await former.select(['state', 'last_error']).executeTakeFirst()).toEqual({
      state: 'failed',
      last_error: 'Ссылка для пароля больше не действует: отправьте человеку новое письмо',
    })
    expect((await admin(adminPeople.sendPassword, { params: { id } })).body.mail).toBe('sent')
    expect((await setPassword(linkOf('corrected@example.ru'), 'a password of my own')).status).toBe(200)
  })

  test('concurrent calls with one link set one password', async () => {
    const { product, admin } = world
    const id = await makePerson(product.deps.db, 'racer')
    await admin(adminPeople.sendPassword, { params: { id } })
    const token = linkOf('racer@example.ru')
    const both = await Promise.all(['one good password', 'two good passwords'].map((one) => setPassword(token, one)))
    expect(statuses(both)).toEqual([200, 404])
  })
})

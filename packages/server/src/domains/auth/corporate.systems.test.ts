import { beforeEach, describe, expect, test } from 'vitest'
import { adminPeople, auth, calendar, corporate, tokens } from '@vypusk/contract'
import { historyOf } from '../../platform/history.ts'
import { makePerson } from '../../testing/making/make.ts'
import { testApp } from '../../testing/app.ts'
import { startOidc, type TestOidc } from '../../testing/servers/oidc.ts'
import { corporateWorld, PUBLIC_URL } from '../../testing/corporate.ts'

const world = corporateWorld({
  groups: 'admins=admin, staff=staff, acme=client:1+registry, other=client:2, gone=client:999',
  link: 'email',
})
const { pass, signIn, userBy } = world
beforeEach(() => {
  world.provider.before = async () => {}
})
const usersNamed = (login: string) =>
  world.product.deps.db.selectFrom('users').selectAll().where('login', '=', login).execute()

describe('somebody new', () => {
  test('is created with the rights of the groups, and gets an ordinary session', async () => {
    world.provider.people['s-1'] = {
      preferred_username: 'orlova',
      name: 'Вера Орлова',
      email: 'o@acme.ru',
      groups: ['staff'],
    }
    const { status, body } = await signIn('s-1')
    expect(status).toBe(200)
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 14 * 24 * 3600 })
    expect((await world.product.withToken(body.access_token)(auth.getUser)).body).toMatchObject({
      login: 'orlova',
      name: 'Вера Орлова',
      email: 'o@acme.ru',
      isRivc: true,
      isAdmin: false,
    })
  })

  test('of a client company becomes one of its people', async () => {
    world.provider.people['s-2'] = { preferred_username: 'petrov', groups: ['acme'] }
    expect(await userBy('s-2')).toMatchObject({ isRivc: false, company: { idcomp: world.people.company1 } })
    expect(await usersNamed('petrov')).toMatchObject([{ can_enter_registry: true, can_create_registry: false }])
  })

  test('is created once by two concurrent sign-ins', async () => {
    world.provider.people['s-3'] = { preferred_username: 'twice', groups: ['staff'] }
    const both = await Promise.all([pass('s-3'), pass('s-3')])
    const replies = await Promise.all(both.map((body) => world.product.anonymous(corporate.finish, { body })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await usersNamed('twice')).toHaveLength(1)
  })

  test.each([
    ['without a group that opens anything', ['guests'], /попросите администратора добавить вас в нужную группу/],
    ['of an unknown company', ['gone'], /Компания вашей группы не найдена/],
  ])('%s is refused with a message', async (_, groups, sentence) => {
    world.provider.people['s-4'] = { preferred_username: 'stranger', groups }
    expect(await signIn('s-4')).toMatchObject({ status: 422, refusal: { message: expect.stringMatching(sentence) } })
    expect(await usersNamed('stranger')).toEqual([])
  })
})

describe('somebody with an account', () => {
  test('is found by the subject once linked, even if login and address change', async () => {
    const vouched = { email: 'Manager@example.ru', email_verified: true, groups: ['staff'] }
    world.provider.people['s-5'] = { preferred_username: 'renamed', ...vouched }
    expect((await userBy('s-5')).id).toBe(world.people.manager)
    world.provider.people['s-5'] = { preferred_username: 'again', email: 'other@example.ru', groups: ['staff'] }
    expect((await userBy('s-5')).id).toBe(world.people.manager)
    world.provider.people['s-6'] = { preferred_username: 'second', ...vouched }
    expect(await signIn('s-6')).toMatchObject({
      status: 422,
      refusal: { message: expect.stringContaining('уже связан с другой корпоративной учётной записью') },
    })
    const history = await historyOf(world.product.deps.db, 'user', world.people.manager)
    expect(history.find(({ field }) => field === 'corporate')).toMatchObject({ before: null, after: 's-5' })
  })

  test('is never found by the login, which a person may choose at the provider', async () => {
    for (const preferred_username of ['admin', 'ADMIN']) {
      world.provider.people['s-12'] = { preferred_username, email: 'admin@example.ru', groups: ['staff'] }
      expect(await signIn('s-12')).toMatchObject({
        status: 422,
        refusal: { message: expect.stringMatching(/назовите её номер: s-12$/) },
      })
    }
  })

  test.each([
    ['verified', true, '', true],
    ['unverified', false, '', false],
    ['similar', true, '\u200b', false],
  ])('is found only by an address that the provider has verified: %s', async (login, email_verified, mark, isSame) => {
    const id = await makePerson(world.product.deps.db, login)
    const email = `${login}${mark}@example.ru`
    world.provider.people[login] = { preferred_username: `${login}-there`, email, email_verified, groups: ['staff'] }
    expect((await userBy(login)).id === id).toBe(isSame)
  })

  test('is not found by an address that two people have', async () => {
    const email = 'both@example.ru'
    const both = [
      await makePerson(world.product.deps.db, 'one', { email }),
      await makePerson(world.product.deps.db, 'two', { email }),
    ]
    world.provider.people['s-13'] = { preferred_username: 'three', email, email_verified: true, groups: ['staff'] }
    expect(both).not.toContain((await userBy('s-13')).id)
  })

  test('gets and loses rights with the groups', async () => {
    world.provider.people['s-7'] = { preferred_username: 'riser', groups: ['staff'] }
    expect(await userBy('s-7')).toMatchObject({ isRivc: true, isAdmin: false })
    world.provider.people['s-7'].groups = ['staff', 'admins']
    expect(await userBy('s-7')).toMatchObject({ isAdmin: true })
    world.provider.people['s-7'].groups = ['staff']
    const { id, isAdmin } = await userBy('s-7')
    expect(isAdmin).toBe(false)
    const history = await historyOf(world.product.deps.db, 'user', id)
    const flips = history.filter(({ field }) => field === 'isAdmin')
    expect(flips.map(({ before, after }) => [before, after])).toEqual([
      [true, false],
      [false, true],
      [null, false],
    ])
    expect(flips[0]).toMatchObject({ user: { id }, note: 'по группам корпоративного входа' })
  })

  test('never changes sides by a group', async () => {
    world.provider.people['s-11'] = { email: 'client2@example.ru', email_verified: true, groups: ['staff'] }
    expect(await signIn('s-11')).toMatchObject({
      status: 422,
      refusal: { message: expect.stringContaining('сторонам') },
    })
  })

  test('whose groups no longer give access loses sessions, tokens and the calendar', async () => {
    world.provider.people['s-8'] = { preferred_username: 'leaver', groups: ['staff'] }
    const { body } = await signIn('s-8')
    const session = world.product.withToken(body.access_token)
    const made = (await session(tokens.create, { body: { name: 'CI', scope: 'read', days: 30 } })).body
    const { url } = (await session(calendar.subscribe)).body
    const token = world.product.withToken(made.access_token)
    const read = () => world.product.app.inject(new URL(url).pathname)
    expect([(await token(auth.getUser)).status, (await read()).statusCode]).toEqual([200, 200])
    world.provider.people['s-8'].groups = []
    expect((await signIn('s-8')).status).toBe(422)
    expect([(await session(auth.getUser)).status, (await token(auth.getUser)).status]).toEqual([401, 401])
    expect((await read()).statusCode).toBe(410)
    // The restored group opens a new session, but what was ended stays ended.
    world.provider.people['s-8'].groups = ['staff']
    const again = world.product.withToken((await signIn('s-8')).body.access_token)
    expect((await again(tokens.list)).body.tokens).toEqual([])
    expect((await token(auth.getUser)).status).toBe(401)
  })

  test.each([
    ['without the claim', {}],
    ['with the claim elsewhere', { _claim_names: { groups: 'src1' } }],
    ['with something else in the claim', { groups: { staff: true } }],
  ])('is not let in by an answer %s, but loses nothing', async (_, answer) => {
    const id = `s-17-${Object.keys(answer)[0] ?? ''}`
    world.provider.people[id] = { preferred_username: `unsaid${id}`, groups: ['staff'] }
    const { body } = await signIn(id)
    const session = world.product.withToken(body.access_token)
    const made = (await session(tokens.create, { body: { name: 'CI', scope: 'read', days: 30 } })).body
    world.provider.people[id] = { preferred_username: `unsaid${id}`, ...answer }
    const { status, refusal } = await signIn(id)
    expect([status, refusal.message]).toEqual([422, expect.stringContaining('не сообщил ваших групп')])
    const token = world.product.withToken(made.access_token)
    expect([(await session(auth.getUser)).status, (await token(auth.getUser)).status]).toEqual([200, 200])
    world.provider.people[`${id}-new`] = { preferred_username: `new${id}`, ...answer }
    expect((await signIn(`${id}-new`)).status).toBe(422)
    expect(await usersNamed(`new${id}`)).toEqual([])
  })

  test('whom groups move to another company keeps nothing that was opened for the former one', async () => {
    world.provider.people['s-14'] = { preferred_username: 'mover', groups: ['acme'] }
    const former = world.product.withToken((await signIn('s-14')).body.access_token)
    const made = (await former(tokens.create, { body: { name: 'CI', scope: 'read', days: 30 } })).body
    await world.product.deps.db
      .updateTable('users')
      .set({ can_edit_calendar: true })
      .where('login', '=', 'mover')
      .execute()
    world.provider.people['s-14'].groups = ['other']
    expect(await userBy('s-14')).toMatchObject({ company: { idcomp: world.people.company2 } })
    const ways = [former, world.product.withToken(made.access_token)]
    expect(await Promise.all(ways.map(async (way) => (await way(auth.getUser)).status))).toEqual([401, 401])
    const [mover] = await usersNamed('mover')
    expect(mover).toMatchObject({ can_edit_calendar: false, can_enter_registry: false })
    const ended = (await historyOf(world.product.deps.db, 'user', mover?.id ?? 0)).find(
      ({ field }) => field === 'access',
    )
    expect(ended).toMatchObject({ note: 'переход в другую компанию' })
  })

  test('does not get a second account in a company that an administrator has added', async () => {
    world.provider.people['s-15'] = { preferred_username: 'holding', groups: ['acme'] }
    const { id } = await userBy('s-15')
    const admin = await world.product.as('admin')
    await admin(adminPeople.join, { params: { id }, body: { company: world.people.company2 } })
    world.provider.people['s-15'].groups = ['other']
    expect((await signIn('s-15')).refusal.message).toMatch(/как к дополнительной\. Сообщите администратору$/)
    await admin(adminPeople.leave, { params: { id, company: world.people.company2 } })
    expect(await userBy('s-15')).toMatchObject({ company: { idcomp: world.people.company2 } })
  })

  test('who is blocked cannot sign in and keeps the former rights', async () => {
    await makePerson(world.product.deps.db, 'blocked', { is_blocked: true })
    world.provider.people['s-9'] = { email: 'blocked@example.ru', email_verified: true, groups: ['admins'] }
    expect(await signIn('s-9')).toMatchObject({ status: 422, refusal: { message: 'Нет доступа к ресурсу' } })
    expect(await usersNamed('blocked')).toMatchObject([{ isAdmin: false }])
  })

  test('signs out at the provider as well', async () => {
    world.provider.people['s-10'] = { preferred_username: 'quitter', groups: ['staff'] }
    const { body } = await signIn('s-10')
    const left = (await world.product.withToken(body.access_token)(auth.logout)).body
    const url = new URL(left.end_session_url ?? '')
    expect(url.origin).toBe(world.provider.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/login`)
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/)
    const local = await world.product.as('client1')
    expect((await local(auth.logout)).body).toEqual({ message: 'Success' })
  })
})

describe('an answer of the provider', () => {
  const STALE = 'Этот вход устарел или начат в другом окне. Начните вход ещё раз'
  beforeEach(() => {
    world.provider.people['s-20'] = { preferred_username: 'careful', groups: ['staff'] }
  })

  test('is accepted once', async () => {
    const body = await pass('s-20')
    expect((await world.product.anonymous(corporate.finish, { body })).status).toBe(200)
    expect(await world.product.anonymous(corporate.finish, { body })).toMatchObject({
      status: 422,
      refusal: { message: STALE },
    })
  })

  test.each(['state', 'code_verifier'] as const)('is refused with another %s', async (name) => {
    const [own, foreign] = [await pass('s-20'), await pass('s-20')]
    const body = { ...own, [name]: foreign[name] }
    expect(await world.product.anonymous(corporate.finish, { body })).toMatchObject({
      status: 422,
      refusal: { message: STALE },
    })
  })

  test('is refused with another nonce', async () => {
    const body = { ...(await pass('s-20')), nonce: 'of-another-sign-in' }
    expect((await world.product.anonymous(corporate.finish, { body })).status).toBe(503)
  })

  test('after a cancelled sign-in gets a message', async () => {
    const begun = (await world.product.anonymous(corporate.start)).body
    const search = `?error=access_denied&state=${begun.state}&iss=${encodeURIComponent(world.provider.issuer)}`
    expect(await world.product.anonymous(corporate.finish, { body: { ...begun, search } })).toMatchObject({
      status: 422,
      refusal: { message: expect.stringMatching(/^Вход отменён/) },
    })
  })
})

describe('a provider out of order', () => {
  const DOWN = { message: 'Сервер корпоративного входа не отвечает. Попробуйте позже или сообщите администратору' }
  const nonsense: [string, TestOidc['before']][] = [
    ['nonsense', async ({ end }) => end('<html>')],
    ['another JSON', async ({ end }) => end('{"id_token": 5}')],
    ['not at all', () => new Promise(() => {})],
  ]
  test.each(nonsense)('that answers the code with %s gives a message, and then works again', async (_, before) => {
    world.provider.people['s-30'] = { preferred_username: 'patient', groups: ['staff'] }
    const body = await pass('s-30')
    world.provider.before = before
    expect(await world.product.anonymous(corporate.finish, { body })).toMatchObject({ status: 503, refusal: DOWN })
    world.provider.before = async () => {}
    expect((await signIn('s-30')).status).toBe(200)
  })

  test('that cannot be reached gives a message', async () => {
    const gone = await startOidc(PUBLIC_URL)
    await gone.close()
    const other = await testApp({ OIDC_ISSUER: gone.issuer, OIDC_CLIENT_ID: 'vypusk' })
    expect(await other.anonymous(corporate.start)).toMatchObject({ status: 503, refusal: DOWN })
    await other.close()
  })
})

test('without a provider there is no button, and a sign-in cannot begin', async () => {
  const plain = await testApp()
  expect((await plain.anonymous(auth.getEntrance)).body).toMatchObject({ corporate: null, by_password: true })
  expect((await plain.anonymous(corporate.start)).status).toBe(422)
  await plain.close()
})

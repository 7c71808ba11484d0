import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminPeople, auth, calendar, files, tokens } from '@vypusk/contract'
import { historyOf } from '../../platform/history.ts'
import { passwordsLookedAt } from '../../platform/credentials/password.ts'
import { NOBODY } from '../../platform/person.ts'
import { createListeners } from '../../platform/events.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { giveAdministration } from '../administration/port.ts'
import { makePeople, makePerson } from '../../testing/making/make.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { PASSWORD } from '../../testing/password.ts'
import { isLockAwaited } from '../../testing/transactions.ts'
import { upload } from '../../testing/upload.ts'
import { endAllAccess, issuePasswordLink } from './port.ts'

/**
 * Everything that opens the product in a person's name ends for good when the person is blocked or gets a new password.
 */

let product: TestApp
let admin: Api
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
  admin = await product.as('admin')
})
afterAll(() => product.close())

const logIn = (login: string, password = PASSWORD) => product.anonymous(auth.login, { body: { login, password } })
const linkFor = (user_id: number) =>
  inTransaction({ deps: product.deps, person: NOBODY }, (tx) =>
    issuePasswordLink(tx, user_id, product.clock.now().toISOString()),
  )
const setPassword = (token: string, password: string) =>
  product.anonymous(auth.setPassword, { params: { token }, body: { password } })
const block = (id: number, is_blocked: boolean) => admin(adminPeople.block, { params: { id }, body: { is_blocked } })

let serial = 0
let id: number
let login: string
/** Every way in, as a function that tries it again. */
let ways: Record<string, () => Promise<boolean>>

async function openEverything() {
  const { access_token } = (await logIn(login)).body
  const session = product.withToken(access_token)
  const token = (await session(tokens.create, { body: { name: 'CI', scope: 'write', days: 30 } })).body.access_token
  const feed = (await session(calendar.subscribe)).body.url
  const { body } = await upload(product, access_token, [{ name: 'a.zip', bytes: 'а', version: '1' }])
  const saved = (await session(files.linkFile, { params: { id: body.files[0]?.id ?? 0 } })).body.url
  const link = await linkFor(id)
  const opens = async (url: string) => (await product.app.inject(new URL(url, 'http://here').href)).statusCode === 200
  return {
    session: async () => (await session(auth.getUser)).status === 200,
    token: async () => (await product.withToken(token)(auth.getUser)).status === 200,
    calendar: () => opens(feed),
    file: () => opens(saved),
    link: async () => (await product.anonymous(auth.passwordLink, { params: { token: link } })).status === 200,
  }
}
const open = async () => {
  const all = await Promise.all(Object.entries(ways).map(async ([way, ask]) => ((await ask()) ? [way] : [])))
  return all.flat()
}
const ended = async () => (await historyOf(product.deps.db, 'user', id)).filter(({ field }) => field === 'access')

beforeEach(async () => {
  serial += 1
  login = `person${serial}`
  id = await makePerson(product.deps.db, login)
  ways = await openEverything()
})

const EVERYTHING = ['session', 'token', 'calendar', 'file', 'link']

describe('all access ends', () => {
  test('with a block, and unblocking does not restore it', async () => {
    expect(await open()).toEqual(EVERYTHING)
    await block(id, true)
    expect(await open()).toEqual([])
    await block(id, false)
    expect(await open()).toEqual([])
    expect(await ended()).toMatchObject([
      {
        after: 'токены API: 1, ссылка календаря: 1, ссылки на файлы: 1, ссылка для пароля: 1, сеансы: 1',
        note: 'человек заблокирован',
        user: { name: 'Имя admin' },
      },
    ])
    expect((await logIn(login)).status).toBe(200)
  })

  test('with a password set by the link of a letter', async () => {
    expect((await setPassword(await linkFor(id), 'совсем другой пароль')).status).toBe(200)
    expect(await open()).toEqual([])
    expect(await ended()).toMatchObject([{ note: 'задан новый пароль', via: 'letter' }])
  })

  test('with a password given by npm run admin', async () => {
    await giveAdministration(product.deps, { login, name: login, email: null, password: 'parol-na-chas' })
    expect(await open()).toEqual([])
    expect(await ended()).toMatchObject([{ note: 'задан новый пароль', via: 'console' }])
  })

  test('or the change fails: access that no listener ends is detected', async () => {
    const { deps } = product
    const deaf = {
      deps: { ...deps, listeners: createListeners(() => null) },
      person: NOBODY,
    }
    const ending = inTransaction(deaf, (tx) => endAllAccess(tx, deaf, id, { reason: 'password' }))
    await expect(ending).rejects.toThrow('still open by api_token, calendar_link, file_link')
    expect(await open()).toEqual(EVERYTHING)
  })
})

describe('a call concurrent with the block', () => {
  /**
   * Holds a lock on the person, as an administrator's change does, until the other call waits for it, then blocks the
   * person.
   */
  async function whileBlocking<Result>(begin: () => Promise<Result>): Promise<Result> {
    const begun = await inTransaction({ deps: product.deps, person: NOBODY }, async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
      const other = begin()
      await expect.poll(() => isLockAwaited(product.deps.db)).toBe(true)
      await endAllAccess(tx, { deps: product.deps, person: { ...NOBODY, email: 'тест' } }, id, { reason: 'blocked' })
      await tx.updateTable('users').set({ is_blocked: true }).where('id', '=', id).execute()
      return { other }
    })
    const answer = await begun.other
    await product.deps.db.updateTable('users').set({ is_blocked: false }).where('id', '=', id).execute()
    return answer
  }

  test('a sign-in is refused, and leaves no session behind', async () => {
    expect((await whileBlocking(() => logIn(login))).status).toBe(422)
    expect(await product.deps.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([])
  })

  test.each<[string, (session: Api) => Promise<{ status: number }>]>([
    ['a token', (session: Api) => session(tokens.create, { body: { name: 'Поздний', scope: 'write', days: 30 } })],
    ['a calendar’s link', (session: Api) => session(calendar.subscribe)],
  ])('%s is not created by a session that has ended', async (_, make) => {
    const session = product.withToken((await logIn(login)).body.access_token)
    expect((await whileBlocking(() => make(session))).status).toBe(401)
    expect(await open()).toEqual([])
  })
})

test('nothing is hashed for an unknown link', async () => {
  const before = passwordsLookedAt()
  expect((await setPassword('a'.repeat(43), 'совсем другой пароль')).status).toBe(404)
  expect(passwordsLookedAt()).toBe(before)
})

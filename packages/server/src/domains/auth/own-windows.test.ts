import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, auth, calendar, live, notices, registry, tokens } from '@vypusk/contract'
import { secretHash } from '../../platform/credentials/secret.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { liveEventsOf } from '../../testing/live-events.ts'
import { makePeople, makePerson } from '../../testing/making/make.ts'

/** What somebody changes for themselves alone in one window is shown in their other ones, and to nobody else. */

let product: TestApp
let token = ''
beforeAll(async () => {
  product = await testApp()
  const { client1 } = await makePeople(product.deps.db)
  await product.deps.db.updateTable('users').set({ can_enter_registry: true }).where('id', '=', client1).execute()
  token = await tokenOf('client1')
})
afterAll(() => product.close())

const tokenOf = async (login: string) =>
  (await product.anonymous(auth.login, { body: { login, password: 'demo' } })).body.access_token
const HERE = 'here'.padEnd(16, '0')
/** The API as a window of client1. */
const here: Api = (endpoint, input) => {
  const headers = { [live.STREAM_HEADER]: HERE }
  return product.withToken(token)(endpoint, { ...input, headers })
}

const ACTS: [string, () => Promise<unknown>][] = [
  ['settings of a page', () => here(auth.saveSettings, { body: { page: 'Things', pageSettings: { order: ['id'] } } })],
  ['columns of the registry', () => here(registry.updateSelfColumns, { body: { columns: [] } })],
  ['companies in the registry', () => here(registry.updateSelfFilters, { body: { company_ids: [1] } })],
  ['how to be told', () => here(notices.saveSettings, { body: { kinds: [], digest_time: '09:00' } })],
  ['a token', () => here(tokens.create, { body: { name: 'Отчёты', scope: 'read', days: 30 } })],
  ['the end of a token', () => here(tokens.revoke, { params: { id: 1 } })],
  ['a calendar link', () => here(calendar.subscribe)],
  ['the end of a calendar link', () => here(calendar.unsubscribe)],
  ['the end of the other sessions', () => here(account.endOthers)],
]

test.each(ACTS)('%s', async (_, act) => {
  const [person, other] = await Promise.all([product.deps.whoIs(token), product.deps.whoIs(await tokenOf('client2'))])
  const windows = [{ ...person!, key: HERE }, { ...person!, key: 'there'.padEnd(16, '0') }, other!]
  const heard = await liveEventsOf(product, windows, async () => expect(await act()).toMatchObject({ status: 200 }))
  const mark = { entity: 'account', id: 0, version: 0, by: person!.id }
  expect(heard).toEqual([[], [mark], []])
})

test('a session that begins or ends is told to windows in every company of the person', async () => {
  const { db } = product.deps
  const person = (await product.deps.whoIs(token))!
  const { idcomp } = (await product.deps.whoIs(await tokenOf('client2')))!
  const further = {
    ...person,
    id: await makePerson(db, 'further1', { idcomp, person_id: person.id, password_hash: null }),
  }
  const windows = [person, further]
  const toldTo = (id: number) => [{ entity: 'account', id: 0, version: 0, by: id }]
  const told = windows.map(({ id }) => toldTo(id))
  let opened = ''
  expect(await liveEventsOf(product, windows, async () => (opened = await tokenOf('client1')))).toEqual(told)
  expect(await liveEventsOf(product, windows, () => product.withToken(opened)(auth.logout))).toEqual(told)
  opened = await tokenOf('client1')
  await db.updateTable('sessions').set({ user_id: further.id }).where('token_hash', '=', secretHash(opened)).execute()
  expect(await liveEventsOf(product, windows, () => product.withToken(opened)(account.endOthers))).toEqual(told)
  expect(await liveEventsOf(product, windows, () => product.withToken(opened)(auth.logout))).toEqual(told)
})

import { expect, test } from 'vitest'
import { companyCalendars } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { PRODUCT } from '../../platform/person.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { calendarWorld } from '../../testing/calendars.ts'
import { noteFollowers } from './port.ts'

const world = calendarWorld()

const MONDAY = [{ weekday: 0, from: '09:00', to: '13:00' }]
const NIGHTS = [
  { weekday: 6, from: '00:00', to: '04:00' },
  { weekday: 5, from: '22:00', to: '24:00' },
]
const HOURS = { zone: 'Asia/Vladivostok', working: MONDAY, installing: NIGHTS }
const own = () => ({ params: { id: world.people.company1 } })
const save = (api: Api, body: object) => api(companyCalendars.save, { ...own(), body: { ...HOURS, ...body } })

test('a company without a calendar has the usual week in the time zone of the installation', async () => {
  expect((await world.client1(companyCalendars.get, own())).body).toMatchObject({
    zone: null,
    installation_zone: 'UTC',
    working: companyCalendars.USUAL_WEEK,
    installing: null,
    version: 0,
    updated: null,
    abilities: { edit: 'Календарь компании ведут её люди с правом «Календарь компании» и поставщик' },
  })
})

test('a calendar is saved by people of the company with the right, and by staff, and shows by which side', async () => {
  const { calendar } = (await save(world.keeper, {})).body
  expect(calendar).toMatchObject({
    zone: 'Asia/Vladivostok',
    installing: NIGHTS.toReversed(),
    version: 1,
    updated: { user: { name: 'Имя keeper' }, by_client: true },
    abilities: { edit: true },
  })
  expect(calendar.history.map(({ title, after }) => [title, after])).toEqual([
    ['Часы установки', 'сб 22:00–24:00; вс 00:00–04:00'],
    ['Рабочие часы', 'пн 09:00–13:00'],
    ['Часовой пояс', 'Asia/Vladivostok'],
  ])
  const again = (await save(world.manager, { installing: null, version: 1 })).body.calendar
  expect(again).toMatchObject({ installing: null, version: 2, updated: { by_client: false } })
  expect((await save(world.manager, { installing: null })).body.calendar.version).toBe(2)
})

test('a calendar is closed to people without the right and to other companies', async () => {
  expect((await save(world.client1, {})).status).toBe(403)
  expect((await world.client2(companyCalendars.get, own())).status).toBe(404)
  expect((await save(world.client2, {})).status).toBe(404)
  expect((await world.manager(companyCalendars.get, { params: { id: 999_999 } })).status).toBe(404)
})

test('of two concurrent saves the second is refused', async () => {
  const { version } = (await world.manager(companyCalendars.get, own())).body
  const answers = await Promise.all(
    ['Asia/Omsk', 'Asia/Tomsk'].map(async (zone) => (await save(world.manager, { zone, version })).status),
  )
  expect(new Set(answers)).toEqual(new Set([200, 409]))
})

test.each([
  [{ zone: 'Mars/X' }, 'zone'],
  [{ zone: '+10:00' }, 'zone'],
  [{ zone: 'AET' }, 'zone'],
  [{ zone: 'CET' }, 'zone'],
  [{ zone: 'Canada/East-Saskatchewan' }, 'zone'],
  [{ working: [{ weekday: 0, from: '18:00', to: '09:00' }] }, 'working.0'],
  [{ working: [...MONDAY, { weekday: 0, from: '12:59', to: '14:00' }] }, 'working'],
  [{ working: [{ weekday: 7, from: '09:00', to: '10:00' }] }, 'working.0.weekday'],
  [{ installing: [{ weekday: 1, from: '24:00', to: '24:00' }] }, 'installing.0.from'],
])('saving refuses %j', async (body, field) => {
  const { status, refusal } = await save(world.keeper, body)
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]])
})

test('another zone of the installation is noted where the hours follow it, and nowhere else', async () => {
  await save(world.keeper, HOURS)
  const actor = { deps: world.product.deps, person: PRODUCT }
  const change = { from: 'UTC', to: 'Asia/Omsk' }
  expect(await inTransaction(actor, (tx) => noteFollowers(tx, actor, change))).toBe(1)
  const latest = async (id: number) =>
    (await world.manager(companyCalendars.get, { params: { id } })).body.history.find(
      ({ title }) => title === 'Часовой пояс',
    )
  expect(await latest(world.people.company2)).toMatchObject({
    before: 'UTC, как у поставщика',
    after: 'Asia/Omsk, как у поставщика',
    note: 'Часовой пояс системы изменён: рабочие часы и часы установки компании теперь по нему',
  })
  expect(await latest(world.people.company1)).toMatchObject({ after: 'Asia/Vladivostok' })
})

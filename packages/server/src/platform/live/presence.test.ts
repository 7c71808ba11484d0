import { afterAll, beforeAll, expect, test } from 'vitest'
import { live } from '@vypusk/contract'
import { openProduct, type Product } from '../../app.ts'
import { makePeople, makePerson } from '../../testing/making/make.ts'
import { testLog } from '../../testing/log.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { readSettings } from '../settings.ts'
import { allAt, othersFor, stillHere } from './presence.ts'

let product: TestApp
/** Another process on the same database. */
let node: Product
beforeAll(async () => {
  product = await testApp()
  const people = await makePeople(product.deps.db)
  await makePerson(product.deps.db, 'colleague', { idcomp: people.company1 })
  const settings = readSettings({ DATA_DIR: product.dataDir })
  node = await openProduct({ settings, config: product.config, log: testLog, isByTheClock: false })
})
afterAll(async () => {
  await node.close()
  await product.close()
})

const keyOf = (name: string) => name.padEnd(16, '0')

/** A browser: its stream in one of the processes, and the places it reports. */
async function browser(login: string, name = login, { deps }: Product = product) {
  const person = await deps.db.selectFrom('users').selectAll().where('login', '=', login).executeTakeFirstOrThrow()
  const api = await product.as(login)
  const stream = deps.live.open(person, null, keyOf(name))
  const frames: string[] = []
  stream.on('data', (bytes: Buffer) => frames.push(String(bytes)))
  return {
    goTo: async (place: string | null, note = '') =>
      (await api(live.here, { body: { key: keyOf(name), place, note } })).body.people,
    /** The last presence it received. */
    lastPresence: () => {
      const all = frames.join('').matchAll(/^data: (\{"entity":"presence".*)$/gm)
      const last = [...all].at(-1)?.[1]
      return last ? (JSON.parse(last) as live.Presence) : null
    },
    close: () => stream.destroy(),
  }
}
const names = (people: live.PersonHere[] | undefined) => people?.map(({ name }) => name)

test('people at the same place see each other, whichever process they are connected to', async () => {
  const anna = await browser('manager', 'anna')
  const boris = await browser('admin', 'boris', node)
  expect(await anna.goTo('release/5')).toEqual([])
  expect(names(await boris.goTo('release/5', 'description'))).toEqual(['Имя manager'])
  await expect
    .poll(() => anna.lastPresence())
    .toMatchObject({
      place: 'release/5',
      people: [{ name: 'Имя admin', note: 'description' }],
    })
  await boris.goTo('release/5', 'edit')
  await expect.poll(() => anna.lastPresence()?.people[0]?.note).toBe('edit')
  await boris.goTo('release/6')
  await expect.poll(() => anna.lastPresence()?.people).toEqual([])
  await boris.goTo('release/5')
  await expect.poll(() => names(anna.lastPresence()?.people)).toEqual(['Имя admin'])
  boris.close()
  await expect.poll(() => anna.lastPresence()?.people).toEqual([])
  anna.close()
})

test('a client sees only people of the own company, staff see everybody', async () => {
  const [staff, own, colleague, other] = [
    await browser('manager', 'staff'),
    await browser('client1'),
    await browser('colleague'),
    await browser('client2'),
  ]
  for (const each of [staff, own, colleague]) await each.goTo('release/7')
  expect(await other.goTo('release/7')).toEqual([])
  await expect.poll(() => names(own.lastPresence()?.people)).toEqual(['Имя colleague'])
  await expect.poll(() => names(staff.lastPresence()?.people)).toEqual(['Имя client1', 'Имя client2', 'Имя colleague'])
  for (const each of [staff, own, colleague, other]) each.close()
})

test('two windows of one person count once, and nobody sees themselves', async () => {
  const [first, second] = [await browser('manager', 'first'), await browser('manager', 'second')]
  await first.goTo('release/8')
  expect(await second.goTo('release/8')).toEqual([])
  const admin = await browser('admin', 'third')
  expect(await admin.goTo('release/8')).toHaveLength(1)
  for (const each of [first, second, admin]) each.close()
})

test('another person’s stream cannot be moved by its key', async () => {
  const anna = await browser('manager', 'hers')
  await anna.goTo('release/9')
  const client = await product.as('client2')
  for (const place of ['release/10', null]) await client(live.here, { body: { key: keyOf('hers'), place } })
  expect((await allAt(product.deps.db, 'release/9')).map(({ name }) => name)).toEqual(['Имя manager'])
  anna.close()
})

test('the streams of a dead process are removed after a minute, also those of a clock that was ahead', async () => {
  const { db } = product.deps
  const anna = await browser('manager', 'alive')
  await anna.goTo('release/11')
  const at = new Date(Date.now() - 61_000).toISOString()
  const dead = { user_id: 1, name: 'Имя admin', idcomp: null, place: 'release/11', note: '', at }
  await db
    .insertInto('presence')
    .values([
      { ...dead, key: keyOf('dead') },
      { ...dead, key: keyOf('ahead'), at: new Date(Date.now() + 3_600_000).toISOString() },
    ])
    .execute()
  await stillHere(db, [keyOf('alive')])
  await expect.poll(() => anna.lastPresence()?.people).toEqual([])
  expect((await allAt(db, 'release/11')).map(({ key }) => key)).toEqual([keyOf('alive')])
  anna.close()
})

test.each(['release', '/releases/5', 'release/5; drop', `${'a'.repeat(60)}/1`])(
  '%j is not a valid place',
  async (place) => {
    const staff = await product.as('manager')
    expect((await staff(live.here, { body: { key: keyOf('k'), place } })).status).toBe(422)
  },
)

test('the people shown to a viewer', () => {
  const row = (user_id: number, idcomp: number | null) => ({ key: '', user_id, name: `${user_id}`, idcomp, note: '' })
  const all = [row(1, null), row(2, 7), row(3, 7), row(4, 8)]
  const othersShown = (viewer: Parameters<typeof othersFor>[0]) => othersFor(viewer, all).map(({ id }) => id)
  expect(othersShown({ id: 1, isRivc: true, idcomp: null })).toEqual([2, 3, 4])
  expect(othersShown({ id: 2, isRivc: false, idcomp: 7 })).toEqual([3])
  expect(othersShown({ id: 4, isRivc: false, idcomp: 8 })).toEqual([])
})

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { letters, publications } from '@vypusk/contract'
import { momentOf } from '../../platform/clock.ts'
import type { Remote } from '../../platform/external/ftp.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { onceFree } from '../../testing/once-free.ts'
import { PATIENT } from '../../testing/patience.ts'
import { draftOf, fileOf, idOf, newRelease, publish, publishWorld } from '../../testing/publishing.ts'
import { MOST_ATTEMPTS } from '../deliveries/port.ts'
import { copy } from './commands/copying.ts'

/** Publishing with copies: nothing listens at this address, so they stay queued. */

const world = publishWorld(() => ({ FTP_URL: 'ftp://127.0.0.1:9' }))

test('like-named files of like-named releases published at once get paths of their own', async () => {
  const { db } = world.product.deps
  const drafts = await Promise.all(
    [1, 2].map(async () => {
      const release = await newRelease(world, { title: 'Весна' })
      const files = [await fileOf(world, { name: 'update.zip' })]
      return draftOf(world, { recipients: {} }, { release, files })
    }),
  )
  const publishing = await db.transaction().execute(async (tx) => {
    // Nobody writes a delivery yet, but which paths are taken can be read.
    await sql`lock table deliveries in share mode`.execute(tx)
    const answers = drafts.map((draft) => publish(world, draft))
    await expect.poll(() => waitingForLocks(db)).toBe(2)
    return { answers }
  })
  const replies = await Promise.all(publishing.answers)
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const rows = await db.selectFrom('deliveries').select('target').where('kind', '=', 'ftp').execute()
  expect(rows.map(({ target }) => target.split('/').slice(1).join('/')).toSorted()).toEqual([
    expect.stringMatching(/^Весна\/update \(\d+\)\.zip$/),
    'Весна/update.zip',
  ])
})

test('one file of like-named releases is published, though its name and its number are taken there', async () => {
  const files = [await fileOf(world, { name: 'update.zip' })]
  await idOf(world, await draftOf(world, {}, { release: await newRelease(world, { title: 'Осень' }), files }))
  const shared = [await fileOf(world, { name: 'update.zip' })]
  const [first, ...others] = await Promise.all(
    [1, 2, 3].map(async () =>
      draftOf(world, {}, { release: await newRelease(world, { title: 'Осень' }), files: shared }),
    ),
  )
  const list = [first, ...others].flatMap((draft) => draft?.list ?? [])
  const { status, body } = await publish(world, { ...first!, list })
  expect([status, body]).toMatchObject([200, {}])
  const { db } = world.product.deps
  const own = await db.selectFrom('deliveries').select('target').where('file_id', '=', shared[0]!).execute()
  const [number] = shared
  expect(own.map(({ target }) => target.split('/').at(-1) ?? '').toSorted()).toEqual(
    [`update (${number}).zip`, `update (${number}-2).zip`, `update (${number}-3).zip`].toSorted(),
  )
})

/** The server of copies, from now on this one. */
const serving = (copying: Remote['copy']) =>
  void vi.spyOn(world.product.deps.remote!, 'copy').mockImplementation(copying)

const lost = () => Promise.reject(new Error('The connection is lost'))

/** A publication whose only copy has been tried once, in vain. */
async function tried() {
  const { deps } = world.product
  serving(lost)
  const release = await newRelease(world)
  const id = await idOf(world, await draftOf(world, { recipients: {} }, { release }))
  const read = () =>
    deps.db
      .selectFrom('deliveries')
      .select(['id', 'state', 'attempts', 'last_error', 'needless'])
      .where('entity_id', '=', id)
      .where('kind', '=', 'ftp')
      .executeTakeFirstOrThrow()
  await vi.waitFor(async () => expect(await read()).toMatchObject({ state: 'queued', attempts: 1 }), PATIENT)
  const delivery_id = (await read()).id
  return { id, release, delivery_id, read, again: () => onceFree(() => copy(deps, { delivery_id })) }
}

test('a copy that a person repeats while its last attempt fails is tried further', async () => {
  const { read, delivery_id, again } = await tried()
  const { deps } = world.product
  await deps.db
    .updateTable('deliveries')
    .set({ attempts: MOST_ATTEMPTS - 1 })
    .where('id', '=', delivery_id)
    .execute()
  // The repetition is not tried before this attempt is over.
  deps.outcomeWaitMs = 0
  serving(async () => {
    await world.manager(letters.retryDelivery, { params: { id: delivery_id } })
    return lost()
  })
  await again()
  expect((await read()).state).toBe('queued')
})

const withdraw = (id: number) =>
  world.manager(publications.withdraw, { params: { id }, body: { reason: 'В сборку попал не тот модуль' } })

const putOnList = async (release_id: number) => {
  const { company1: idcomp, manager: user_id } = world.people
  const row = { release_id, idcomp, user_id, at: momentOf(world.product.clock) }
  await world.product.deps.db.insertInto('not_publishing_list').values(row).execute()
}

const hide = (idcomp: number) =>
  world.product.deps.db
    .updateTable('companies')
    .set({ deleted_at: momentOf(world.product.clock) })
    .where('idcomp', '=', idcomp)
    .execute()

test.each([
  ['of a withdrawn publication', 'Публикация отозвана', ({ id }: { id: number }) => withdraw(id)],
  [
    'for a company on the list',
    'Компания больше не получает этот релиз',
    ({ release }: { release: number }) => putOnList(release),
  ],
  // The last one: afterwards the company stays hidden.
  ['for a company that is hidden', 'Компания больше не получает этот релиз', () => hide(world.people.company1)],
])('a waiting copy %s is no longer needed: nobody has to see to it', async (_, last_error, change) => {
  const { db } = world.product.deps
  const copied = await tried()
  await change(copied)
  await copied.again()
  expect(await copied.read()).toMatchObject({ state: 'failed', last_error, needless: true })
  const told = db.selectFrom('events').select('id').where('kind', '=', 'delivery.failed')
  expect(await told.where('entity_id', '=', copied.delivery_id).execute()).toEqual([])
})

import { expect, test, vi } from 'vitest'
import { fileCopies, publications, type QueryInput } from '@vypusk/contract'
import { makeFile } from '../../testing/making/make-publication.ts'
import { makeCompany, makeRelease } from '../../testing/making/make.ts'
import { draftOf, idOf, newRelease, publishWorld } from '../../testing/publishing.ts'

/** Publications with very many copies: nothing listens at this address, so they stay queued. */

const world = publishWorld(() => ({ FTP_URL: 'ftp://127.0.0.1:9' }))

const EACH = 400

test('many copies are written part by part, each to a path of its own', async () => {
  const { deps } = world.product
  const files: number[] = []
  for (let n = 0; n < EACH; n += 1) {
    files.push(await makeFile(deps.db, { file_name: `update ${n}.zip`, uploaded_by: world.people.manager }))
  }
  const releases = [await newRelease(world, { title: 'Весна' }), await newRelease(world, { title: 'Весна' })]
  const [first, second] = await Promise.all(
    releases.map((release) => draftOf(world, { recipients: {} }, { release, files })),
  )
  const sent = vi.spyOn(deps.jobs, 'sendAll')
  deps.outcomeWaitMs = 0
  const id = await idOf(world, { ...first!, list: [...first!.list, ...second!.list] })
  const parts = sent.mock.calls.filter(([, kind]) => kind === 'copy').map(([, , all]) => all.length)
  expect(parts.reduce((sum, length) => sum + length, 0)).toBe(2 * EACH)
  // One statement with tens of thousands of copies outlasts its time limit.
  expect(Math.max(...parts)).toBeLessThanOrEqual(500)
  const copies = await deps.db.selectFrom('deliveries').select('target').where('entity_id', '=', id).execute()
  const names = copies.map(({ target }) => target.split('/').at(-1))
  // Those of the second release are written with the first's in one part, or after them.
  expect(new Set(names)).toEqual(new Set(files.flatMap((file, n) => [`update ${n}.zip`, `update ${n} (${file}).zip`])))
})

test('the copies of a publication are read page by page, and its letters without them', async () => {
  const { deps } = world.product
  const files: number[] = []
  for (let n = 0; n < 4; n += 1) {
    files.push(await makeFile(deps.db, { file_name: `setup ${n}.zip`, uploaded_by: world.people.manager }))
  }
  deps.outcomeWaitMs = 0
  const id = await idOf(world, await draftOf(world, {}, { release: await newRelease(world), files }))
  const own = deps.db.updateTable('deliveries').where('entity_id', '=', id).where('kind', '=', 'ftp')
  await own.set({ state: 'sent' }).where('file_id', '=', files[0]!).execute()
  await own.set({ state: 'failed' }).where('file_id', '=', files[3]!).execute()
  const read = async (query: QueryInput<typeof fileCopies.list>) =>
    (await world.manager(fileCopies.list, { params: { id }, query })).body
  const names = (page: { data: { target: string }[] }) => page.data.map(({ target }) => target.split('/').at(-1))
  const first = await read({ per_page: 2 })
  expect(first).toMatchObject({ total: 4, from: 1, to: 2, counts: { failed: 1, queued: 2, sent: 1 } })
  expect(names(first)).toEqual(['setup 3.zip', 'setup 1.zip'])
  expect(names(await read({ per_page: 2, page: 2 }))).toEqual(['setup 2.zip', 'setup 0.zip'])
  const unsent = await read({ states: 'unsent' })
  expect([unsent.total, ...names(unsent)]).toEqual([3, 'setup 3.zip', 'setup 1.zip', 'setup 2.zip'])
  expect(names(await read({ states: 'sent' }))).toEqual(['setup 0.zip'])
  const kinds = async (query?: QueryInput<typeof publications.getPublication>) => {
    const { body } = await world.manager(publications.getPublication, { params: { id }, ...(query && { query }) })
    return new Set(body.deliveries.map(({ kind }) => kind))
  }
  expect(await kinds()).toEqual(new Set(['mail', 'ftp']))
  expect(await kinds({ copies: false })).toEqual(new Set(['mail']))
  expect((await world.manager(fileCopies.list, { params: { id: 999_999 } })).status).toBe(404)
})

test('what every one of many companies was handed is in its history', async () => {
  const { db } = world.product.deps
  const customers = await Promise.all(Array.from({ length: 23 }, () => makeCompany(db)))
  const { manager, module } = world.people
  const release = await makeRelease(db, { author_id: manager }, { companies: customers, modules: [module] })
  const id = await idOf(world, await draftOf(world, { recipients: {} }, { release, customers }))
  const records = await db
    .selectFrom('history')
    .select('chain')
    .where('entity', '=', 'publication')
    .where('entity_id', '=', id)
    .where('field', '=', 'handed')
    .execute()
  expect(records).toHaveLength(customers.length)
  expect(new Set(records.map(({ chain }) => chain))).toEqual(new Set(customers.map((idcomp) => `${release}/${idcomp}`)))
})

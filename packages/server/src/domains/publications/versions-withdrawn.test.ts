import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { publications, receipts, versions } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { draftOf, fileOf, idOf, newRelease, publishWorld } from '../../testing/publishing.ts'

/** Versions that were withdrawn. */

const world = publishWorld()

test('what was withdrawn is never the last version, and is named apart in its release', async () => {
  const { db } = world.product.deps
  const { company1: own, module: cars } = world.people
  const release = await newRelease(world)
  const handOver = async (version: string) => {
    const file = await fileOf(world)
    await db.updateTable('files').set({ version }).where('id', '=', file).execute()
    return idOf(world, await draftOf(world, {}, { release, files: [file] }))
  }
  const map = async (api: Api) => (await api(versions.list, { query: { module_ids: String(cars) } })).body
  const current = async () => (await map(world.manager)).versions.find(({ idcomp }) => idcomp === own)
  const first = await handOver('1.2')
  await world.client1(receipts.confirm, { params: { id: first }, body: { release_id: release, kind: 'installed' } })
  const withdraw = (id: number) => world.manager(publications.withdraw, { params: { id }, body: { reason: 'Не то' } })
  await withdraw(first)
  expect(await current()).toMatchObject({ version: '1.2', withdrawn: true, behind: 0, latest: null })
  expect((await map(world.client1)).modules).toMatchObject([{ idmod: cars, newest: null }])
  const { raw } = await world.manager(versions.excel, { query: { module_ids: String(cars) } })
  const [head = [], row = []] = await readSheet(raw)
  expect(row[head.indexOf('Последняя переданная')] ?? '').toBe('')
  const ofRelease = async () => (await world.manager(versions.ofRelease, { params: { id: release } })).body.versions[0]
  const none = { installed: 0, received: 0, fetched: 0, handed: 0 }
  expect(await ofRelease()).toMatchObject({
    versions: [],
    withdrawn: { versions: ['1.2'], companies: 1 },
    companies: none,
  })
  world.product.clock.set('2026-03-06T09:00:00.000Z')
  await handOver('1.3')
  expect(await ofRelease()).toMatchObject({
    versions: ['1.3'],
    withdrawn: { versions: [], companies: 0 },
    companies: { ...none, handed: 1 },
  })
  expect(await current()).toMatchObject({ version: '1.2', behind: 1, latest: { version: '1.3' } })
})

import { expect, test } from 'vitest'
import { versions } from '@vypusk/contract'
import { makeCompany, makeModule, makeRelease } from '../../testing/making/make.ts'
import { makePublication } from '../../testing/making/make-publication.ts'
import { fileOf, publishWorld } from '../../testing/publishing.ts'

/** Versions at companies whose modules change afterwards. */

const world = publishWorld()

test('a module that a company gets or loses later changes nothing of what it was handed', async () => {
  const { db } = world.product.deps
  const author_id = world.people.manager
  const [own, other] = [await makeCompany(db), await makeCompany(db)]
  const [cars, ships] = [await makeModule(db, [own]), await makeModule(db, [own, other])]
  const handOver = async (modules: number[]) => {
    const release_id = await makeRelease(db, { author_id }, { companies: [own, other], modules })
    const item = { release_id, files: [await fileOf(world)], modules, customers: [own, other] }
    await makePublication(db, { author_id }, [item])
  }
  const seen = async () => {
    const query = { client_ids: `${own},${other}` }
    const { versions: all } = (await world.manager(versions.list, { query })).body
    return new Set(all.map(({ idcomp, idmod }) => `${idcomp} ${idmod}`))
  }
  await handOver([cars, ships])
  const handed = new Set([`${own} ${cars}`, `${own} ${ships}`, `${other} ${ships}`])
  expect(await seen()).toEqual(handed)
  await db.deleteFrom('company_modules').where('idcomp', '=', own).where('idmod', '=', cars).execute()
  await db.insertInto('company_modules').values({ idcomp: other, idmod: cars }).execute()
  // Another publication has what is remembered read again.
  await handOver([ships])
  expect(await seen()).toEqual(handed)
  // One that uses no module of the release any more was not handed all of it.
  await db.deleteFrom('company_modules').where('idcomp', '=', other).execute()
  await handOver([ships])
  expect((await seen()).has(`${other} ${cars}`)).toBe(false)
})

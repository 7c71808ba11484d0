import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publications } from '@vypusk/contract'
import { arrived, copiesOf, slowly } from '../../testing/copying.ts'
import { draftOf, fileOf, idOf, newRelease, publishWorld } from '../../testing/publishing.ts'
import { startFtp, type TestFtp } from '../../testing/servers/ftp.ts'
import type { Deps } from '../../platform/call.ts'
import { copy } from './commands/copying.ts'
import { resumeCopies } from './commands/resuming.ts'
import { onceFree } from '../../testing/once-free.ts'

/** Copies that may not be made any more: for good, or for a while. */

let server: TestFtp
beforeAll(async () => {
  server = await startFtp('sftp')
})
const world = publishWorld(() => ({ FTP_URL: server.url }))
afterAll(() => server.stop())

test.each(['the release', 'the company'])(
  'a copy that is stopped goes on when %s was hidden for a moment only',
  async (hidden) => {
    const { deps } = world.product
    const release = await newRelease(world, { title: `Ненадолго: ${hidden}` })
    const { company1 } = world.people
    const show = (is: boolean) =>
      hidden === 'the release'
        ? deps.db.updateTable('releases').set({ is_visible_for_client: is }).where('id', '=', release).execute()
        : deps.db
            .updateTable('companies')
            .set({ deleted_at: is ? null : '2026-03-05T09:00:00.000Z' })
            .where('idcomp', '=', company1)
            .execute()
    await server.kill()
    const id = await idOf(world, await draftOf(world, {}, { release }))
    await server.start()
    await show(false)
    const [waiting] = await copiesOf(world, id)
    await onceFree(() => copy(deps, { delivery_id: waiting?.id ?? 0 }))
    await resumeCopies(deps)
    expect((await copiesOf(world, id))[0]).toMatchObject({
      state: 'failed',
      last_error: 'Компания больше не получает этот релиз',
    })
    await show(true)
    await Promise.all([resumeCopies(deps), resumeCopies(deps)])
    const [made] = await arrived(world, id)
    expect(made?.attempts).toBe(1)
    expect((await server.files())[made?.target ?? '']).toBe('содержимое')
  },
)

test('of a copy that broke off nothing is left once it may not be made any more', async () => {
  const files = [await fileOf(world, { name: 'broken.bin', bytes: 'начало и конец' })]
  await server.kill()
  const id = await idOf(
    world,
    await draftOf(world, {}, { files, release: await newRelease(world, { title: 'Обрыв' }) }),
  )
  const [waiting] = await copiesOf(world, id)
  const folder = join(server.folder, dirname(waiting?.target ?? ''))
  await mkdir(folder, { recursive: true })
  const sha256 = createHash('sha256').update('начало и конец').digest('hex')
  const half = `.vypusk-${waiting?.id}-${sha256.slice(0, 16)}.part`
  await writeFile(join(folder, half), 'начало')
  await world.manager(publications.withdraw, { params: { id }, body: { reason: 'В сборку попал не тот модуль' } })
  await server.start()
  await onceFree(() => copy(world.product.deps, { delivery_id: waiting?.id ?? 0 }))
  expect((await copiesOf(world, id))[0]).toMatchObject({ state: 'failed', last_error: 'Публикация отозвана' })
  expect(Object.keys(await server.files()).filter((path) => path.endsWith(half))).toEqual([])
})

describe('a publication withdrawn while its file is copied', () => {
  const withdraw = (id: number) =>
    world.manager(publications.withdraw, { params: { id }, body: { reason: 'В сборку попал не тот модуль' } })
  /** Copies a file with these dependencies, once the server is back. */
  async function copied(deps: (id: number) => Partial<Deps>, bytes?: string) {
    const files = [await fileOf(world, { name: 'large.bin', ...(bytes === undefined ? {} : { bytes }) })]
    await server.kill()
    const id = await idOf(world, await draftOf(world, {}, { files }))
    const before = await server.files()
    await server.start()
    const [waiting] = await copiesOf(world, id)
    const { deps: own } = world.product
    await onceFree(() => copy({ ...own, ...deps(id) }, { delivery_id: waiting?.id ?? 0 }))
    const [made] = await copiesOf(world, id)
    const added = Object.keys(await server.files()).filter((path) => !(path in before))
    return [made?.state, made?.last_error, added]
  }
  const STOPPED = ['failed', 'Публикация отозвана', []]

  test('gets no name: asked at the last moment', async () => {
    const { remote } = world.product.deps
    const fate = await copied((id) => ({
      remote: remote && {
        ...remote,
        copy: (one) =>
          remote.copy({
            ...one,
            beforeNaming: async () => {
              await withdraw(id)
              await one.beforeNaming()
            },
          }),
      },
    }))
    expect(fate).toEqual(STOPPED)
  })

  test('is not sent to its end', async () => {
    const { store } = world.product.deps
    let pieces = 0
    async function* withdrawnMeanwhile(id: number, bytes: Readable) {
      await withdraw(id)
      for await (const piece of slowly(bytes)) {
        pieces += 1
        yield piece
      }
    }
    const withdrawing = (id: number): typeof store => ({
      ...store,
      get: (key) => Readable.from(withdrawnMeanwhile(id, store.get(key))),
    })
    const fate = await copied((id) => ({ store: withdrawing(id) }), 'x'.repeat(3_000_000))
    expect(fate).toEqual(STOPPED)
    expect(pieces).toBeGreaterThan(0)
    expect(pieces).toBeLessThan(45)
  })
})

import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreements, publications, releases, requests } from '@vypusk/contract'
import { systemClock } from '../platform/clock.ts'
import { noteDailyHead } from '../platform/chain/daily-head.ts'
import { folderStore } from '../platform/external/file-store/folder.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { createTestDatabase } from '../testing/database.ts'
import { openedDossier, verified } from '../testing/dossiers.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { restoreBackup } from './restore.ts'

/** Demo data with 200 requests from the time when the product had its first eight migrations. */
const FIRST = fileURLToPath(new URL('fixtures/first-release.tar.gz', import.meta.url))
/** The same for every release (docs/upgrading.md); `node scripts/release.ts` adds one. */
const RELEASES = fileURLToPath(new URL('../../releases', import.meta.url))
const SETS: [string, string][] = [
  ['eight migrations', FIRST],
  ...readdirSync(RELEASES).map((name): [string, string] => [name, join(RELEASES, name, 'data.tar.gz')]),
]

describe.each(SETS)('the data of %s', (_name, copy) => {
  let product: TestApp
  let restored: Awaited<ReturnType<typeof restoreBackup>>
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeAll(async () => {
    folder = await temporaryFolder('upgrade')
    const database = await createTestDatabase({ create: `encoding 'UTF8' template template0` })
    const log = { info: () => {}, warn: () => {} }
    const store = folderStore(join(folder.path, 'files'))
    const options = { config: database.config, store, log, clock: systemClock, replace: false }
    restored = await restoreBackup(options, () => createReadStream(copy))
    product = await testApp({}, { database })
  })
  afterAll(async () => {
    await product.close()
    await folder.remove()
  })

  test('opens with the current code', async () => {
    expect(restored).toMatchObject({ files: 64, missing: [], altered: [] })
    const manager = await product.as('manager')
    const { body: backlog } = await manager(requests.backlogSummary, { body: { per_page: 500 } })
    expect(backlog.total).toBe(200)
    const { body: list } = await manager(releases.summary, { body: {} })
    expect(list.total).toBeGreaterThan(0)
    for (const { id } of list.data.slice(0, 5)) {
      expect((await manager(releases.get, { params: { id } })).status).toBe(200)
    }
    const { body: handed } = await manager(publications.listPublications, { query: {} })
    for (const { id } of handed.data.slice(0, 3)) {
      expect((await manager(publications.getPublication, { params: { id } })).status).toBe(200)
    }
  })

  test('new events are recorded in chains, checksums and dossiers', async () => {
    const manager = await product.as('manager')
    const { data } = (await manager(agreements.list, { query: { per_page: 500 } })).body
    const one = data[0]!
    const isPublishedOnTestEnv = !one.isPublishedOnTestEnv
    await manager(agreements.update, { params: { id: one.id }, body: { updateTarget: 1, isPublishedOnTestEnv } })
    const { files } = await openedDossier(manager, one.release_id, one.company_id)
    expect(verified(files)).toMatchObject({ isWhole: true, companies: [{ fault: null }] })
    expect(verified(files).companies[0]!.records).toBeGreaterThan(0)
    expect(await noteDailyHead(product.deps.db, systemClock)).toBe(true)
  })

  test('can be worked with', async () => {
    const manager = await product.as('manager')
    const { body: list } = await manager(releases.summary, { body: { order_by: 'id' } })
    const { id } = list.data[0]!
    const saved = await manager(releases.saveTerms, { body: { release_id: id, terms: '<p>Сегодня</p>' } })
    expect(saved.status).toBe(200)
    expect((await manager(releases.getTerms, { params: { id } })).body.terms).toBe('<p>Сегодня</p>')
  })

  test('a client from that time sees the own data', async () => {
    const client = await product.as('client1')
    const { body } = await client(requests.tickets, { body: {} })
    expect(body.total).toBeGreaterThan(0)
    expect(new Set(body.data.map(({ company }) => company.idcomp)).size).toBe(1)
  })
})

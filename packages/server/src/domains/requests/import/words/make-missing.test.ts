import { afterAll, beforeAll, expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import { type Api } from '../../../../testing/app.ts'
import { waitingForLocks } from '../../../../testing/database.ts'
import { makeRelease } from '../../../../testing/making/make.ts'
import { present } from '../../../../testing/present.ts'
import { importing, type Importing } from '../../../../testing/importing.ts'
import type { ImportOrder } from '../import-requests.ts'

/** Things created from words of a file: releases from versions (docs/decisions/0103), statuses. */

let world: Importing
let admin: Api
beforeAll(async () => {
  world = await importing()
  admin = await world.product.as('admin')
})
afterAll(() => world.close())

const HEAD = 'Ключ;Название;Версия;Срок\n'
const take = (rows: string, source: string, more: Partial<ImportOrder> = {}) =>
  world.takeFile(HEAD + rows, { source, module: world.people.module, ...more })
const releaseOf = async (title: string) => {
  const row = await world.db.selectFrom('releases').select('id').where('title', '=', title).executeTakeFirst()
  return row && (await admin(releases.get, { params: { id: row.id } })).body
}

test('a release is created from a version, due with its last request, with what the requests bring', async () => {
  const rows = 'А-1;Первая;2.4.1;12.04.2026\nА-2;Вторая;2.4.1;30.04.2026\nА-3;Третья;2.5;\nА-4;Четвёртая;;\n'
  const values = { version: { '2.4.1': 'new' as const } }
  await take(rows, 'making', { values, dryRun: true })
  expect(await releaseOf('2.4.1')).toBeUndefined()
  expect(await take(rows, 'making', { values })).toMatchObject({ created: 4, bad: [] })
  const release = present(await releaseOf('2.4.1'))
  expect(release).toMatchObject({
    plan_date: '2026-04-30',
    start_date: '2026-03-06',
    companies: [{ idcomp: world.people.company1 }],
    modules: [{ idmod: world.people.module }],
    is_visible_for_client: false,
  })
  expect(release.requests.map(({ e_title }) => e_title)).toEqual(['Первая', 'Вторая'])
  expect(await releaseOf('2.5')).toBeUndefined()
  // Created once; if somebody removes a request from it, the same file does not add it again.
  const params = { id: release.id, request: present(release.requests[0]).id }
  await admin(releases.removeRequest, { params })
  expect(await take(rows, 'making')).toMatchObject({ created: 0, updated: 0, same: 4 })
  const more = 'А-5;Пятая;2.4.1;\n'
  expect(await take(rows + more, 'making')).toMatchObject({ created: 1, updated: 0 })
  expect((await releaseOf('2.4.1'))?.requests.map(({ e_title }) => e_title)).toEqual(['Вторая', 'Пятая'])
})

test('the same file with the same choice creates nothing again, one after another or at once', async () => {
  const rows = 'В-1;Первая;7.1;\nВ-2;Вторая;7.1;\n'
  const values = { version: { '7.1': 'new' as const } }
  const atOnce = await Promise.all([take(rows, 'again', { values }), take(rows, 'again', { values })])
  expect(atOnce.map(({ created }) => created).toSorted((a, b) => a - b)).toEqual([0, 2])
  expect(await take(rows, 'again', { values, dryRun: true })).toMatchObject({ created: 0, updated: 0, same: 2 })
  expect(await take(rows, 'again', { values })).toMatchObject({ created: 0, updated: 0, same: 2 })
  const made = await world.db.selectFrom('releases').select('id').where('title', '=', '7.1').execute()
  expect(made).toHaveLength(1)
  // Another source that is told to create it gets the same release, and remembers it.
  const other = 'Г-1;Третья;7.1;\n'
  const report = await take(other, 'elsewhere', { values })
  expect(report.reading.values.words.get('version')).toMatchObject([{ choice: made[0]?.id, how: 'said' }])
  const kept = await world.db
    .selectFrom('import_values')
    .select('choice')
    .where('source', '=', 'elsewhere')
    .where('field', '=', 'version')
    .execute()
  expect(kept).toEqual([{ choice: made[0]?.id }])
  expect((await releaseOf('7.1'))?.requests.map(({ e_title }) => e_title)).toEqual(['Первая', 'Вторая', 'Третья'])
})

test('an unpublished release with the same name is used, and a request that is in another one stays there', async () => {
  const { db } = world.product.deps
  const options = { author_id: world.people.manager }
  const [own, other] = [
    await makeRelease(db, { ...options, title: '3.0' }),
    await makeRelease(db, { ...options, title: '3.1' }),
  ]
  const at = '2026-03-01T00:00:00.000Z'
  await makeRelease(db, { ...options, title: '2.9', step_id: 5, published_at: at })
  const report = await take('Б-1;Готовая;2.9;\nБ-2;Новая;3.0;\n', 'known')
  expect(report.reading.values.words.get('version')).toMatchObject([
    { word: '2.9', how: 'default' },
    { word: '3.0', choice: own, how: 'name' },
  ])
  expect((await releaseOf('3.0'))?.requests.map(({ e_title }) => e_title)).toEqual(['Новая'])
  expect((await releaseOf('2.9'))?.requests).toEqual([])
  expect(await take('Б-1;Готовая;2.9;\nБ-2;Новая;3.1;\n', 'known')).toMatchObject({ updated: 1 })
  expect((await releaseOf('3.0'))?.requests).toHaveLength(1)
  expect((await admin(releases.get, { params: { id: other } })).body.requests).toEqual([])
})

test('an import waits for a release before it locks requests, as everything else does', async () => {
  const { db } = world.product.deps
  const release = await makeRelease(db, { author_id: world.people.manager, title: '5.0' })
  await take('Е-1;Первая;;\n', 'ordered')
  const request = await db.selectFrom('requests').select('id').where('source', '=', 'ordered').executeTakeFirstOrThrow()
  let taking: ReturnType<typeof take> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('releases').select('id').where('id', '=', release).forUpdate().execute()
    taking = take('Е-1;Первая;5.0;\n', 'ordered')
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    await tx.selectFrom('requests').select('id').where('id', '=', request.id).forUpdate().execute()
  })
  expect(await taking).toMatchObject({ updated: 1 })
  expect((await releaseOf('5.0'))?.requests.map(({ e_title }) => e_title)).toEqual(['Первая'])
})

test('a release that is deleted or published while a file is compared gets no requests, and the rest is imported', async () => {
  const { db, people } = world
  const [gone, out] = [
    await makeRelease(db, { author_id: people.manager, title: '8.0' }),
    await makeRelease(db, { author_id: people.manager, title: '8.1' }),
  ]
  const at = '2026-03-01T00:00:00.000Z'
  const onProgress: ImportOrder['onProgress'] = async ({ stage }) => {
    if (stage !== 'comparing') return
    await db.updateTable('releases').set({ deleted_at: at }).where('id', '=', gone).execute()
    await db.updateTable('releases').set({ published_at: at, step_id: 5 }).where('id', '=', out).execute()
  }
  const rows = 'Ж-1;Первая;8.0;\nЖ-2;Вторая;8.1;\nЖ-3;Третья;;\n'
  expect(await take(rows, 'late', { onProgress })).toMatchObject({ created: 3 })
  const made = await db.selectFrom('requests').select('release_id').where('source', '=', 'late').execute()
  expect(made.map(({ release_id }) => release_id)).toEqual([null, null, null])
})

test('requests with a created status that means the end are finished', async () => {
  const values = { status: { Confirmed: 'new', 'Закрыто у заказчика': 'new' } } as const
  const bytes = JSON.stringify({ issues: [{ id: 1, subject: 'Конец', status: { name: 'Закрыто у заказчика' } }] })
  await world.takeFile(bytes, { source: 'over', values })
  const made = await world.db
    .selectFrom('request_statuses')
    .select(['tone', 'is_over'])
    .where('name', '=', 'Закрыто у заказчика')
    .executeTakeFirst()
  expect(made).toEqual({ tone: 'grey', is_over: true })
})

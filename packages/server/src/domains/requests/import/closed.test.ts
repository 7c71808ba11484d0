import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requests } from '@vypusk/contract'
import type { Actor } from '../../../platform/call.ts'
import { testApp, type TestApp } from '../../../testing/app.ts'
import { exportOf } from '../../../testing/exports.ts'
import { withFile } from '../../../testing/file.ts'
import { makePeople } from '../../../testing/make.ts'
import { present } from '../../../testing/present.ts'
import { staffBy } from '../../auth/port.ts'
import { importRequests, type ImportOrder } from './import-requests.ts'

/** Private issues of Redmine, Jira's with a security level, and YouTrack's for some groups: no client sees them. */

let product: TestApp
let actor: Actor
let people: Awaited<ReturnType<typeof makePeople>>

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  actor = { deps: product.deps, person: present(await staffBy(product.deps.db)) }
})
afterAll(() => product.close())

const take = async (name: string, more: Partial<ImportOrder> = {}) =>
  withFile(await exportOf(name), (path) =>
    importRequests(actor, { path, source: name, company: people.company1, mapping: {}, dryRun: false, ...more }),
  )
const idOf = async (source: string, key: string) =>
  (
    await product.deps.db
      .selectFrom('requests')
      .select('id')
      .where('source', '=', source)
      .where('source_key', '=', key)
      .executeTakeFirstOrThrow()
  ).id

describe('what was not visible to everybody in the other system', () => {
  const companyOf = async (source: string, key: string) =>
    (
      await product.deps.db
        .selectFrom('requests as q')
        .innerJoin('companies as c', 'c.idcomp', 'q.idcomp')
        .select('c.namecomp')
        .where('q.id', '=', await idOf(source, key))
        .executeTakeFirstOrThrow()
    ).namecomp
  const seen = async (source: string, key: string) => {
    const client = await product.as('client1')
    return (await client(requests.getRequest, { params: { id: await idOf(source, key) } })).status
  }

  test.each([
    ['redmine-en.csv', '1025', '1021'],
    ['redmine-ru.csv', '505', '501'],
  ])('%s: no client sees it, whatever the file is imported into', async (name, key, open) => {
    const source = `closed ${name}`
    const looked = await take(name, { source, dryRun: true })
    expect(looked.closed).toBe(1)
    expect(await take(name, { source, openComments: true })).toMatchObject({ created: 12, bad: [] })
    expect([await seen(source, key), await seen(source, open)]).toEqual([404, 200])
    expect(await companyOf(source, key)).toBe('Импорт: не для клиентов')
    const manager = await product.as('manager')
    const { body } = await manager(requests.getRequest, { params: { id: await idOf(source, key) } })
    expect(body.origin).toMatchObject({ is_private: true })
    expect(await take(name, { source })).toMatchObject({ created: 0, updated: 0, same: 12 })
  })

  test('belongs to its company if that is chosen', async () => {
    await take('redmine-en.csv', { source: 'opened', openPrivate: true })
    expect(await seen('opened', '1025')).toBe(200)
    // A request imported like the others is hidden by the next file.
    expect(await take('redmine-en.csv', { source: 'opened' })).toMatchObject({ updated: 1, same: 11 })
    expect(await seen('opened', '1025')).toBe(404)
    expect(await take('redmine-en.csv', { source: 'opened', openPrivate: true })).toMatchObject({
      updated: 1,
      same: 11,
    })
    expect(await seen('opened', '1025')).toBe(200)
    expect(await take('redmine-en.csv', { source: 'opened', openPrivate: true })).toMatchObject({
      updated: 0,
      same: 12,
    })
  })

  test('is recognised by Jira’s security levels and YouTrack’s groups too, and so are its comments', async () => {
    const jira = { key: 'SEC-1', fields: { summary: 'Дыра', security: { name: 'Internal' } } }
    const comments = [{ text: 'Между нами', created: 1_772_704_800_000, author: { fullName: 'Ольга' } }]
    const visibility = { permittedGroups: [{ name: 'dev' }] }
    const youtrack = { idReadable: 'SEC-2', summary: 'Дыра', visibility, comments }
    for (const issue of [jira, youtrack])
      await withFile(JSON.stringify([issue]), (path) =>
        importRequests(actor, {
          path,
          source: 'secrets',
          company: people.company1,
          mapping: {},
          dryRun: false,
          openComments: true,
        }),
      )
    expect([await companyOf('secrets', 'SEC-1'), await companyOf('secrets', 'SEC-2')]).toEqual([
      'Импорт: не для клиентов',
      'Импорт: не для клиентов',
    ])
    const internal = await product.deps.db
      .selectFrom('entries as e')
      .innerJoin('threads as t', 't.id', 'e.thread_id')
      .select('e.internal')
      .where('t.request_id', '=', await idOf('secrets', 'SEC-2'))
      .execute()
    expect(internal).toEqual([{ internal: true }])
  })
})

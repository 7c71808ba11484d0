import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finding, requests } from '@vypusk/contract'
import { exportOf } from '../../../../testing/exports.ts'
import { present } from '../../../../testing/present.ts'
import { importing, type Importing } from '../../../../testing/importing.ts'

let world: Importing
beforeAll(async () => void (world = await importing()))
afterAll(() => world.close())

describe('a former key', () => {
  /** Imports without naming the source. */
  const takeAs = async (fileName: string, name: string, edit = (text: string) => text) =>
    world.takeFile(edit((await exportOf(name)).toString()), { fileName })
  /** The same keys with other titles, as another installation might have them. */
  const elsewhere = (text: string) =>
    text.replaceAll('Сумма', 'Итог').replace(/(^\d+;[^;]+;[^;]+;[^;]*;[^;]+;[^;]+;)/gm, '$1Другое: ')

  test('decides the source of a file, whatever the file is called', async () => {
    // Both exports get keys that nothing else here has.
    const own = (text: string) => text.replaceAll('MDL-', 'OWN-')
    expect(await takeAs('Jira 2025-04-12', 'jira-en.csv', own)).toMatchObject({ source: 'Jira', created: 13 })
    expect(await takeAs('выгрузка (2)', 'jira-en.csv', own)).toMatchObject({ source: 'Jira', created: 0, same: 13 })
    const renamed = (text: string) => own(text).replace('Dark theme', 'Darker theme')
    expect(await takeAs('ещё одна', 'jira-en.csv', renamed)).toMatchObject({ source: 'Jira', updated: 1, same: 12 })
  })

  test('that is only a number decides the source only if the titles are equal too', async () => {
    const own = (text: string) => text.replaceAll(/^(5\d\d);/gm, '77$1;')
    expect(await takeAs('склад', 'redmine-ru.csv', own)).toMatchObject({ source: 'Redmine', created: 12 })
    const other = await takeAs('касса', 'redmine-ru.csv', (text) => elsewhere(own(text)))
    expect(other).toMatchObject({ source: 'касса', created: 12, known_source: null })
    expect(await takeAs('ещё', 'redmine-ru.csv', own)).toMatchObject({ source: 'Redmine', same: 12 })
  })

  test('that was imported from another source is reported', async () => {
    const importFrom = async (source: string) => world.takeFile(await exportOf('youtrack.csv'), { source })
    expect(await importFrom('первый')).toMatchObject({ created: 10, known_source: null })
    expect(await importFrom('второй')).toMatchObject({ created: 10, known_source: 'первый' })
  })

  test('can be searched for, comes first in Ctrl+K, and leads to the request', async () => {
    await takeAs('найти', 'jira-en.csv', (text) =>
      text.replaceAll('MDL-', 'FND-').replace('Dark theme', 'Like FND-40705'),
    )
    const { id } = await world.db
      .selectFrom('requests')
      .select('id')
      .where('source_key', '=', 'FND-40705')
      .executeTakeFirstOrThrow()
    const [manager, client1, client2] = await Promise.all(['manager', 'client1', 'client2'].map(world.product.as))
    const listed = async (search_string: string) =>
      (await present(manager)(requests.backlogSummary, { body: { search_string } })).body.data
    expect((await listed('fnd-40705')).map((row) => row.source_key)).toContain('FND-40705')
    const { groups } = (await present(manager)(finding.search, { query: { search: 'Fnd-40705' } })).body
    expect(groups[0]?.found[0]).toMatchObject({ kind: 'request', id, key: 'FND-40705' })
    const byKey = async (api = manager) =>
      (await present(api)(requests.requestsByKey, { params: { key: 'fnd-40705' } })).body.requests.map((row) => row.id)
    expect(await byKey()).toEqual([id])
    expect(await byKey(client1)).toEqual([id])
    // Nothing is found by another company.
    expect(await byKey(client2)).toEqual([])
    // A key with a control character belongs to nothing.
    expect((await present(manager)(requests.requestsByKey, { params: { key: 'a\0b' } })).status).toBe(404)
  })
})

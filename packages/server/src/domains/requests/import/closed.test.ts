import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requests } from '@vypusk/contract'
import { makePerson } from '../../../testing/making/make.ts'
import { importing, type Importing } from '../../../testing/importing.ts'

/** Private issues of Redmine, Jira's with a security level, and YouTrack's for some groups: no client sees them. */

let world: Importing
beforeAll(async () => void (world = await importing()))
afterAll(() => world.close())

describe('what was not visible to everybody in the other system', () => {
  const companyOf = async (source: string, key: string) =>
    (
      await world.db
        .selectFrom('requests as q')
        .innerJoin('companies as c', 'c.idcomp', 'q.idcomp')
        .select('c.namecomp')
        .where('q.id', '=', await world.idOf(source, key))
        .executeTakeFirstOrThrow()
    ).namecomp
  const seen = async (source: string, key: string) => {
    const client = await world.product.as('client1')
    return (await client(requests.getRequest, { params: { id: await world.idOf(source, key) } })).status
  }

  test.each([
    ['redmine-en.csv', '1025', '1021'],
    ['redmine-ru.csv', '505', '501'],
  ])('%s: no client sees it, whatever the file is imported into', async (name, key, open) => {
    const source = `closed ${name}`
    const looked = await world.take(name, { source, dryRun: true })
    expect(looked.closed).toBe(1)
    expect(await world.take(name, { source, openComments: true })).toMatchObject({ created: 12, bad: [] })
    expect([await seen(source, key), await seen(source, open)]).toEqual([404, 200])
    expect(await companyOf(source, key)).toBe('Импорт: не для клиентов')
    const manager = await world.product.as('manager')
    const { body } = await manager(requests.getRequest, { params: { id: await world.idOf(source, key) } })
    expect(body.origin).toMatchObject({ is_private: true })
    expect(await world.take(name, { source })).toMatchObject({ created: 0, updated: 0, same: 12 })
  })

  test('belongs to its company if that is chosen', async () => {
    await world.take('redmine-en.csv', { source: 'opened', openPrivate: true })
    expect(await seen('opened', '1025')).toBe(200)
    // A request imported like the others is hidden by the next file.
    expect(await world.take('redmine-en.csv', { source: 'opened' })).toMatchObject({ updated: 1, same: 11 })
    expect(await seen('opened', '1025')).toBe(404)
    expect(await world.take('redmine-en.csv', { source: 'opened', openPrivate: true })).toMatchObject({
      updated: 1,
      same: 11,
    })
    expect(await seen('opened', '1025')).toBe(200)
    expect(await world.take('redmine-en.csv', { source: 'opened', openPrivate: true })).toMatchObject({
      updated: 0,
      same: 12,
    })
  })

  const rename = (from: string, to: string) =>
    world.db.updateTable('companies').set({ namecomp: to }).where('namecomp', '=', from).execute()
  const closedNow = async () =>
    (
      await world.db.selectFrom('companies').select('namecomp').where('namecomp', 'like', '%не для клиентов').execute()
    ).map(({ namecomp }) => namecomp)

  test('stays in its company when that has got another name, and leaves it when it becomes public', async () => {
    const issue = { key: 'REN-1', fields: { summary: 'Дыра', security: { name: 'Internal' } } }
    const takeIssue = (fields: object) =>
      world.takeFile(JSON.stringify([{ key: issue.key, fields }]), { source: 'renamed' })
    await takeIssue(issue.fields)
    await rename('Импорт: не для клиентов', 'Внутреннее, не для клиентов')
    expect(await takeIssue(issue.fields)).toMatchObject({ updated: 0, same: 1 })
    const more = { key: 'REN-2', fields: issue.fields }
    await world.takeFile(JSON.stringify([more]), { source: 'renamed' })
    expect(await companyOf('renamed', 'REN-2')).toBe('Внутреннее, не для клиентов')
    expect(await closedNow()).toEqual(['Внутреннее, не для клиентов'])
    await takeIssue({ summary: 'Дыра' })
    expect(await companyOf('renamed', 'REN-1')).not.toBe('Внутреннее, не для клиентов')

    // A company that has got people would show them everything.
    const { idcomp } = await world.db
      .updateTable('companies')
      .set({ namecomp: 'ООО «Открытая»' })
      .where('namecomp', '=', 'Внутреннее, не для клиентов')
      .returning('idcomp')
      .executeTakeFirstOrThrow()
    await makePerson(world.db, 'let-in', { idcomp })
    await takeIssue(issue.fields)
    expect(await companyOf('renamed', 'REN-1')).toBe('Импорт: не для клиентов')
  })

  test('is recognised by Jira’s security levels and YouTrack’s groups too, and so are its comments', async () => {
    const jira = { key: 'SEC-1', fields: { summary: 'Дыра', security: { name: 'Internal' } } }
    const comments = [{ text: 'Между нами', created: 1_772_704_800_000, author: { fullName: 'Ольга' } }]
    const visibility = { permittedGroups: [{ name: 'dev' }] }
    const youtrack = { idReadable: 'SEC-2', summary: 'Дыра', visibility, comments }
    for (const issue of [jira, youtrack])
      await world.takeFile(JSON.stringify([issue]), { source: 'secrets', openComments: true })
    expect([await companyOf('secrets', 'SEC-1'), await companyOf('secrets', 'SEC-2')]).toEqual([
      'Импорт: не для клиентов',
      'Импорт: не для клиентов',
    ])
    const internal = await world.db
      .selectFrom('entries as e')
      .innerJoin('threads as t', 't.id', 'e.thread_id')
      .select('e.internal')
      .where('t.request_id', '=', await world.idOf('secrets', 'SEC-2'))
      .execute()
    expect(internal).toEqual([{ internal: true }])
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { requests, threads } from '@vypusk/contract'
import type { Api } from '../../../../testing/app.ts'
import { importing, type Importing } from '../../../../testing/importing.ts'
import { makePerson } from '../../../../testing/making/make.ts'
import { present } from '../../../../testing/present.ts'
import type { ImportOrder } from '../import-requests.ts'

/** Imported names can be joined with accounts later, without another import (docs/decisions/0110). */

let world: Importing
let admin: Api
let client: Api
beforeAll(async () => {
  world = await importing()
  admin = await world.product.as('admin')
  client = await world.product.as('client1')
})
afterAll(() => world.close())

const OLGA = 'Ольга Орлова (oorlova@example.ru)'
const comment = (who: string, text: string) => `"13.03.2025 15:04;${who};${text}"`
const FILE = [
  'Ключ,Название,Автор,Исполнитель,Комментарии,Частная',
  `О-1,Первая,${OLGA},jcarter,${comment('Ольга Орлова', 'Повторяется')},`,
  `О-2,Вторая,${OLGA},,${comment('jcarter', 'Поправлено')},`,
  `О-3,Третья,jcarter,,${comment('Ольга Орлова', 'Между нами')},Да`,
].join('\n')
const mapping = {
  source_key: 'Ключ',
  e_title: 'Название',
  author: 'Автор',
  assignee: 'Исполнитель',
  comments: 'Комментарии',
  private: 'Частная',
}
const load = (source: string, more: Partial<ImportOrder> = {}, file = FILE) =>
  world.takeFile(file, { source, mapping, openComments: true, ...more })

const namesOf = async (source: string) =>
  (await admin(requests.importedPeople, { query: { source } })).body.names.map(
    ({ name, requests: written, assigned, comments, user }) => [name, written, assigned, comments, user?.name ?? null],
  )
const join = (source: string, name: string, user: number | null) =>
  admin(requests.joinImported, { body: { source, name, user } })
const orlova = (overrides: object = {}) =>
  makePerson(world.db, `orlova-${Math.random()}`, { name: 'Орлова О. С.', idcomp: world.people.company1, ...overrides })

/** The author of each request, and the authors of its comments. */
const authorsOf = async (source: string) => {
  const rows = await world.db
    .selectFrom('requests as q')
    .innerJoin('users as u', 'u.id', 'q.author_id')
    .leftJoin('threads as t', 't.request_id', 'q.id')
    .leftJoin('entries as e', 'e.thread_id', 't.id')
    .leftJoin('users as w', 'w.id', 'e.author_id')
    .select(['q.source_key', 'u.name', 'e.imported_name', 'w.name as writer', 'e.side'])
    .where('q.source', '=', source)
    .orderBy('q.id')
    .execute()
  return rows.map(({ source_key, name, imported_name, writer, side }) => [
    source_key,
    name,
    imported_name,
    writer,
    side,
  ])
}

test('names of a source are listed with their counts and similar accounts', async () => {
  await load('linked')
  expect(await namesOf('linked')).toEqual([
    [OLGA, 2, 0, 2, null],
    ['jcarter', 1, 1, 1, null],
  ])
  const person = await makePerson(world.db, 'linked', { name: 'Орлова Ольга Петровна' })
  const { names, sources } = (await admin(requests.importedPeople, { query: { source: 'linked' } })).body
  expect(sources).toContain('linked')
  expect(names[0]?.alike).toEqual({ id: person, name: 'Орлова Ольга Петровна' })
  expect((await client(requests.importedPeople, { query: {} })).status).toBe(403)
})

test('joining a name has the same result as an import that knows the person', async () => {
  const user = await orlova()
  await load('known', { values: { author: { [OLGA]: user, 'Ольга Орлова': user } } })
  await load('joined')
  const { body } = await join('joined', OLGA, user)
  expect(body).toMatchObject({ requests: 2, comments: 1 })
  expect(await authorsOf('joined')).toEqual(await authorsOf('known'))
  const rows = async (source: string) =>
    (
      await world.db
        .selectFrom('imported_rows as i')
        .innerJoin('requests as q', 'q.id', 'i.request_id')
        .select('i.row')
        .where('q.source', '=', source)
        .orderBy('q.id')
        .execute()
    ).map(({ row }) => row)
  expect(await rows('joined')).toEqual(await rows('known'))
  // What clients could not see stays under the name.
  expect(await namesOf('joined')).toEqual([
    ['jcarter', 1, 1, 1, null],
    [OLGA, 2, 0, 2, 'Орлова О. С.'],
  ])
})

test('the next file of the source has the same result, for new comments too', async () => {
  const user = await orlova()
  await load('next')
  await join('next', OLGA, user)
  expect(await load('next')).toMatchObject({ created: 0, updated: 0, same: 3 })
  const more = FILE.replace(comment('jcarter', 'Поправлено'), comment(OLGA, 'Спасибо'))
  await load('next', {}, more)
  const all = await authorsOf('next')
  expect(all).toContainEqual(['О-2', 'Орлова О. С.', 'Орлова О. С.', 'Орлова О. С.', 'client'])
})

test('a name that is only in comments is known to the next file too', async () => {
  const user = await orlova({ name: 'Петров', idcomp: null, isRivc: true })
  const first = FILE.replace(comment('jcarter', 'Поправлено'), comment('petrov', 'Раз'))
  await load('words', {}, first)
  await join('words', 'petrov', user)
  await load('words', {}, first.replace(comment('petrov', 'Раз'), comment('petrov', 'Два')))
  const own = (await authorsOf('words')).filter(([key]) => key === 'О-2').map(([, , name, writer]) => [name, writer])
  expect(own).toEqual([
    ['Петров', 'Петров'],
    ['Петров', 'Петров'],
  ])
})

test('screens show it in the list by author, the conversation and the history, and no client sees more than before', async () => {
  const user = await orlova()
  await load('shown')
  const id = await world.idOf('shown', 'О-1')
  await join('shown', OLGA, user)
  const filter = { author_ids: [user], page: 1, per_page: 10 }
  const { body: found } = await admin(requests.backlogSummary, { body: filter })
  expect(found.data.map(({ e_title }) => e_title).toSorted()).toEqual(['Вторая', 'Первая'])
  const history = async (api: Api) =>
    (await api(requests.getRequest, { params: { id } })).body.history.map(({ field, before, after, via }) => [
      field,
      before,
      after,
      via,
    ])
  expect(await history(admin)).toEqual(
    expect.arrayContaining([
      ['author', world.actor.person.name, 'Орлова О. С.', 'import'],
      ['comments_author', 'Ольга Орлова', 'Орлова О. С.', 'import'],
    ]),
  )
  expect((await history(client)).map(([field]) => field)).toEqual(['author'])
  const { body } = await client(threads.of, { params: { entity: 'request', id } })
  expect(body.threads[0]?.entries[0]?.user.name).toBe('Орлова О. С.')
})

test('nobody is notified, and a joined name can be separated again', async () => {
  const user = await orlova()
  await load('parted')
  const before = await authorsOf('parted')
  const count = async (table: 'letters' | 'notices') => (await world.db.selectFrom(table).select('id').execute()).length
  const counts = [await count('letters'), await count('notices')]
  await join('parted', OLGA, user)
  expect(await authorsOf('parted')).not.toEqual(before)
  expect((await join('parted', OLGA, null)).body).toMatchObject({ requests: 2, comments: 1 })
  const admins = (await world.db.selectFrom('users').select('name').where('login', '=', 'admin').executeTakeFirst())
    ?.name
  const by = (row: (typeof before)[number]) => [row[0], row[1] && present(admins), row[2], row[3] && admins, row[4]]
  expect((await authorsOf('parted')).map(by)).toEqual(before.map(by))
  expect([await count('letters'), await count('notices')]).toEqual(counts)
  // The next file does not find the person by the name either.
  expect(await load('parted')).toMatchObject({ updated: 0, same: 3 })
})

test('staff get every comment of theirs; another person can replace a wrong one', async () => {
  const [wrong, right] = [await orlova(), await orlova({ name: 'Орлова из поддержки', idcomp: null, isRivc: true })]
  await load('again')
  await join('again', OLGA, wrong)
  await join('again', OLGA, right)
  expect((await authorsOf('again')).filter(([, , name]) => name === 'Орлова из поддержки')).toEqual([
    ['О-1', 'Орлова из поддержки', 'Орлова из поддержки', 'Орлова из поддержки', 'staff'],
    ['О-3', world.actor.person.name, 'Орлова из поддержки', 'Орлова из поддержки', 'staff'],
  ])
})

test('two people with one name are distinguished by what leads to their accounts', async () => {
  const other = OLGA.replace('oorlova', 'olga')
  const user = await orlova()
  await load('alike', {}, FILE.replace(`Вторая,${OLGA}`, `Вторая,${other}`))
  const comments = (await namesOf('alike')).map(([name, , , count]) => [name, count])
  expect(Object.fromEntries(comments)).toEqual({ jcarter: 1, [other]: 0, [OLGA]: 0, 'Ольга Орлова': 2 })
  expect((await join('alike', other, user)).body).toMatchObject({ requests: 1, comments: 0 })
  expect((await join('alike', 'Ольга Орлова', user)).body).toMatchObject({ requests: 0, comments: 1 })
})

test('the assignee of a request is shown by the account’s name', async () => {
  const user = await orlova({ name: 'Картер Дж.', idcomp: null, isRivc: true })
  await load('given')
  await join('given', 'jcarter', user)
  const id = await world.idOf('given', 'О-1')
  expect((await admin(requests.getRequest, { params: { id } })).body.origin?.assignee).toBe('Картер Дж.')
})

test('an unknown name and an unknown person are refused', async () => {
  await load('refused')
  expect((await join('refused', 'Никто', null)).status).toBe(404)
  const gone = await orlova({ deleted_at: '2026-03-01T09:00:00.000Z' })
  expect(await join('refused', OLGA, gone)).toMatchObject({
    status: 422,
    refusal: { errors: { user: [expect.any(String)] } },
  })
})

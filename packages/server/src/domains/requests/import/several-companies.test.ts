import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPeople, requests } from '@vypusk/contract'
import { importing, type Importing } from '../../../testing/importing.ts'
import { makeCompany, makePerson } from '../../../testing/making/make.ts'
import type { ImportOrder } from './import-requests.ts'

/** A person with accounts in two companies is one person for an import, and writes in each by their account there. */

let world: Importing
let person: number
let further: number
const companies = { own: 0, further: 0, other: 0 }
beforeAll(async () => {
  world = await importing()
  const company = (namecomp: string) => makeCompany(world.db, { namecomp })
  companies.own = await company('Первый завод')
  companies.further = await company('Второй завод')
  companies.other = await company('Третий завод')
  person = await makePerson(world.db, 'nina', {
    name: 'Нина Холдингова',
    email: 'nina@example.ru',
    idcomp: companies.own,
  })
  const admin = await world.product.as('admin')
  const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
  const joined = await admin(adminPeople.join, {
    params: { id: person },
    body: { company: companies.further, ...rights },
  })
  further = joined.body.person.memberships[0]?.id ?? 0
})
afterAll(() => world.close())

const mapping = {
  source_key: 'Ключ',
  e_title: 'Название',
  author: 'Автор',
  company: 'Компания',
  comments: 'Комментарии',
}
const fileOf = (who: string) =>
  [
    'Ключ,Название,Автор,Компания,Комментарии',
    ...['Первый', 'Второй', 'Третий'].map(
      (one, index) => `Х-${index + 1},Заявка ${index},${who},${one} завод,"13.03.2025 15:04;${who};Ждём"`,
    ),
  ].join('\n')
const load = (source: string, who: string, more: Partial<ImportOrder> = {}) =>
  world.takeFile(fileOf(who), { source, mapping, openComments: true, ...more })

/** The author of each request, and of its comment with the side. */
const authorsOf = (source: string) =>
  world.db
    .selectFrom('requests as q')
    .innerJoin('threads as t', 't.request_id', 'q.id')
    .innerJoin('entries as e', 'e.thread_id', 't.id')
    .select(['q.author_id', 'e.author_id as writer', 'e.side'])
    .where('q.source', '=', source)
    .orderBy('q.id')
    .execute()

const expected = () => [
  { author_id: person, writer: person, side: 'client' },
  { author_id: further, writer: further, side: 'client' },
  { author_id: person, writer: world.actor.person.id, side: 'staff' },
]

test.each(['Нина Холдингова', 'Холдингова Нина', 'nina@example.ru', 'nina'])('found by «%s»', async (who) => {
  const report = await load(who, who)
  expect(report.reading.values.words.get('author')).toMatchObject([{ choice: person, how: 'name' }])
  expect(await authorsOf(who)).toEqual(expected())
  expect(await load(who, who)).toMatchObject({ created: 0, updated: 0, same: 3 })
})

test.each([
  ['own', () => person],
  ['further', () => further],
])('chosen by the %s account', async (name, chosen) => {
  const values = { author: { nh: chosen() } }
  await load(name, 'nh', { values })
  const [first, second] = expected()
  expect((await authorsOf(name)).slice(0, 2)).toEqual([first, second])
})

test('in a file without companies they write in the default one', async () => {
  const file = 'Ключ,Название,Автор\nЦ-1,Одна,nina@example.ru'
  const { source_key, e_title, author } = mapping
  await world.takeFile(file, {
    source: 'default',
    mapping: { source_key, e_title, author },
    company: companies.further,
  })
  const row = world.db.selectFrom('requests').select('author_id').where('source', '=', 'default')
  expect(await row.executeTakeFirst()).toEqual({ author_id: further })
})

test('joined with a name of a former system later', async () => {
  const admin = await world.product.as('admin')
  await load('later', 'nh')
  const { body } = await admin(requests.joinImported, { body: { source: 'later', name: 'nh', user: person } })
  expect(body).toMatchObject({ requests: 3, comments: 2 })
  expect(await authorsOf('later')).toEqual(expected())
  const again = await admin(requests.joinImported, { body: { source: 'later', name: 'nh', user: person } })
  expect(again.body).toMatchObject({ requests: 0, comments: 0 })
  expect(await load('later', 'nh')).toMatchObject({ created: 0, updated: 0, same: 3 })
})

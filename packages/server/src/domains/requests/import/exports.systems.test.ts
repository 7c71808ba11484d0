import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requests, threads } from '@vypusk/contract'
import { exportOf } from '../../../testing/exports.ts'
import { makePerson } from '../../../testing/making/make.ts'
import { present } from '../../../testing/present.ts'
import { importing, type Importing } from '../../../testing/importing.ts'

/**
 * Exports of Redmine, Jira and YouTrack: every complete row is imported, and none is refused because of an unknown
 * word.
 */

let world: Importing
beforeAll(async () => void (world = await importing()))
afterAll(() => world.close())

const rowsOf = (source: string) =>
  world.db
    .selectFrom('requests as q')
    .innerJoin('request_statuses as s', 's.id', 'q.status_id')
    .innerJoin('request_types as t', 't.id', 'q.type_id')
    .select(['q.source_key', 's.name as status', 't.name as type', 'q.priority', 'q.planned_time', 'q.created_at'])
    .where('q.source', '=', source)
    .orderBy('q.id')
    .execute()

test.each([
  ['redmine-en.csv', 12],
  ['redmine-ru.csv', 12],
  ['jira-en.csv', 13],
  ['jira-ru.csv', 9],
  ['youtrack.csv', 10],
])('%s: %i rows, all imported', async (name, count) => {
  expect(await world.take(name)).toMatchObject({ rows: count, created: count, bad: [] })
  expect(await world.take(name)).toMatchObject({ created: 0, updated: 0, same: count })
})

test.each<[string, (string | number | null)[]]>([
  ['redmine-en.csv', ['1021', 'Новая', 'Ошибка', 3, 150, '2025-03-12T09:05:00.000Z']],
  ['redmine-ru.csv', ['501', 'Новая', 'Ошибка', 3, 150, '2025-03-12T09:05:00.000Z']],
  ['jira-en.csv', ['MDL-40701', 'Новая', 'Ошибка', 3, 150, '2025-03-12T09:05:00.000Z']],
  ['jira-ru.csv', ['СКЛ-101', 'Новая', 'Ошибка', 3, 150, '2025-03-12T09:05:00.000Z']],
  ['youtrack.csv', ['WH-1', 'Новая', 'Ошибка', 3, 150, '2025-03-12T09:05:00.000Z']],
])('%s: words, hours and dates keep their meaning', async (name, expected) => {
  await world.take(name)
  const [first] = await rowsOf(name)
  expect(Object.values(present(first))).toEqual(expected)
})

test('an unknown word becomes the default and is reported', async () => {
  const { reading } = await world.take('redmine-en.csv', { dryRun: true, source: 'readings' })
  const lost = [...reading.values.words].flatMap(([field, words]) =>
    words.filter(({ how }) => how === 'default').map(({ word, count }) => [field, word, count]),
  )
  expect(lost).toContainEqual(['module', 'Printing', 4])
  expect(lost).toContainEqual(['author', 'Petr Ivanov', 4])
  expect(lost.filter(([field]) => field === 'status' || field === 'type' || field === 'priority')).toEqual([])
})

test('story points are not hours', async () => {
  await world.take('jira-en.csv')
  const found = (await rowsOf('jira-en.csv')).find(({ source_key }) => source_key === 'MDL-40704')
  expect(found?.planned_time).toBeNull()
})

test('choices for words are applied, things are created from them if chosen, and all is remembered for the source', async () => {
  const author = await makePerson(world.db, 'petr', { name: 'Petr Ivanov the Second' })
  const source = 'written'
  const values = {
    status: { Feedback: 2, Confirmed: 'new' },
    module: { Printing: 'new' },
    author: { 'Petr Ivanov': author },
  } as const
  expect(await world.take('redmine-en.csv', { source, values })).toMatchObject({ created: 12 })
  const statuses = async () =>
    (await rowsOf(source))
      .filter(({ source_key }) => ['1023', '1028'].includes(source_key ?? ''))
      .map(({ status }) => status)
  expect(await statuses()).toEqual(['Оценка', 'Confirmed'])
  const byAuthor = await world.db
    .selectFrom('requests as q')
    .innerJoin('modules as m', 'm.idmod', 'q.idmod')
    .select(['q.source_key', 'm.namemod'])
    .where('q.author_id', '=', author)
    .orderBy('q.id')
    .execute()
  expect(byAuthor.map(({ source_key }) => source_key)).toEqual(['1022', '1024', '1028', '1032'])
  expect(byAuthor.find(({ source_key }) => source_key === '1028')?.namemod).toBe('Printing')
  // The next file of the source needs no choices.
  const again = await world.take('redmine-en.csv', { source })
  expect(again).toMatchObject({ created: 0, updated: 0, same: 12 })
  const remembered = [...again.reading.values.words].flatMap(([, words]) =>
    words.filter(({ how }) => how === 'remembered').map(({ word }) => word),
  )
  expect(remembered.toSorted()).toEqual(['Confirmed', 'Feedback', 'Petr Ivanov', 'Printing'])
})

test('a person who joins later is chosen for a name, and the requests get their author', async () => {
  const source = 'joined'
  await world.take('redmine-ru.csv', { source })
  const person = await makePerson(world.db, 'orlova', { name: 'Анна Сергеевна Орлова' })
  const values = { author: { 'Анна Орлова': person } }
  expect(await world.take('redmine-ru.csv', { source, values })).toMatchObject({ created: 0, updated: 3, same: 9 })
})

test('the order of days and months can be chosen', async () => {
  await world
    .take('redmine-en.csv', { source: 'swapped', dateOrder: 'dmy' })
    .then(({ bad }) => expect(bad.map(({ line }) => line)).not.toEqual([]))
})

test.each([
  ['an unknown status', { status: { New: 999_999 } }, 'Статус «New»: выберите значение из списка'],
  ['a person to be created', { author: { 'Petr Ivanov': 'new' } }, 'Автор «Petr Ivanov»: выберите значение из списка'],
] as const)('refuses %s', async (_, values, sentence) => {
  await expect(world.take('redmine-en.csv', { source: 'refused', values })).rejects.toThrow(sentence)
})

describe('data without a field here', () => {
  test('is kept with the request: people by name, versions, due day, links, files', async () => {
    const source = 'kept'
    await world.take('jira-en.csv', { source })
    const manager = await world.product.as('manager')
    const LEFT_THERE = { file_id: null, is_waiting: false, failure: null }
    const read = async (key: string) =>
      (await manager(requests.getRequest, { params: { id: await world.idOf(source, key) } })).body.origin
    expect(await read('MDL-40701')).toEqual({
      key: 'MDL-40701',
      source,
      author: 'osmirnova',
      assignee: 'jcarter',
      versions: ['2.4.1', '2.5.0'],
      due: '2025-03-28',
      labels: ['vat', 'regression'],
      is_private: false,
      company: null,
      story_points: '3.0',
      links: [],
      files: [{ name: 'log.txt', url: 'https://jira.example.com/secure/attachment/55/log.txt', ...LEFT_THERE }],
    })
    expect((await read('MDL-40702'))?.links).toEqual([
      { title: 'Blocks', key: 'MDL-40701', request_id: await world.idOf(source, 'MDL-40701') },
    ])
    await world.take('redmine-ru.csv', { source: 'kept-ru' })
    const { origin } = (await manager(requests.getRequest, { params: { id: await world.idOf('kept-ru', '502') } })).body
    expect(origin?.links.map(({ title, key }) => [title, key])).toEqual([
      ['Родительская задача', '501'],
      ['Заблокирована', '501'],
    ])
  })

  test('a client sees only the key and the author of it', async () => {
    await world.take('jira-en.csv', { source: 'few-words' })
    const client = await world.product.as('client1')
    const { body } = await client(requests.getRequest, { params: { id: await world.idOf('few-words', 'MDL-40701') } })
    expect(body.origin).toEqual({
      key: 'MDL-40701',
      author: 'osmirnova',
      source: null,
      assignee: null,
      versions: [],
      due: null,
      labels: [],
      is_private: false,
      company: null,
      story_points: null,
      links: [],
      files: [],
    })
  })
})

describe('comments', () => {
  const talkAs = async (login: 'manager' | 'client1', source: string, key: string) => {
    const { body } = await (
      await world.product.as(login)
    )(threads.of, {
      params: { entity: 'request', id: await world.idOf(source, key) },
    })
    return body.threads.flatMap(({ entries }) =>
      entries.map(({ user, html, created_at, internal, imported }) => [
        user.name,
        html,
        created_at,
        internal,
        imported,
      ]),
    )
  }

  test('become entries of the conversation, unchanged and internal', async () => {
    const source = 'commented'
    await world.take('jira-en.csv', { source })
    const comment = [
      ['jcarter', '<p>Reproduced; see the log, line 5</p>', '2025-03-13T15:04:00.000Z', true, true],
      ['osmirnova', '<p>Customer waits</p>', '2025-03-14T10:00:00.000Z', true, true],
    ]
    expect(await talkAs('manager', source, 'MDL-40701')).toEqual(comment)
    expect(await talkAs('client1', source, 'MDL-40701')).toEqual([])
    // The same file adds none twice, and a later one adds only new ones.
    await world.take('jira-en.csv', { source })
    expect(await talkAs('manager', source, 'MDL-40701')).toEqual(comment)
    const later = (await exportOf('jira-en.csv'))
      .toString()
      .replace(
        ',14/Mar/25 10:00 AM;osmirnova;Customer waits,',
        ',14/Mar/25 10:00 AM;osmirnova;Customer waits,15/Mar/25 9:00 AM;jcarter;Mended',
      )
    const again = await world.takeFile(later, { source })
    expect(again).toMatchObject({ updated: 1, same: 12 })
    expect(await talkAs('manager', source, 'MDL-40701')).toEqual([
      ...comment,
      ['jcarter', '<p>Mended</p>', '2025-03-15T09:00:00.000Z', true, true],
    ])
  })

  test('are visible to the company if chosen, and nobody is notified', async () => {
    const count = () =>
      world.db
        .selectFrom('letters')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    const before = await count()
    await world.take('redmine-en.csv', { source: 'open', openComments: true })
    expect(await talkAs('client1', 'open', '1022')).toMatchObject([
      ['open', '<p>Customer asks for a filter by warehouse</p>', expect.any(String), false, true],
    ])
    expect(await count()).toEqual(before)
  })

  test('by a client are the client’s own; private ones stay internal whatever is chosen for the others', async () => {
    const at = '2026-03-05T10:00:00Z'
    const comment = (name: string, notes: string, more: object = {}) => ({
      user: { name },
      notes,
      created_on: at,
      ...more,
    })
    const journals = [
      comment('Имя client1 (client1@example.ru)', 'Ждём'),
      comment('Имя client2 (client2@example.ru)', 'Чужой'),
      comment('Имя manager', 'Делаем'),
      comment('Гость (guest@example.ru)', 'Между нами', { private_notes: true }),
    ]
    const bytes = JSON.stringify({ issues: [{ id: 1, subject: 'Слова', journals }] })
    await world.takeFile(bytes, { source: 'words', openComments: true })
    const rows = await world.db
      .selectFrom('entries as e')
      .innerJoin('threads as t', 't.id', 'e.thread_id')
      .innerJoin('requests as q', 'q.id', 't.request_id')
      .select(['e.side', 'e.author_id', 'e.internal', 'e.imported_name'])
      .where('q.source', '=', 'words')
      .orderBy('e.id')
      .execute()
    expect(
      rows.map(({ side, author_id, internal, imported_name }) => [side, author_id, internal, imported_name]),
    ).toEqual([
      ['client', world.people.client1, false, 'Имя client1'],
      // A person of another company has no part in this conversation.
      ['staff', world.actor.person.id, false, 'Имя client2'],
      ['staff', world.people.manager, false, 'Имя manager'],
      ['staff', world.actor.person.id, true, 'Гость'],
    ])
    expect((await talkAs('client1', 'words', '1')).map(([, html]) => html)).toEqual([
      '<p>Ждём</p>',
      '<p>Чужой</p>',
      '<p>Делаем</p>',
    ])
  })
})

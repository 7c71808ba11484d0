import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportOf } from '../../../../testing/exports.ts'
import { present } from '../../../../testing/present.ts'
import { importing, type Importing } from '../../../../testing/importing.ts'
import { tableOfJson } from './json-exports.ts'

let world: Importing
beforeAll(async () => void (world = await importing()))
afterAll(() => world.close())

const take = (bytes: string | Buffer) => world.takeFile(bytes, { fileName: 'выгрузка' })

test.each([
  ['jira.json', 'Jira', 2],
  ['youtrack.json', 'YouTrack', 2],
  ['redmine.json', 'Redmine', 1],
])('%s of %s: everything is imported, once', async (name, source, count) => {
  const bytes = await exportOf(name)
  expect(await take(bytes)).toMatchObject({ encoding: 'JSON', source, rows: count, created: count, bad: [] })
  expect(await take(bytes)).toMatchObject({ source, created: 0, updated: 0, same: count })
  const first = await world.db
    .selectFrom('requests as q')
    .innerJoin('imported_rows as i', 'i.request_id', 'q.id')
    .innerJoin('request_statuses as s', 's.id', 'q.status_id')
    .select(['q.e_title', 'q.text', 'q.planned_time', 'q.created_at', 's.name as status', 'i.row'])
    .where('q.source', '=', source)
    .orderBy('q.id')
    .executeTakeFirstOrThrow()
  expect(first).toMatchObject({ planned_time: 150, created_at: expect.stringMatching(/^2025-03-12T/) })
  expect(first.row).toMatchObject({ origin: { due: '2025-03-28' }, comments: [expect.any(String)] })
  expect(first.text).not.toContain('[object')
})

test('a document tree is read as text, links by their kinds, people with what leads to an account', async () => {
  const [header = [], row = []] = present(tableOfJson(JSON.parse((await exportOf('jira.json')).toString())))
  const cell = (column: string) => row[header.indexOf(column)]
  expect(cell('Description')).toBe('Open any invoice.\nSee the total.')
  expect(cell('Outward issue link (Blocks)')).toBe('JSN-2')
  expect(cell('Reporter')).toBe('Olga Smirnova (olga@example.com)')
  expect(cell('Attachment')).toBe(';;log.txt;https://jira.example.com/secure/attachment/55/log.txt')
})

test('Redmine: relations are named from this issue’s side, with custom fields, and private notes are recognised', () => {
  const person = { id: 5, name: 'Ольга Смирнова', login: 'osmirnova', email: 'osmirnova@example.ru' }
  const at = '2026-03-05T10:00:00Z'
  const relation = (issue_id: number, issue_to_id: number, relation_type: string) => ({
    issue_id,
    issue_to_id,
    relation_type,
  })
  const issue = {
    id: 7,
    subject: 'Печать',
    author: person,
    relations: [relation(7, 8, 'blocks'), relation(9, 7, 'precedes'), relation(7, 10, 'нечто')],
    custom_fields: [
      { id: 1, name: 'Клиент', value: 'ООО «Маяк»' },
      { id: 2, name: 'Площадки', value: ['А', 'Б'] },
      { id: 3, name: 'Subject', value: 'не название' },
    ],
    journals: [
      { user: person, notes: 'Клиенту', created_on: at },
      { user: person, notes: 'Между нами', created_on: at, private_notes: true },
    ],
  }
  const [header = [], row = []] = present(tableOfJson({ issues: [issue] }))
  const cell = (column: string) => row[header.indexOf(column)]
  expect(cell('Related issues')).toBe('Блокирует #8, Следует за #9, Связана с #10')
  expect([cell('Клиент'), cell('Площадки'), cell('Subject')]).toEqual(['ООО «Маяк»', 'А, Б', 'Печать'])
  expect(cell('Author')).toBe('Ольга Смирнова (osmirnova@example.ru)')
  expect(cell('Comment')).toBe(`${at};Ольга Смирнова (osmirnova@example.ru);Клиенту`)
  expect(cell('Private comment')).toBe(`${at};Ольга Смирнова (osmirnova@example.ru);Между нами`)
})

test.each([
  [
    'Jira',
    { key: 'A-1', fields: { summary: 'Т', comment: { comments: [{ body: 'тайна', visibility: { type: 'role' } }] } } },
  ],
  [
    'Jira Service Management',
    { key: 'A-1', fields: { summary: 'Т', comments: [{ body: 'тайна', jsdPublic: false }] } },
  ],
  [
    'YouTrack',
    { idReadable: 'A-1', comments: [{ text: 'тайна', visibility: { permittedGroups: [{ name: 'dev' }] } }] },
  ],
])('what %s shows only to some people is not among the public comments', (_, issue) => {
  const [header = [], row = []] = present(tableOfJson([issue]))
  expect(row[header.indexOf('Private comment')]).toContain('тайна')
  expect(row[header.indexOf('Comment')]).toBe('')
})

test('a tree of any depth is read', () => {
  let node: object = { type: 'text', text: 'дно' }
  for (let depth = 0; depth < 100_000; depth += 1) node = { type: 'listItem', content: [node] }
  const table = tableOfJson([{ key: 'A-1', fields: { summary: 'Глубоко', description: node } }])
  expect(table?.[1]).toContain('дно')
})

test.each([
  ['of another program', '{"users":[]}', /нет заявок Jira/],
  ['an empty list', '[]', /нет заявок Jira/],
  ['cut short', '{"issues":[{"key":"A-1"', /не удалось разобрать/],
])('a JSON %s is refused with a sentence', async (_, text, sentence) => {
  await expect(take(text)).rejects.toThrow(sentence)
})

import { expect, test } from 'vitest'
import { mapColumns } from './rows/columns.ts'
import type { KnownIn } from '../queries/import/requests.ts'
import { ownerOf, sourceFor } from './source.ts'
import { kindOf, type Kind } from './systems.ts'

const of = (source: string, known: number, same: number): KnownIn => ({ source, known, same })

test.each<[string, KnownIn[], 'Jira' | 'Redmine' | null, string]>([
  ['no known keys: the system that made it', [], 'Jira', 'Jira'],
  ['no known keys, from no known system', [], null, 'файл'],
  ['keys imported before under another name', [of('Jira за март', 12, 12)], 'Jira', 'Jira за март'],
  ['some keys imported before, the others new', [of('Redmine', 3, 3)], 'Redmine', 'Redmine'],
  ['the numbers of another Redmine', [of('Redmine', 12, 0)], 'Redmine', 'файл'],
  ['a few titles changed since', [of('Redmine', 12, 7)], 'Redmine', 'Redmine'],
  [
    'of two sources, the one with most equal titles',
    [of('Redmine', 12, 1), of('Redmine склада', 12, 11)],
    'Redmine',
    'Redmine склада',
  ],
])('%s', (_, known, kind, source) => expect(sourceFor(known, kind, 'файл')).toBe(source))

test.each<[string, Kind | null]>([
  ['#;Проект;Трекер;Статус;Тема;Последние примечания', 'Redmine'],
  ['Summary;Work item key;Work type;Status', 'Jira'],
  ['Тема;Код;Идентификатор запроса;Тип запроса;Статус', 'Jira'],
  ['Тема;Ключ задачи;Тип задачи', 'Jira'],
  ['ID задачи;Проект;Заголовок;Состояние;Исправлено в версиях', 'YouTrack'],
  ['Код;Название;Цена', null],
])('the header «%s» is of %s, and its keys, titles and notes are found', (head, kind) => {
  const header = head.split(';')
  expect(kindOf(header)).toBe(kind)
  const mapping = mapColumns(header, {})
  expect(mapping).toMatchObject({ source_key: expect.any(String), e_title: expect.any(String) })
  expect(Boolean(mapping.comments)).toBe(head.includes('примечания'))
  expect(Boolean(mapping.version)).toBe(head.includes('версиях'))
})

test('keys that match by chance have no owner', () => expect(ownerOf([of('Redmine', 10, 4)])).toBeNull())

import { visibleLine } from './characters.ts'

/** A system whose exports have a characteristic header. */
export type Kind = 'Jira' | 'Redmine' | 'YouTrack'

const HEADS: [Kind, string[][]][] = [
  [
    'Jira',
    [
      ['issue key', 'work item key', 'ключ проблемы', 'ключ запроса', 'ключ задачи'],
      ['summary', 'тема', 'резюме'],
    ],
  ],
  // Only a code and a title could be from anywhere.
  ['Jira', [['код'], ['тема', 'резюме'], ['тип запроса', 'тип задачи', 'тип проблемы']]],
  ['YouTrack', [['issue id'], ['summary'], ['project'], ['state', 'reporter']]],
  [
    'YouTrack',
    [['id задачи', 'идентификатор задачи'], ['заголовок', 'сводка', 'тема'], ['проект'], ['состояние', 'автор']],
  ],
  ['Redmine', [['#'], ['tracker', 'трекер'], ['subject', 'тема']]],
]

/** The system that made a file, recognised by its header; null for other tables. */
export function kindOf(header: string[]): Kind | null {
  const names = new Set(header.map((name) => visibleLine(name).toLowerCase()))
  const found = HEADS.find(([, columns]) => columns.every((any) => any.some((name) => names.has(name))))
  return found?.[0] ?? null
}

/** A system whose exports have a head of their own. */
export type Kind = 'Jira' | 'Redmine' | 'YouTrack'

const HEADS: [Kind, string[][]][] = [
  [
    'Jira',
    [
      ['issue key', 'work item key', 'ключ проблемы', 'ключ запроса', 'ключ задачи'],
      ['summary', 'тема', 'резюме'],
    ],
  ],
  // A code and a title alone are anybody's.
  ['Jira', [['код'], ['тема', 'резюме'], ['тип запроса', 'тип задачи', 'тип проблемы']]],
  ['YouTrack', [['issue id'], ['summary'], ['project'], ['state', 'reporter']]],
  [
    'YouTrack',
    [['id задачи', 'идентификатор задачи'], ['заголовок', 'сводка', 'тема'], ['проект'], ['состояние', 'автор']],
  ],
  ['Redmine', [['#'], ['tracker', 'трекер'], ['subject', 'тема']]],
]

/** Which system made a file, by the head of its columns; null for a table of anybody's own. */
export function kindOf(header: string[]): Kind | null {
  const names = new Set(header.map((name) => name.trim().toLowerCase()))
  const found = HEADS.find(([, columns]) => columns.every((any) => any.some((name) => names.has(name))))
  return found?.[0] ?? null
}

import type { requests } from '@vypusk/contract'
import { askWhose } from '../../components/kit/conflict/askWhose.tsx'
import { formatDuration } from '../../ui/duration.ts'

/** The fields of the backlog record that the list changes in place. */
export type BacklogChange = Partial<Pick<requests.Backlog, 'title' | 'priority' | 'planned_time' | 'inBacklog'>>

/** Each field of the backlog record: its name, and its value as the list shows it. */
const fields: Record<keyof BacklogChange, [title: string, say: (values: BacklogChange) => string]> = {
  title: ['Название в бэклоге', ({ title }) => title || 'пусто'],
  priority: ['Приоритет', ({ priority }) => (priority ? String(priority) : 'нет')],
  planned_time: [
    'Часы',
    ({ planned_time }) => (typeof planned_time === 'number' ? formatDuration(planned_time) : 'нет'),
  ],
  inBacklog: ['Бэклог', ({ inBacklog }) => (inBacklog ? 'внесена' : 'не внесена')],
}

/** Two people changed one field of a request. @returns true when the own value is to replace the other's */
export function askAboutConflict(theirs: requests.RequestRow, change: BacklogChange): Promise<boolean> {
  const names = Object.keys(change) as (keyof BacklogChange)[]
  const saved = theirs.backlog_request ?? {}
  return askWhose({
    what: 'заявку',
    fields: names.map((name) => {
      const [title, say] = fields[name]
      return { title: `Заявка ${theirs.id}: ${title}`, mine: say(change), theirs: say(saved) }
    }),
  })
}

import { requests } from '@vypusk/contract'
import { withinLimit } from '../../components/kit/feedback/chunks.ts'
import { later } from '../../components/kit/feedback/later.ts'
import { formatDuration } from '../../ui/duration.ts'

const asking = later(() => import('../../components/kit/conflict/askWhose.tsx'))

/** The fields of the backlog record that the list edits in place. */
export type BacklogChange = Partial<Pick<requests.Backlog, 'title' | 'priority' | 'planned_time' | 'inBacklog'>>

/** Each field of the backlog record: its title, and its value as the list shows it. */
const fields: Record<keyof BacklogChange, [title: string, format: (values: BacklogChange) => string]> = {
  title: [requests.fieldTitles.backlog_title, ({ title }) => title || 'пусто'],
  priority: [requests.fieldTitles.backlog_priority, ({ priority }) => (priority ? String(priority) : 'нет')],
  planned_time: [
    requests.fieldTitles.planned_time,
    ({ planned_time }) => (typeof planned_time === 'number' ? formatDuration(planned_time) : 'нет'),
  ],
  inBacklog: [requests.fieldTitles.inBacklog, ({ inBacklog }) => (inBacklog ? 'внесена' : 'не внесена')],
}

/**
 * Asks which value to keep when two people have changed one field of a request.
 * @returns true when the person's own value is to replace the other one
 */
export async function askAboutConflict(theirs: requests.RequestRow, change: BacklogChange): Promise<boolean> {
  const names = Object.keys(change) as (keyof BacklogChange)[]
  const saved = theirs.backlog_request ?? {}
  const { askWhose } = await withinLimit(asking.fetch)
  return askWhose({
    what: 'заявку',
    fields: names.map((name) => {
      const [title, format] = fields[name]
      return { title: `Заявка ${theirs.id}: ${title}`, mine: format(change), theirs: format(saved) }
    }),
  })
}

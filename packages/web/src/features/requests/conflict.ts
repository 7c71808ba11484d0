import { requests } from '@vypusk/contract'
import { askWhose } from '../../components/kit/conflict/askWhose.tsx'
import { formatDuration } from '../../ui/duration.ts'

/** Which value to keep when two people have changed one field of a request. */

type Row = requests.RequestRow

/** Each field that is changed in place: its title, and its value as the list shows it. */
type Fields<Change> = Record<keyof Change, [title: string, inWords: (values: Change) => string]>

/** @returns true when the person's own value is to replace the other one */
function askWhich<Change extends object>(id: number, fields: Fields<Change>, mine: Change, theirs: Change) {
  const names = Object.keys(mine) as (keyof Change)[]
  return askWhose({
    what: 'заявку',
    fields: names.map((name) => {
      const [title, inWords] = fields[name]
      return { title: `Заявка ${id}: ${title}`, mine: inWords(mine), theirs: inWords(theirs) }
    }),
  })
}

/** The fields of the backlog record that the list edits in place. */
export type BacklogChange = Partial<Pick<requests.Backlog, 'title' | 'priority' | 'planned_time' | 'inBacklog'>>

const backlogFields: Fields<BacklogChange> = {
  title: [requests.fieldTitles.backlog_title, ({ title }) => title || 'пусто'],
  priority: [requests.fieldTitles.backlog_priority, ({ priority }) => (priority ? String(priority) : 'нет')],
  planned_time: [
    requests.fieldTitles.planned_time,
    ({ planned_time }) => (typeof planned_time === 'number' ? formatDuration(planned_time) : 'нет'),
  ],
  inBacklog: [requests.fieldTitles.inBacklog, ({ inBacklog }) => (inBacklog ? 'внесена' : 'не внесена')],
}

export const askAboutBacklog = ({ id, backlog_request }: Row, change: BacklogChange): Promise<boolean> =>
  askWhich(id, backlogFields, change, backlog_request ?? {})

/** What staff say of the work on a request. */
export type StatusChange = Partial<Pick<Row, 'status' | 'isPaid'>>

const statusFields: Fields<StatusChange> = {
  status: [requests.fieldTitles.status, ({ status }) => status?.name ?? ''],
  isPaid: [requests.fieldTitles.isPaid, ({ isPaid = false }) => requests.paidInWords(isPaid)],
}

export const askAboutStatus = (theirs: Row, change: StatusChange): Promise<boolean> =>
  askWhich(theirs.id, statusFields, change, theirs)

import { requests } from '@vypusk/contract'
import { dash, Dim } from '../../components/kit/data-table/Dim.tsx'
import { CompanyName } from '../../components/shared/marks/CompanyName.tsx'
import type { DataColumn } from '../../components/kit/data-table/types.ts'
import { UrgencyBars } from '../../components/shared/marks/UrgencyBars.tsx'
import { formatDay } from '../../ui/dates.ts'
import { formatDuration } from '../../ui/duration.ts'
import { Tag } from '../../ui/Tag.tsx'
import classes from './columns.module.css'
import type { BacklogChange, StatusChange } from './conflict.ts'

const titles = requests.fieldTitles
type Row = requests.RequestRow
type Column = DataColumn<Row>

/** A called-off release is marked before its name, which may be cut off. */
const releaseInWords = ({ title, called_off }: NonNullable<Row['release']>) => (called_off ? `Закрыт: ${title}` : title)

const common = {
  id: {
    id: 'id',
    title: '№',
    width: 64,
    sort: true,
    required: true,
    phone: 'line',
    cell: ({ id }) => <Dim>{String(id)}</Dim>,
  },
  title: {
    id: 'e_title',
    title: 'Заявка',
    width: 240,
    grow: true,
    sort: true,
    required: true,
    phone: 'title',
    cell: ({ e_title }) => <span title={e_title}>{e_title}</span>,
  },
  company: {
    id: 'company',
    title: titles.company,
    width: 124,
    sort: true,
    cell: ({ company }) => <CompanyName company={company} />,
  },
  module: { id: 'module', title: titles.module, width: 98, sort: true, cell: (row) => <Dim>{row.module.namemod}</Dim> },
  status: {
    id: 'status',
    title: titles.status,
    width: 98,
    sort: true,
    phone: 'line',
    cell: ({ status }) => <Tag tone={status.tone}>{status.name}</Tag>,
  },
  type: {
    id: 'type',
    title: titles.type,
    width: 130,
    sort: true,
    extra: true,
    cell: ({ type }) => <Dim>{type.name}</Dim>,
  },
  author: {
    id: 'author',
    title: titles.author,
    width: 150,
    sort: true,
    extra: true,
    cell: ({ author }) => <Dim>{author.name}</Dim>,
  },
  urgency: {
    id: 'urgency',
    title: titles.urgency,
    width: 134,
    sort: true,
    phone: 'line',
    cell: ({ urgency }) => <UrgencyBars urgency={urgency} />,
  },
  priority: {
    id: 'priority',
    title: titles.priority,
    short: 'Приор. клиента',
    width: 110,
    sort: true,
    align: 'end',
    cell: ({ priority }) => priority ?? dash,
  },
  isPaid: {
    id: 'isPaid',
    title: titles.isPaid,
    width: 104,
    sort: true,
    extra: true,
    cell: ({ isPaid }) => <Dim>{requests.paidInWords(isPaid)}</Dim>,
  },
  release: {
    id: 'release',
    title: titles.release_id,
    width: 112,
    sort: true,
    phone: 'line',
    cell: ({ release }) => release && <Dim>{releaseInWords(release)}</Dim>,
  },
  created: {
    id: 'created_at',
    title: 'Создана',
    width: 96,
    sort: true,
    align: 'end',
    cell: (row) => <Dim>{formatDay(row.created_at)}</Dim>,
  },
} satisfies Record<string, Column>

const hoursColumn = {
  id: 'planned_time',
  title: titles.planned_time,
  width: 70,
  sort: true,
  align: 'end',
  cell: ({ backlog_request }) => (backlog_request?.planned_time ? formatDuration(backlog_request.planned_time) : dash),
} satisfies Column

/** The brief's columns that staff edit in place. */
export const backlogColumns = (edit: (row: Row, change: BacklogChange) => void) => ({
  priority: {
    id: 'backlog_priority',
    title: titles.backlog_priority,
    short: 'Приор.',
    width: 64,
    sort: true,
    align: 'end',
    cell: (row) => row.backlog_request?.priority ?? dash,
    edit: {
      kind: 'number',
      min: 1,
      max: 5,
      value: (row) => row.backlog_request?.priority ?? null,
      save: (row, priority) => edit(row, { priority }),
    },
  } satisfies Column,
  hours: {
    ...hoursColumn,
    edit: {
      kind: 'duration',
      value: (row) => row.backlog_request?.planned_time ?? null,
      save: (row, planned_time) => edit(row, { planned_time }),
    },
  } satisfies Column,
  inBacklog: {
    id: 'inBacklog',
    title: titles.inBacklog,
    short: 'Бэкл.',
    width: 58,
    cell: () => null,
    edit: {
      kind: 'check',
      value: (row) => row.backlog_request?.inBacklog ?? false,
      save: (row, inBacklog) => edit(row, { inBacklog }),
    },
  } satisfies Column,
  title: {
    id: 'backlog_title',
    title: titles.backlog_title,
    width: 220,
    extra: true,
    cell: (row) => row.backlog_request?.title || dash,
    edit: {
      kind: 'text',
      value: (row) => row.backlog_request?.title ?? '',
      save: (row, title) => edit(row, { title: title || null }),
    },
  } satisfies Column,
})

type Statuses = readonly Row['status'][]

/** A status that is hidden by now is still offered to the requests that have it. */
const withOwn = (statuses: Statuses, own: Row['status']): Statuses =>
  statuses.some(({ id }) => id === own.id) ? statuses : [own, ...statuses]

/** The options of the brief, section 9. */
const PAID = [
  { id: 1, name: requests.paidInWords(true) },
  { id: 2, name: requests.paidInWords(false) },
]

/** What staff say of the work on a request, edited in place. */
export const statusColumns = (statuses: Statuses, edit: (row: Row, change: StatusChange) => void) => ({
  status: {
    ...common.status,
    edit: {
      kind: 'choice',
      options: ({ status }) => withOwn(statuses, status),
      value: ({ status }) => status.id,
      save: (row, chosen) => {
        const status = statuses.find(({ id }) => id === chosen)
        if (status) edit(row, { status })
      },
    },
  } satisfies Column,
  isPaid: {
    ...common.isPaid,
    edit: {
      kind: 'choice',
      options: () => PAID,
      value: ({ isPaid }) => (isPaid ? 1 : 2),
      save: (row, chosen) => edit(row, { isPaid: chosen === 1 }),
    },
  } satisfies Column,
})

/**
 * The columns for staff.
 * @param edit saves a field of the backlog record
 */
export function staffColumns(edit: (row: Row, change: BacklogChange) => void): Column[] {
  const { id, title, company, module, status, type, author, urgency, priority, isPaid, release, created } = common
  const own = backlogColumns(edit)
  return [
    id,
    title,
    own.title,
    company,
    module,
    status,
    urgency,
    own.priority,
    own.hours,
    own.inBacklog,
    release,
    created,
    { ...priority, extra: true },
    type,
    author,
    isPaid,
  ]
}

/**
 * The columns for clients, without the provider's own.
 * @param hoursOpen whether the installation shows hours to clients
 */
export const clientColumns = (hoursOpen: boolean): Column[] => [
  common.id,
  common.title,
  common.module,
  common.status,
  common.urgency,
  common.priority,
  common.release,
  {
    id: 'plan_date',
    title: 'План релиза',
    width: 104,
    align: 'end',
    phone: 'line',
    cell: ({ release }) =>
      release &&
      !release.called_off && (
        <>
          {/* A card has no heading above its date. */}
          <span className={classes.onCard}>план </span>
          {formatDay(release.plan_date)}
        </>
      ),
  },
  ...(hoursOpen ? [hoursColumn] : []),
  common.created,
  common.type,
  common.author,
]

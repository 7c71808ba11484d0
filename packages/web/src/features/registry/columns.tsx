import { IconMessage } from '@tabler/icons-react'
import type { Ref, registry } from '@vypusk/contract'
import { dash, Dim } from '../../components/kit/data-table/Dim.tsx'
import { CompanyName } from '../../components/shared/marks/CompanyName.tsx'
import type { CellEdit, DataColumn } from '../../components/kit/data-table/types.ts'
import { formatDay } from '../../ui/dates.ts'
import { formatDuration } from '../../ui/duration.ts'
import type { Choices, Entry } from './api.ts'
import { stepTone } from './steps.ts'
import { Tag } from '../../ui/Tag.tsx'
import classes from './registry.module.css'
import { unreadInWords } from './texts.ts'
import type { EntryEdit } from './useEntryEdit.ts'

type Part = Omit<DataColumn<Entry>, 'id' | 'title' | 'width' | 'required'>

const Unread = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <span role="img" aria-label={unreadInWords(count)} data-hint={unreadInWords(count)} className={classes.unread}>
      {count}
    </span>
  )

const LastComment = ({ comment, count }: { comment: registry.RegistryComment | null; count: number }) =>
  comment ? (
    <span className={classes.comment} data-unread={comment.is_unread || undefined} title={comment.comment}>
      <IconMessage size={13} aria-hidden />
      <span className={classes.count}>{count}</span>
      <span className={classes.words}>{comment.comment}</span>
    </span>
  ) : null

const shown: Record<string, Part> = {
  number: {
    sort: true,
    phone: 'line',
    cell: ({ number, unread_comments_count }) => (
      <span className={classes.number}>
        {number}
        <Unread count={unread_comments_count} />
      </span>
    ),
  },
  title: { sort: true, grow: true, phone: 'title', cell: ({ title }) => <span title={title}>{title}</span> },
  description: { cell: ({ description }) => (description ? <Dim>{description}</Dim> : dash) },
  company: { sort: true, cell: ({ company }) => <CompanyName company={company} /> },
  request: { sort: true, cell: ({ request }) => (request ? <Dim>{`${request.id} ${request.e_title}`}</Dim> : dash) },
  step: { sort: true, phone: 'line', cell: ({ step }) => <Tag tone={stepTone(step.id)}>{step.name}</Tag> },
  priority: { sort: true, align: 'end', cell: ({ priority }) => priority ?? dash },
  responsible: { sort: true, cell: ({ responsible }) => (responsible ? responsible.name : dash) },
  boss: { sort: true, cell: ({ boss }) => (boss ? boss.name : dash) },
  due_date: {
    sort: true,
    align: 'end',
    phone: 'line',
    cell: ({ due_date }) => (due_date ? formatDay(due_date) : dash),
  },
  planned_time: {
    sort: true,
    align: 'end',
    cell: ({ planned_time }) => (planned_time === null ? dash : formatDuration(planned_time)),
  },
  last_client_comment: {
    cell: ({ last_client_comment: comment, client_comments_count: count }) => (
      <LastComment comment={comment} count={count} />
    ),
  },
  last_rivc_comment: {
    cell: ({ last_rivc_comment: comment, rivc_comments_count: count }) => (
      <LastComment comment={comment} count={count} />
    ),
  },
  author: { sort: true, cell: ({ author }) => <Dim>{author.name}</Dim> },
  created_at: { sort: true, align: 'end', cell: ({ created_at }) => <Dim>{formatDay(created_at)}</Dim> },
  updated_at: { sort: true, align: 'end', cell: ({ updated_at }) => <Dim>{formatDay(updated_at)}</Dim> },
}

const refOf = (options: readonly Ref[], id: number | null) => {
  const found = options.find((one) => one.id === id)
  return found ? { id: found.id, name: found.name } : null
}
const idOf = (one: { id: number } | null) => one?.id ?? null

/** Used until the choices have loaded, because the cells do not wait for them. */
const NO_CHOICES: Choices = { steps: [], responsibles: [], bosses: [] }

/** Adds the present value to the choices when it is no longer offered. */
const withPresent = (offered: readonly Ref[], present: Ref | null): readonly Ref[] =>
  present && !offered.some(({ id }) => id === present.id) ? [present, ...offered] : offered

/** The edits of the fields that are changed in their cells. */
function editsOf({ steps, responsibles, bosses }: Choices, { save }: EntryEdit): Record<string, CellEdit<Entry>> {
  const ofCompany = ({ company, responsible }: Entry) =>
    withPresent(
      responsibles.filter(({ idcomp }) => idcomp === company.idcomp),
      responsible,
    )
  const ofProvider = ({ boss }: Entry) => withPresent(bosses, boss)
  return {
    title: {
      kind: 'text',
      value: ({ title }) => title,
      save: (row, title) => (title === '' ? undefined : save(row, 'title', title)),
    },
    description: {
      kind: 'lines',
      value: ({ description }) => description,
      save: (row, description) => save(row, 'description', description),
    },
    priority: {
      kind: 'number',
      min: 1,
      max: 4,
      value: ({ priority }) => priority,
      save: (row, priority) => save(row, 'priority', priority),
    },
    due_date: {
      kind: 'day',
      value: ({ due_date }) => due_date,
      save: (row, due_date) => save(row, 'due_date', due_date),
    },
    planned_time: {
      kind: 'duration',
      value: ({ planned_time }) => planned_time,
      save: (row, planned_time) => save(row, 'planned_time', planned_time),
    },
    step: {
      kind: 'choice',
      options: ({ step }) => withPresent(steps, step),
      value: ({ step }) => step.id,
      save: (row, id) => save(row, 'step', refOf(steps, id) ?? row.step),
    },
    responsible: {
      kind: 'choice',
      none: 'Не назначен',
      options: ofCompany,
      value: ({ responsible }) => idOf(responsible),
      save: (row, id) => save(row, 'responsible', refOf(ofCompany(row), id)),
    },
    boss: {
      kind: 'choice',
      none: 'Не назначен',
      options: ofProvider,
      value: ({ boss }) => idOf(boss),
      save: (row, id) => save(row, 'boss', refOf(ofProvider(row), id)),
    },
  }
}

const isField = (key: string, abilities: registry.EntryAbilities): key is registry.Field => key in abilities

interface Making {
  /** The columns that the server allows this person. */
  possible: readonly registry.PossibleColumn[]
  choices: Choices | undefined
  abilities: registry.EntryPage['abilities'] | undefined
  edit: EntryEdit
}

/** The server's columns with their cells; a cell can be edited in place if the server allows it. */
export function registryColumns({ possible, choices, abilities, edit }: Making): DataColumn<Entry>[] {
  const edits = abilities ? editsOf(choices ?? NO_CHOICES, edit) : {}
  const can = (key: string) => (row: Entry) => {
    const own = abilities?.[row.standing]
    return own && isField(key, own) ? own[key] : true
  }
  return possible.flatMap(({ key, title, defaultWidth, defaultVisible, required }) => {
    const part = shown[key]
    if (!part) return []
    const own = edits[key]
    return {
      ...part,
      id: key,
      title,
      width: defaultWidth,
      required,
      extra: !defaultVisible,
      ...(own ? { edit: { ...own, can: can(key) } } : {}),
    }
  })
}

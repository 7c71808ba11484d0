import { decodeName } from '@vypusk/contract'
import type { threads } from '@vypusk/contract'
import { dash, Dim } from '../../components/kit/data-table/Dim.tsx'
import type { DataColumn } from '../../components/kit/data-table/types.ts'
import { NearDay } from '../../components/shared/marks/NearDay.tsx'
import { authorName, turnOf } from '../../components/shared/threads/texts.ts'
import { formatMoment } from '../../ui/dates.ts'
import { Tag } from '../../ui/Tag.tsx'

type Row = threads.ThreadRow

const Turn = ({ row }: { row: Row }) => {
  const { tone, words } = turnOf(row, true)
  return <Tag tone={tone}>{words}</Tag>
}

export const columns: DataColumn<Row>[] = [
  { id: 'id', title: '№', width: 60, sort: true, required: true, cell: ({ id }) => <Dim>{String(id)}</Dim> },
  {
    id: 'text',
    title: 'Замечание',
    width: 220,
    grow: true,
    required: true,
    phone: 'title',
    cell: ({ text }) => (text ? <span title={text}>{text}</span> : <Dim>Отозвано</Dim>),
  },
  {
    id: 'state',
    title: 'Состояние',
    width: 160,
    whole: true,
    sort: true,
    phone: 'line',
    cell: (row) => <Turn row={row} />,
  },
  {
    id: 'blocks',
    title: 'Держит публикацию',
    width: 145,
    phone: 'line',
    cell: ({ blocks, state }) => (blocks ? <Tag tone={state === 'closed' ? 'grey' : 'red'}>держит</Tag> : dash),
  },
  {
    id: 'due',
    title: 'Ответить до',
    width: 185,
    whole: true,
    sort: true,
    phone: 'line',
    cell: ({ due, is_late, state }) => (state === 'open' && due ? <NearDay day={due} late={is_late} /> : dash),
  },
  {
    id: 'owner',
    title: 'Отвечает',
    width: 150,
    sort: true,
    phone: 'line',
    cell: ({ owner }) => (owner ? owner.name : <Dim>некому</Dim>),
  },
  {
    id: 'title',
    title: 'Релиз',
    width: 165,
    sort: true,
    phone: 'line',
    cell: ({ title }) => <span title={title}>{title}</span>,
  },
  {
    id: 'company',
    title: 'Компания',
    width: 145,
    sort: true,
    phone: 'line',
    cell: ({ company }) => <Dim>{decodeName(company.namecomp)}</Dim>,
  },
  { id: 'user', title: 'Кто написал', width: 150, extra: true, cell: ({ user }) => <Dim>{authorName(user)}</Dim> },
  {
    id: 'updated_at',
    title: 'Изменено',
    width: 130,
    sort: true,
    extra: true,
    cell: ({ updated_at }) => <Dim>{formatMoment(updated_at)}</Dim>,
  },
  {
    id: 'created_at',
    title: 'Написано',
    width: 130,
    sort: true,
    extra: true,
    cell: ({ created_at }) => <Dim>{formatMoment(created_at)}</Dim>,
  },
  {
    id: 'entries_count',
    title: 'Записей',
    width: 76,
    align: 'end',
    extra: true,
    cell: ({ entries_count }) => entries_count,
  },
]

import { decodeName } from '@vypusk/contract'
import type { adminPeople } from '@vypusk/contract'
import type { DataColumn } from '../../../components/kit/data-table/types.ts'
import { formatMoment } from '../../../ui/dates.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { rightsOf, stateOf } from './texts.ts'
import quiet from '../../../ui/quiet.module.css'

export const columns: DataColumn<adminPeople.Person>[] = [
  {
    id: 'name',
    title: 'Имя',
    width: 204,
    grow: true,
    sort: true,
    required: true,
    phone: 'title',
    cell: ({ name }) => name,
  },
  { id: 'login', title: 'Логин', width: 140, sort: true, phone: 'line', cell: ({ login }) => login },
  {
    id: 'email',
    title: 'Почта',
    width: 204,
    sort: true,
    cell: ({ email }) => email ?? <span className={quiet.dim}>нет адреса</span>,
  },
  {
    id: 'company',
    title: 'Компания',
    width: 204,
    sort: true,
    phone: 'line',
    cell: ({ company, further }) =>
      company ? (
        <span title={[company.namecomp, ...further].map(decodeName).join(', ')}>
          {decodeName(company.namecomp)}
          {further.length > 0 && <span className={quiet.dim}> и ещё {further.length}</span>}
        </span>
      ) : (
        <span className={quiet.dim}>сотрудник поставщика</span>
      ),
  },
  { id: 'rights', title: 'Права', width: 196, cell: (row) => <span className={quiet.dim}>{rightsOf(row)}</span> },
  {
    id: 'state',
    title: 'Состояние',
    width: 130,
    phone: 'line',
    cell: (row) => {
      const { word, tone } = stateOf(row)
      return <Tag tone={tone}>{word}</Tag>
    },
  },
  {
    id: 'last_seen_at',
    title: 'В системе',
    width: 134,
    sort: true,
    cell: ({ last_seen_at }) => <span className={quiet.dim}>{formatMoment(last_seen_at)}</span>,
  },
  {
    id: 'created_at',
    title: 'Создан',
    width: 134,
    sort: true,
    extra: true,
    cell: ({ created_at }) => <span className={quiet.dim}>{formatMoment(created_at)}</span>,
  },
]

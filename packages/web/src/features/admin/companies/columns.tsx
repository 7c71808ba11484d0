import { decodeName } from '@vypusk/contract'
import type { DataColumn } from '../../../components/kit/data-table/types.ts'
import { formatMoment } from '../../../ui/dates.ts'
import type { CompanyRow } from './api.ts'
import { CompanyState } from './CompanyState.tsx'
import { countOf } from '../../../ui/plural.ts'
import quiet from '../../../ui/quiet.module.css'

export const columns: DataColumn<CompanyRow>[] = [
  {
    id: 'namecomp',
    title: 'Компания',
    width: 320,
    grow: true,
    sort: true,
    required: true,
    phone: 'title',
    cell: ({ namecomp }) => decodeName(namecomp),
  },
  {
    id: 'modules_count',
    title: 'Модулей',
    width: 110,
    align: 'end',
    sort: true,
    phone: 'line',
    cell: ({ modules_count }) => modules_count,
    line: ({ modules_count }) => countOf(modules_count, ['модуль', 'модуля', 'модулей']),
  },
  {
    id: 'people_count',
    title: 'Людей',
    width: 100,
    align: 'end',
    sort: true,
    phone: 'line',
    cell: ({ people_count }) => people_count,
    line: ({ people_count }) => countOf(people_count, ['человек', 'человека', 'человек']),
  },
  {
    id: 'state',
    title: 'Состояние',
    width: 130,
    phone: 'line',
    cell: ({ is_hidden }) => <CompanyState is_hidden={is_hidden} />,
  },
  {
    id: 'created_at',
    title: 'Создана',
    width: 134,
    sort: true,
    cell: ({ created_at }) => <span className={quiet.dim}>{formatMoment(created_at)}</span>,
  },
]

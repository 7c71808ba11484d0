import { dash, Dim } from '../../../components/kit/data-table/Dim.tsx'
import { DeliveryState } from '../../../components/shared/deliveries/DeliveryState.tsx'
import type { DataColumn } from '../../../components/kit/data-table/types.ts'
import { CompanyName } from '../../../components/shared/marks/CompanyName.tsx'
import { formatMoment } from '../../../ui/dates.ts'
import classes from '../operations.module.css'
import type { Row } from './api.ts'

export const columns: DataColumn<Row>[] = [
  {
    id: 'state',
    title: 'Состояние',
    width: 132,
    sort: true,
    required: true,
    phone: 'line',
    cell: (row) => <DeliveryState delivery={row} />,
  },
  {
    id: 'target',
    title: 'Кому, куда',
    width: 180,
    required: true,
    phone: 'title',
    cell: ({ person, target }) => <span title={target}>{person ? `${person.name} <${target}>` : target}</span>,
  },
  {
    id: 'subject',
    title: 'Что',
    width: 210,
    grow: true,
    phone: 'line',
    cell: ({ subject }) => <span title={subject}>{subject}</span>,
  },
  {
    id: 'last_error',
    title: 'Причина',
    width: 220,
    phone: 'line',
    cell: ({ last_error }) =>
      last_error ? (
        <span className={classes.trouble} title={last_error}>
          {last_error}
        </span>
      ) : (
        dash
      ),
  },
  {
    id: 'company',
    title: 'Компания',
    width: 150,
    cell: ({ company }) => (company ? <CompanyName company={company} /> : dash),
  },
  { id: 'attempts', title: 'Попыток', width: 76, align: 'end', cell: ({ attempts }) => attempts },
  { id: 'next_at', title: 'Следующая', width: 130, cell: ({ next_at }) => <Dim>{formatMoment(next_at)}</Dim> },
  {
    id: 'at',
    title: 'Последняя',
    width: 130,
    sort: true,
    phone: 'line',
    cell: ({ at }) => <Dim>{formatMoment(at)}</Dim>,
  },
  { id: 'id', title: '№', width: 70, sort: true, extra: true, cell: ({ id }) => <Dim>{String(id)}</Dim> },
]

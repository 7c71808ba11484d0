import { agreements } from '@vypusk/contract'
import type { DataColumn } from '../../components/kit/data-table/types.ts'
import { AgreementStatus } from '../../components/shared/marks/AgreementStatus.tsx'
import { Hour } from '../../components/shared/dates/Hour.tsx'
import { OpenRemarks } from '../../components/shared/marks/OpenRemarks.tsx'
import { PlannedDay } from '../../components/shared/dates/PlannedDay.tsx'
import { Tag } from '../../ui/Tag.tsx'

type Row = agreements.AgreementRow

export const columns: DataColumn<Row>[] = [
  {
    id: 'release',
    title: 'Релиз',
    width: 260,
    grow: true,
    sort: true,
    required: true,
    phone: 'title',
    cell: ({ details }) => <span title={details.title}>{details.title}</span>,
  },
  {
    id: 'releaseDate',
    title: 'Дата установки',
    width: 190,
    whole: true,
    sort: true,
    phone: 'line',
    cell: (row) => <PlannedDay of={row} />,
  },
  {
    id: 'releaseTime',
    title: 'Время',
    width: 110,
    whole: true,
    phone: 'line',
    cell: (row) => <Hour of={row} />,
  },
  {
    id: 'status',
    title: 'Статус',
    width: 172,
    whole: true,
    sort: true,
    phone: 'line',
    cell: (row) => <AgreementStatus status={agreements.shownToClient(row)} />,
  },
  {
    id: 'scope_change',
    title: 'Состав',
    width: 190,
    phone: 'line',
    cell: ({ scope_change }) => (scope_change ? <Tag tone="amber">изменился после согласия</Tag> : null),
  },
  {
    id: 'open_remarks',
    title: 'Замечания',
    width: 120,
    phone: 'line',
    cell: ({ open_remarks }) => <OpenRemarks open={open_remarks} />,
  },
]

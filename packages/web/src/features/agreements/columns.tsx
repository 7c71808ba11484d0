import { agreements } from '@vypusk/contract'
import { dash, Dim } from '../../components/kit/data-table/Dim.tsx'
import { CompanyName } from '../../components/shared/marks/CompanyName.tsx'
import type { DataColumn } from '../../components/kit/data-table/types.ts'
import { Hour } from '../../components/shared/dates/Hour.tsx'
import { momentInZones } from '../../components/shared/dates/moments.ts'
import { OpenRemarks } from '../../components/shared/marks/OpenRemarks.tsx'
import { AgreementStatus } from '../../components/shared/marks/AgreementStatus.tsx'
import { PlannedDay } from '../../components/shared/dates/PlannedDay.tsx'
import { offeredInWords } from '../../components/shared/offers/texts.ts'
import { hasOpen } from '../../components/shared/threads/texts.ts'
import { formatMoment } from '../../ui/dates.ts'
import classes from './agreements.module.css'
import { waitingInWords } from './texts.ts'
import quiet from '../../ui/quiet.module.css'

type Row = agreements.AgreementRow

/** Checks whether the date has passed although the parties have not agreed, and the company does not have the release. */
const isLate = (row: Row): boolean => row.date_passed && [0, agreements.PASSED].includes(agreements.shownStatus(row))

/** Waits of at least this many days are shown in amber. */
const LONG_WAIT = 3

const Waiting = ({ row }: { row: Row }) => {
  const awaited = agreements.awaitedOf(row)
  if (row.offer && awaited === 'offer') {
    const whole = `Клиент предложил ${momentInZones({ ...row, ...row.offer })}, ответьте ему`
    return (
      <span className={classes.waitsLong} title={whole}>
        {offeredInWords(row.offer, row)}
      </span>
    )
  }
  if (awaited === 'remark') return <span className={classes.waitsLong}>ответьте на замечание</span>
  if (awaited === 'another_date') return <span className={classes.waitsLong}>без ответа</span>
  const days = row.waiting_days
  if (awaited !== 'client' || days === null) return null
  return <span className={days >= LONG_WAIT ? classes.waitsLong : quiet.dim}>{waitingInWords(days)}</span>
}

export const columns: DataColumn<Row>[] = [
  {
    id: 'id',
    title: '№',
    width: 60,
    sort: true,
    required: true,
    phone: 'line',
    cell: ({ id }) => <Dim>{String(id)}</Dim>,
  },
  {
    id: 'release',
    title: 'Релиз',
    width: 200,
    grow: true,
    sort: true,
    required: true,
    phone: 'title',
    cell: ({ details }) => <span title={details.title}>{details.title}</span>,
  },
  {
    id: 'company',
    title: 'Компания',
    width: 150,
    sort: true,
    phone: 'line',
    cell: ({ company }) => <CompanyName company={company} />,
  },
  {
    id: 'status',
    title: 'Статус',
    width: 170,
    whole: true,
    sort: true,
    phone: 'line',
    cell: (row) => <AgreementStatus status={agreements.shownStatus(row)} />,
  },
  {
    id: 'waiting',
    title: 'Ожидание',
    width: 146,
    whole: true,
    sort: 'sent_at',
    phone: 'line',
    cell: (row) => <Waiting row={row} />,
  },
  {
    id: 'releaseDate',
    title: 'Дата установки',
    width: 142,
    whole: true,
    sort: true,
    phone: 'line',
    cell: (row) => <PlannedDay of={row} late={isLate(row)} />,
  },
  { id: 'releaseTime', title: 'Время', width: 100, cell: (row) => (row.releaseTime ? <Hour of={row} /> : dash) },
  {
    id: 'isPublishedOnTestEnv',
    title: 'На тесте',
    width: 78,
    sort: true,
    cell: ({ isPublishedOnTestEnv }) => (isPublishedOnTestEnv ? 'да' : dash),
  },
  {
    id: 'remark',
    title: 'Замечание',
    width: 130,
    sort: true,
    phone: 'line',
    cell: ({ remark, open_remarks }) =>
      hasOpen(open_remarks) && (
        <>
          <OpenRemarks open={open_remarks} /> <span title={remark}>{remark || 'не держит'}</span>
        </>
      ),
  },
  {
    id: 'updated_at',
    title: 'Изменено',
    width: 130,
    sort: true,
    extra: true,
    cell: ({ updated_at }) => <Dim>{formatMoment(updated_at)}</Dim>,
  },
]

import { releases, sanitizeName } from '@vypusk/contract'
import { Dim } from '../../../components/kit/data-table/Dim.tsx'
import type { DataColumn } from '../../../components/kit/data-table/types.ts'
import { NearDay } from '../../../components/shared/marks/NearDay.tsx'
import { StepMark } from '../../../components/shared/marks/StepMark.tsx'
import { formatDay, today } from '../../../ui/dates.ts'
import { formatDuration } from '../../../ui/duration.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { CompanyMarks, OwnMark, UnnamedMark } from './CompanyMarks.tsx'
import { Hours } from './Hours.tsx'
import { isLate, requestsCount } from '../texts.ts'

type Row = releases.ReleaseRow
type Column = DataColumn<Row>

const common = (steps: readonly releases.ReleaseStep[] | undefined) =>
  ({
    id: { id: 'id', title: '№', width: 64, sort: true, phone: 'line', cell: ({ id }) => <Dim>{String(id)}</Dim> },
    title: {
      id: 'title',
      title: 'Релиз',
      width: 236,
      grow: true,
      sort: true,
      required: true,
      phone: 'title',
      cell: ({ title }) => <span title={title}>{title}</span>,
    },
    step: {
      id: 'step',
      title: 'Этап',
      width: 190,
      whole: true,
      sort: true,
      phone: 'line',
      cell: (row) => <StepMark step={row.step} steps={steps} words={releases.stepInWords(row)} />,
    },
    start: {
      id: 'start_date',
      title: 'Начало',
      width: 96,
      sort: true,
      align: 'end',
      cell: ({ start_date }) => <Dim>{formatDay(start_date)}</Dim>,
    },
    plan: {
      id: 'plan_date',
      title: 'План',
      width: 196,
      sort: true,
      align: 'end',
      phone: 'line',
      cell: (row) => <NearDay day={row.plan_date} late={isLate(row, today())} />,
    },
    hours: {
      id: 'planned_requests_time',
      title: 'Часы: заявки / план',
      width: 146,
      sort: true,
      align: 'end',
      cell: (row) => <Hours needed={row.planned_requests_time} planned={row.planned_time} />,
    },
    requests: {
      id: 'requests_count',
      title: 'Заявки',
      width: 78,
      sort: true,
      align: 'end',
      cell: ({ requests_count }) => requests_count,
    },
    companies: {
      id: 'companies',
      title: 'Компании',
      width: 162,
      phone: 'line',
      cell: ({ companies, unnamed_count }) => (
        <>
          <CompanyMarks companies={companies} />
          {unnamed_count > 0 && <UnnamedMark count={unnamed_count} />}
        </>
      ),
    },
    modules: {
      id: 'modules',
      title: 'Модули',
      width: 190,
      cell: ({ modules }) => <Dim>{modules.map(({ namemod }) => namemod).join(', ')}</Dim>,
    },
  }) satisfies Record<string, Column>

/** The columns for staff. */
export function staffColumns(steps: readonly releases.ReleaseStep[] | undefined): Column[] {
  const { id, title, step, start, plan, hours, requests, companies, modules } = common(steps)
  return [
    id,
    title,
    step,
    plan,
    companies,
    hours,
    requests,
    {
      id: 'is_visible_for_client',
      title: 'Видимость',
      width: 130,
      sort: true,
      cell: (row) => <Visibility isVisible={row.is_visible_for_client} />,
    },
    { ...modules, extra: true },
    { ...start, extra: true },
    {
      id: 'users',
      title: 'Люди',
      width: 190,
      extra: true,
      cell: ({ users }) => <Dim>{users.map(({ name }) => name).join(', ')}</Dim>,
    },
    {
      id: 'author',
      title: 'Автор',
      width: 150,
      sort: true,
      extra: true,
      cell: ({ author }) => <Dim>{author.name}</Dim>,
    },
    {
      id: 'planned_time',
      title: 'Плановые часы',
      width: 120,
      sort: true,
      align: 'end',
      extra: true,
      cell: (row) => formatDuration(row.planned_time),
    },
    {
      id: 'systems',
      title: 'Системы',
      width: 150,
      extra: true,
      cell: ({ systems }) => <Dim>{systems.map(({ namesys }) => sanitizeName(namesys)).join(', ')}</Dim>,
    },
    {
      id: 'created_at',
      title: 'Создан',
      width: 96,
      sort: true,
      align: 'end',
      extra: true,
      cell: ({ created_at }) => <Dim>{formatDay(created_at)}</Dim>,
    },
  ]
}

/**
 * The columns for clients: their own company's part of each release.
 * @param hoursOpen whether the installation shows hours to clients
 */
export function clientColumns(steps: readonly releases.ReleaseStep[] | undefined, hoursOpen: boolean): Column[] {
  const { id, title, step, start, plan, hours, requests, companies, modules } = common(steps)
  return [
    { ...id, phone: undefined },
    title,
    step,
    {
      ...companies,
      title: 'Согласование',
      width: 170,
      whole: true,
      cell: ({ companies: own }) => <OwnMark companies={own} />,
    },
    plan,
    { ...requests, title: 'Мои заявки', width: 104, phone: 'line', cell: (row) => requestsCount(row.requests_count) },
    ...(hoursOpen ? [hours] : []),
    modules,
    { ...start, extra: true },
  ]
}

const Visibility = ({ isVisible }: { isVisible: boolean }) =>
  isVisible ? <Tag tone="blue">виден клиентам</Tag> : <Dim>скрыт</Dim>

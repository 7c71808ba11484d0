import { decodeName } from '@vypusk/contract'
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Menu, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowRight, IconGripVertical, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { planning, ReplyOf } from '@vypusk/contract'
import { useEffect, useRef, useState } from 'react'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { formatDuration } from '../../ui/duration.ts'
import { IconAction } from '../../ui/IconAction.tsx'
import { backlogQuery } from './api.ts'
import classes from './BacklogPanel.module.css'
import { Side } from './Side.tsx'
import { requestsCount } from './texts.ts'
import type { Plan } from './usePlan.ts'

type Request = ReplyOf<typeof planning.backlog>['requests'][number]

interface RequestItemProps {
  request: Request
  /** The releases it can be added to. */
  rows: readonly planning.PlanningRelease[]
  plan: Plan
}

/** Does by keyboard what dragging does. */
const IntoRelease = ({ request, rows, plan }: RequestItemProps) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <IconAction label={`В релиз: заявка ${request.id}`} size={24}>
        <IconArrowRight size={15} />
      </IconAction>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>В релиз</Menu.Label>
      {rows.map((row) => (
        <Menu.Item key={row.id} onClick={() => plan.addRequest(row, request.id)}>
          {row.title}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

function RequestItem(props: RequestItemProps) {
  const { request } = props
  const item = useRef<HTMLLIElement>(null)
  const { id } = request
  useEffect(
    () => (item.current ? draggable({ element: item.current, getInitialData: () => ({ request: id }) }) : undefined),
    [id],
  )
  return (
    <li ref={item} className={classes.item}>
      <IconGripVertical size={14} className={classes.grip} aria-hidden="true" />
      <div className={classes.text}>
        <div className={classes.title} title={request.e_title}>
          {request.e_title}
        </div>
        <div className={classes.facts}>
          {id} · {decodeName(request.company.namecomp)} ·{' '}
          {request.planned_time === null ? 'без оценки' : formatDuration(request.planned_time)}
          {request.priority && ` · приоритет ${request.priority}`}
        </div>
      </div>
      <IntoRelease {...props} />
    </li>
  )
}

interface RequestsProps extends Omit<RequestItemProps, 'request'> {
  requests: readonly Request[]
  total: number
  isSearched: boolean
}

const NOTHING_LEFT = 'Всё, что внесено в бэклог, уже в релизах или закончено.'

const Requests = ({ requests, total, isSearched, ...rest }: RequestsProps) => (
  <>
    <p className={classes.facts}>{requestsCount(total)}</p>
    {requests.length === 0 && <p className={classes.facts}>{isSearched ? 'Ничего не нашлось' : NOTHING_LEFT}</p>}
    <ul className={classes.items}>
      {requests.map((request) => (
        <RequestItem key={request.id} request={request} {...rest} />
      ))}
    </ul>
  </>
)

/** Leaves out what the plan already adds to a release, also from the count. */
function unplanned(requests: readonly Request[], total: number, planned: ReadonlySet<number>) {
  const left = requests.filter(({ id }) => !planned.has(id))
  return { requests: left, total: total - (requests.length - left.length) }
}

/** Requests of the backlog without a release, which can be dragged into one. */
export function BacklogPanel({ rows, plan }: Omit<RequestItemProps, 'request'>) {
  const [search, setSearch] = useState('')
  const [query] = useDebouncedValue(search, 200)
  const planned = new Set(plan.changes.flatMap(({ requests }) => requests))
  return (
    <Side heading="Бэклог без релиза">
      <TextInput
        aria-label="Поиск в бэклоге"
        placeholder="Номер или слова"
        leftSection={<IconSearch size={15} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Loaded result={useQuery(backlogQuery(query))} failed="Бэклог не загрузился" loading={<Skeleton height={160} />}>
        {({ requests, total }) => (
          <Requests {...unplanned(requests, total, planned)} isSearched={query.trim() !== ''} rows={rows} plan={plan} />
        )}
      </Loaded>
    </Side>
  )
}

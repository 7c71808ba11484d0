import { Checkbox } from '@mantine/core'
import { IconChevronRight, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { releases, requests } from '@vypusk/contract'
import { useState } from 'react'
import { useUser } from '../../../api/account.ts'
import { CompanyName } from '../../../components/shared/marks/CompanyName.tsx'
import { issueInWords } from '../../../components/shared/request-text/issues.ts'
import { paths } from '../../../paths.ts'
import { formatDuration } from '../../../ui/duration.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import classes from './RequestsTable.module.css'
import quiet from '../../../ui/quiet.module.css'

type Item = releases.RequestsIssuesInfo['items'][number]

interface RequestsTableProps {
  requests: readonly requests.RequestRow[]
  /** For staff: the planned time and tasks by request. */
  items?: readonly Item[] | undefined
  /** The marked ids. */
  marked: readonly number[]
  /** For staff. */
  onMark?: ((ids: number[]) => void) | undefined
  onRemove?: ((id: number) => void) | undefined
}

const DASH = '–'
const orDash = (minutes: number) => (minutes > 0 ? formatDuration(minutes) : DASH)
const spent = (item: Item) => item.issues.reduce((sum, { spent_time }) => sum + spent_time, 0)

/** All developers' tasks of one request, below its row. */
const Tasks = ({ issues, columns }: { issues: Item['issues']; columns: number }) => (
  <tr className={classes.tasks}>
    <td aria-hidden="true" />
    <td colSpan={columns - 1}>
      <ul>
        {issues.map(({ id, title, url, ...issue }) => (
          <li key={id}>
            {url ? (
              <a href={url} target="_blank" rel="noreferrer">
                {title}
              </a>
            ) : (
              title
            )}
            <span className={quiet.dim}> · {issueInWords({ id, title, url, ...issue })}</span>
          </li>
        ))}
      </ul>
    </td>
  </tr>
)

interface RowProps extends Pick<RequestsTableProps, 'onRemove'> {
  request: requests.RequestRow
  item: Item | undefined
  isMarked: boolean
  onMark?: (() => void) | undefined
}

function Row({ request, item, isMarked, onMark, onRemove }: RowProps) {
  const { isRivc } = useUser()
  const [isOpen, setOpen] = useState(false)
  const list = isRivc ? paths.backlog : paths.clientRequests
  const tasks = item?.issues ?? []
  return (
    <>
      <tr>
        <td className={classes.number}>
          {onMark && (
            <Checkbox
              size="xs"
              className={classes.mark}
              aria-label={`Выбрать заявку ${request.id}`}
              checked={isMarked}
              onChange={onMark}
            />
          )}
          <Link to={list} search={{ open: String(request.id), search_string: String(request.id) }}>
            {request.id}
          </Link>
        </td>
        <td className={classes.title} title={request.e_title}>
          {request.e_title}
        </td>
        <td className={quiet.dim}>{item ? <CompanyName company={request.company} /> : request.module.namemod}</td>
        <td>
          <Tag tone={request.status.tone}>{request.status.name}</Tag>
        </td>
        {item && (
          <>
            <td className={classes.end}>
              {tasks.length > 0 ? (
                <button
                  type="button"
                  className={classes.toggle}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(!isOpen)}
                >
                  <IconChevronRight size={12} aria-hidden />
                  {tasks.length}
                </button>
              ) : (
                <span className={quiet.dim}>{DASH}</span>
              )}
            </td>
            <td className={classes.end}>{orDash(item.planned_time)}</td>
            <td className={classes.end}>{orDash(spent(item))}</td>
          </>
        )}
        {onRemove && (
          <td className={classes.action}>
            <IconAction label={`Убрать заявку ${request.id} из релиза`} size={22} onClick={() => onRemove(request.id)}>
              <IconX size={14} />
            </IconAction>
          </td>
        )}
      </tr>
      {isOpen && <Tasks issues={tasks} columns={8} />}
    </>
  )
}

/** The requests of a release with the tasks below each. */
export function RequestsTable({ requests: rows, items, marked, onMark, onRemove }: RequestsTableProps) {
  const byRequest = new Map(items?.map((item) => [item.request_id, item]))
  const toggle = (id: number) => (marked.includes(id) ? marked.filter((each) => each !== id) : [...marked, id])
  return (
    <table className={classes.table} data-staff={items ? true : undefined} aria-label="Заявки релиза">
      <thead>
        <tr>
          <th scope="col">
            {onMark && (
              <Checkbox
                size="xs"
                className={classes.mark}
                aria-label="Выбрать все заявки"
                checked={marked.length === rows.length}
                indeterminate={marked.length > 0 && marked.length < rows.length}
                onChange={() => onMark(marked.length === rows.length ? [] : rows.map(({ id }) => id))}
              />
            )}
            №
          </th>
          <th scope="col">Заявка</th>
          <th scope="col">{items ? 'Компания' : 'Модуль'}</th>
          <th scope="col">Статус</th>
          {items && (
            <>
              <th scope="col" className={classes.end}>
                Задачи
              </th>
              <th scope="col" className={classes.end}>
                План
              </th>
              <th scope="col" className={classes.end}>
                Факт
              </th>
            </>
          )}
          {onRemove && (
            <th scope="col" className={classes.action}>
              <span className={classes.hidden}>Действия</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((request) => (
          <Row
            key={request.id}
            request={request}
            item={byRequest.get(request.id)}
            isMarked={marked.includes(request.id)}
            onMark={onMark && (() => onMark(toggle(request.id)))}
            onRemove={onRemove}
          />
        ))}
      </tbody>
    </table>
  )
}

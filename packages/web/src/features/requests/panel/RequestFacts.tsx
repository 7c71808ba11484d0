import { Button } from '@mantine/core'
import { requests } from '@vypusk/contract'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { requestStatusesQuery } from '../../../api/lookups.ts'
import { EditableFacts } from '../../../components/kit/data-table/editing/EditableFacts.tsx'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import panel from '../../../components/shared/page/Panel.module.css'
import { paths } from '../../../paths.ts'
import { formatDay, formatMoment } from '../../../ui/dates.ts'
import { formatDuration } from '../../../ui/duration.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { AddToReleaseDialog } from '../AddToReleaseDialog.tsx'
import { useBacklogEdit } from '../api.ts'
import { backlogColumns, statusColumns } from '../columns.tsx'
import { useStatusEdit } from '../status.ts'

const titles = requests.fieldTitles
type Detail = requests.RequestDetail

const ReleaseLink = ({ release }: { release: NonNullable<Detail['release']> }) => (
  <>
    <Link to={paths.release} params={{ releaseID: String(release.id) }} className={panel.link}>
      {release.title}
    </Link>
    {release.called_off ? ', релиз закрыт' : `, план ${formatDay(release.plan_date)}`}
  </>
)

/** The author in the system it came from, unless it is known to be the same person as here. */
const authorOf = ({ author, origin }: Pick<Detail, 'author' | 'origin'>) =>
  origin?.author && origin.author !== author.name ? `${origin.author}, внёс ${author.name}` : author.name

/** @param whenFree shown in place of a release */
const useFacts = ({ release, ...request }: Detail, whenFree: ReactNode = null): [name: string, value: ReactNode][] => [
  [titles.company, useFullNames()(request.company)],
  [titles.module, `${request.module.system} · ${request.module.namemod}`],
  [titles.type, request.type.name],
  [titles.author, authorOf(request)],
  ['Прежний номер', request.origin?.key],
  ['Создана', formatMoment(request.created_at)],
  [titles.priority, request.priority],
  [titles.release_id, release ? <ReleaseLink key="release" release={release} /> : whenFree],
]

function AddToRelease({ id }: { id: number }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        Добавить в релиз…
      </Button>
      {opened && <AddToReleaseDialog ids={[id]} onClose={close} onAdded={close} />}
    </>
  )
}

const NONE: readonly Detail['status'][] = []

/** The provider's fields, edited in place. */
function StaffFacts({ request }: { request: Detail }) {
  const edit = useBacklogEdit()
  const editStatus = useStatusEdit()
  const { data: statuses = NONE } = useQuery(requestStatusesQuery)
  const columns = useMemo(() => {
    const { title, priority, hours, inBacklog } = backlogColumns(edit)
    const { status, isPaid } = statusColumns(statuses, editStatus)
    return [status, isPaid, title, priority, hours, inBacklog]
  }, [edit, editStatus, statuses])
  const isFree = request.abilities.add_to_release === true
  return (
    <EditableFacts
      row={request}
      columns={columns}
      before={useFacts(request, isFree && <AddToRelease key="release" id={request.id} />)}
    />
  )
}

const hoursOf = ({ backlog_request }: Detail): [name: string, value: ReactNode] => [
  titles.planned_time,
  backlog_request?.planned_time ? formatDuration(backlog_request.planned_time) : null,
]

const PlainFacts = ({ request }: { request: Detail }) => <Facts items={[...useFacts(request), hoursOf(request)]} />

/** The state of a request; people with the right edit its backlog record here, others see what they may. */
export const RequestFacts = ({ request }: { request: Detail }) =>
  request.abilities.edit_backlog === true ? <StaffFacts request={request} /> : <PlainFacts request={request} />

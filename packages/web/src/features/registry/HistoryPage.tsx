import type { Change } from '@vypusk/contract'
import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CardTable } from '../../components/kit/data-table/CardTable.tsx'
import { ErrorState, TableState } from '../../components/kit/data-table/states.tsx'
import { recordedInWords } from '../../components/shared/history/History.tsx'
import { BackLink } from '../../components/kit/link/RouteLinks.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import { WatchButton } from '../../components/shared/watching/WatchButton.tsx'
import { paths } from '../../paths.ts'
import { formatMoment } from '../../ui/dates.ts'
import { SkeletonLines } from '../../ui/Skeletons.tsx'
import { changelogQuery, entryQuery } from './api.ts'
import classes from './registry.module.css'

const Row = ({ change: { at, user, title, field, before, after } }: { change: Change }) => (
  <tr>
    <td data-name="Когда">{formatMoment(at)}</td>
    <td data-name="Кто">{user.name}</td>
    <td data-name="Поле">{title}</td>
    <td data-name="Было" className={classes.before}>
      {recordedInWords(before, field)}
    </td>
    <td data-name="Стало">{recordedInWords(after, field)}</td>
  </tr>
)

const HEAD = ['Когда', 'Кто', 'Поле', 'Было', 'Стало']

const Changes = ({ changes }: { changes: readonly Change[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
  <div className={classes.scroll} data-place="registry.history" tabIndex={0} role="region" aria-label="Изменения">
    <CardTable label="Изменения записи" head={HEAD} className={classes.changes}>
      {changes.map((change) => (
        <Row key={change.id} change={change} />
      ))}
    </CardTable>
  </div>
)

const Loading = () => (
  <Box px="lg">
    <SkeletonLines lines={14} label="Загрузка истории" />
  </Box>
)

/** The table, or in its place the error, a placeholder, or that there are no changes yet. */
function Content({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(changelogQuery(id, 'page'))
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />
  return data.length > 0 ? <Changes changes={data} /> : <TableState title="Изменений ещё не было" />
}

/** Every change of an entry with the values before and after, newest first. */
export function HistoryPage() {
  const { registryID } = useParams({ from: '/signed-in/registryHistory/$registryID' })
  const id = Number(registryID)
  const { data: entry } = useQuery(entryQuery(id))
  return (
    <Page
      key={entry ? 'read' : 'reading'}
      title={entry ? `${entry.number}: история` : 'История записи'}
      before={
        <BackLink to={paths.registry} search={{ open: registryID }}>
          Реестр
        </BackLink>
      }
      aside={
        <span className={classes.clamped} title={entry?.title}>
          {entry?.title}
        </span>
      }
      actions={entry && <WatchButton entity="registry_entry" id={id} />}
    >
      <Content id={id} />
    </Page>
  )
}

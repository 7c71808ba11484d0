import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { releases } from '@vypusk/contract'
import { useUser } from '../../../api/account.ts'
import { DataTable } from '../../../components/kit/data-table/DataTable.tsx'
import { TableState } from '../../../components/kit/data-table/states.tsx'
import { ExcelButton } from '../../../components/kit/download/ExcelButton.tsx'
import { FilterBar } from '../../../components/kit/filter-bar/FilterBar.tsx'
import { useListState } from '../../../components/kit/list-state/useListState.ts'
import { useView, ViewSwitch, type Views } from '../../../components/kit/list-state/useView.tsx'
import { Page } from '../../../components/shared/page/Page.tsx'
import { SubscribeButton } from '../../../components/shared/subscription/SubscribeButton.tsx'
import { RouteButton } from '../../../components/kit/link/RouteLinks.tsx'
import { paths } from '../../../paths.ts'
import { Board } from '../board/Board.tsx'
import { companiesQuery, stepsQuery, systemsQuery } from '../../../api/lookups.ts'
import { authorsQuery, releasesQuery } from '../api.ts'
import { clientColumns, staffColumns } from './columns.tsx'
import { clientFilters, nearestFirst, quickSets, schema, staffFilters } from './filters.ts'
import { totalsInWords } from '../texts.ts'
import { useKeptFilters } from './useKeptFilters.ts'

/** A table, or a board of cards by step, of the same filtered set. */
const VIEWS: Views<'table' | 'board'> = [
  { value: 'table', label: 'Таблица' },
  { value: 'board', label: 'Доска' },
]
const search = { name: 'search_string', placeholder: 'Номер или слова' } as const

const NewRelease = () => <RouteButton to={paths.releaseAdd}>Новый релиз</RouteButton>

const emptyForStaff = (
  <TableState title="Релизов ещё нет" action={<NewRelease />}>
    Создайте первый и соберите в него заявки из бэклога.
  </TableState>
)
const emptyForClient = (
  <TableState title="Релизов ещё нет">
    Здесь появятся релизы с заявками вашей компании, когда они будут назначены.
  </TableState>
)

/** The options of the filters. */
function useOffered(isRivc: boolean) {
  const { data: systems } = useQuery(systemsQuery)
  const { data: steps } = useQuery(stepsQuery)
  const { data: companies } = useQuery({ ...companiesQuery, enabled: isRivc })
  const { data: authors } = useQuery({ ...authorsQuery, enabled: isRivc })
  return useMemo(
    () => ({
      systems: systems?.systems,
      steps,
      companies: companies?.companies,
      authors: authors?.authors,
      hidden: authors?.hidden_companies,
    }),
    [systems, steps, companies, authors],
  )
}

/** All releases the person may see, with the state of each. */
export function ReleasesPage() {
  const { id: me, isRivc, hours_open = false } = useUser()
  const navigate = useNavigate()
  const list = useKeptFilters(useListState(schema, nearestFirst))
  const view = useView(VIEWS)
  const result = useQuery(releasesQuery(list.query))
  const offered = useOffered(isRivc)
  const columns = useMemo(
    () => (isRivc ? staffColumns(offered.steps) : clientColumns(offered.steps, hours_open)),
    [isRivc, hours_open, offered.steps],
  )
  const filters = (isRivc ? staffFilters : clientFilters)(offered, list.values.systems)
  const author = isRivc ? me : null
  const sets = useMemo(() => quickSets(offered.steps, author), [offered.steps, author])

  return (
    <Page
      title="Релизы"
      aside={result.data && totalsInWords(result.data.totals)}
      actions={
        <>
          <ViewSwitch views={VIEWS} view={view} />
          <ExcelButton endpoint={releases.summary} input={{ body: { ...list.query, isExcel: true } }} />
          {isRivc ? <NewRelease /> : <SubscribeButton />}
        </>
      }
      toolbar={<FilterBar page="ReleasesTable" list={list} search={search} filters={filters} sets={sets} />}
    >
      {view === 'board' ? (
        <Board list={list} />
      ) : (
        <DataTable
          page="ReleasesTable"
          entity="release"
          label="Релизы"
          columns={columns}
          result={result}
          list={list}
          onOpen={({ id }) => void navigate({ to: paths.release, params: { releaseID: String(id) } })}
          empty={isRivc ? emptyForStaff : emptyForClient}
        />
      )}
    </Page>
  )
}

import { requests } from '@vypusk/contract'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUser } from '../../api/account.ts'
import { queryClient } from '../../api/query-client.ts'
import { DataTable } from '../../components/kit/data-table/DataTable.tsx'
import { later, usePart } from '../../components/kit/feedback/later.ts'
import { ExcelButton } from '../../components/kit/download/ExcelButton.tsx'
import { FilterBar } from '../../components/kit/filter-bar/FilterBar.tsx'
import type { Search } from '../../components/kit/list-state/search.ts'
import { queryIn, useListState } from '../../components/kit/list-state/useListState.ts'
import { useView, ViewSwitch, type Views } from '../../components/kit/list-state/useView.tsx'
import { RouteButton } from '../../components/kit/link/RouteLinks.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import { paths } from '../../paths.ts'
import { barOf } from './LazyBacklogActions.tsx'
import { Counts } from './Counts.tsx'
import { LazyCharts } from './charts/LazyCharts.tsx'
import { panelOf, panelTitle } from './panel/LazyRequestPanel.tsx'
import { NewRequestButton } from './creating/NewRequestButton.tsx'
import { askPage, backlogFiltersQuery, useBacklogEdit, useRequestPage } from './api.ts'
import { staffColumns } from './columns.tsx'
import { useBacklogActs } from './useBacklogActs.tsx'
import { backlogFilters, backlogSchema, backlogSets, newestFirst } from './filters.ts'

/** A table or charts of the same filtered set. */
const VIEWS: Views<'table' | 'charts'> = [
  { value: 'table', label: 'Таблица' },
  { value: 'charts', label: 'Графики' },
]
const PAGE = 'BacklogTable'
const search = { name: 'search_string', placeholder: 'Номер или слова' } as const

const noRequests = later(() => import('./NoRequests.tsx'))

/** Loaded separately, because it is needed only once, at the start of a new system. */
function NoRequests() {
  const loaded = usePart(noRequests, true)
  return loaded && <loaded.NoRequests />
}

const empty = <NoRequests />

/** Asks what the page shows first. */
export const ahead = (address: Search) => [
  askPage(requests.backlogSummary, queryIn(backlogSchema, newestFirst, address)),
  queryClient.query(backlogFiltersQuery),
]

/** The main screen of staff: all requests, to be prioritized and put into releases. */
export function BacklogPage() {
  const list = useListState(backlogSchema, newestFirst)
  const { result, onRest } = useRequestPage(requests.backlogSummary, list.query)
  const { data: offered } = useQuery(backlogFiltersQuery)
  const edit = useBacklogEdit()
  const { acting, acts, dialogs } = useBacklogActs()
  const view = useView(VIEWS)
  const { isAdmin } = useUser()
  const columns = useMemo(() => staffColumns(edit), [edit])
  const filters = useMemo(() => backlogFilters(offered), [offered])

  return (
    <Page
      title="Бэклог"
      aside={
        result.data && (
          <Counts endpoint={requests.backlogSummary} query={list.query} page={result.data} onRest={onRest} />
        )
      }
      actions={
        <>
          <ViewSwitch views={VIEWS} view={view} />
          <ExcelButton endpoint={requests.backlogSummary} input={{ body: { ...list.query, isExcel: true } }} />
          {isAdmin && (
            <RouteButton
              to={paths.requestsImport}
              variant="default"
              leftSection={<IconFileImport size={15} aria-hidden />}
            >
              Импорт
            </RouteButton>
          )}
          <NewRequestButton />
        </>
      }
      toolbar={<FilterBar page={PAGE} list={list} search={search} filters={filters} sets={backlogSets} />}
    >
      {view === 'charts' ? (
        <LazyCharts list={list} />
      ) : (
        <DataTable
          page={PAGE}
          entity="request"
          label="Бэклог"
          columns={columns}
          result={result}
          list={list}
          actions={barOf(acting)}
          acts={acts}
          panel={panelOf}
          panelTitle={panelTitle}
          empty={empty}
        />
      )}
      {dialogs}
    </Page>
  )
}

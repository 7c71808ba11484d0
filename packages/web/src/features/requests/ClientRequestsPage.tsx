import { requests } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUser } from '../../api/account.ts'
import { queryClient } from '../../api/query-client.ts'
import { DataTable } from '../../components/kit/data-table/DataTable.tsx'
import { TableState } from '../../components/kit/data-table/states.tsx'
import { ExcelButton } from '../../components/kit/download/ExcelButton.tsx'
import { FilterBar } from '../../components/kit/filter-bar/FilterBar.tsx'
import type { Search } from '../../components/kit/list-state/search.ts'
import { queryIn, useListState } from '../../components/kit/list-state/useListState.ts'
import { WaitingLink } from '../../components/shared/matters/WaitingLink.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import { Counts } from './Counts.tsx'
import { panelOf, panelTitle } from './panel/LazyRequestPanel.tsx'
import { NewRequestButton } from './creating/NewRequestButton.tsx'
import { askPage, ticketFiltersQuery, useRequestPage } from './api.ts'
import { clientColumns } from './columns.tsx'
import { newestFirst, ticketFilters, ticketSchema, ticketSets } from './filters.ts'

const PAGE = 'ClientRequestsTable'
const search = { name: 'search_string', placeholder: 'Номер или слова' } as const

const empty = (
  <TableState title="Заявок ещё нет" action={<NewRequestButton />}>
    Создайте первую. Здесь будут заявки вашей компании по её модулям и их путь до релиза.
  </TableState>
)

/** Asks what the page shows first. */
export const ahead = (address: Search) => [
  askPage(requests.tickets, queryIn(ticketSchema, newestFirst, address)),
  queryClient.query(ticketFiltersQuery),
]

/** The client's requests: the state of each, and when its release is planned. */
export function ClientRequestsPage() {
  const list = useListState(ticketSchema, newestFirst)
  const { result, onRest } = useRequestPage(requests.tickets, list.query)
  const { data: offered } = useQuery(ticketFiltersQuery)
  const filters = useMemo(() => ticketFilters(offered), [offered])
  const { hours_open = false } = useUser()
  const columns = useMemo(() => clientColumns(hours_open), [hours_open])
  return (
    <Page
      title="Мои заявки"
      aside={
        result.data && <Counts endpoint={requests.tickets} query={list.query} page={result.data} onRest={onRest} />
      }
      actions={
        <>
          <WaitingLink />
          <ExcelButton endpoint={requests.tickets} input={{ body: { ...list.query, isExcel: true } }} />
          <NewRequestButton />
        </>
      }
      toolbar={<FilterBar page={PAGE} list={list} search={search} filters={filters} sets={ticketSets} />}
    >
      <DataTable
        page={PAGE}
        entity="request"
        label="Мои заявки"
        columns={columns}
        result={result}
        list={list}
        panel={panelOf}
        panelTitle={panelTitle}
        empty={empty}
      />
    </Page>
  )
}

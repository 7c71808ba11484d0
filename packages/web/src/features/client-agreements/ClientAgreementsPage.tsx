import { agreements } from '@vypusk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { AGREEMENT_NEIGHBOURS } from '../../api/agreements.ts'
import { call } from '../../api/client.ts'
import { DataTable } from '../../components/kit/data-table/DataTable.tsx'
import { TableState } from '../../components/kit/data-table/states.tsx'
import { ExcelButton } from '../../components/kit/download/ExcelButton.tsx'
import { FilterBar } from '../../components/kit/filter-bar/FilterBar.tsx'
import type { FilterDefinition, QuickSet } from '../../components/kit/filter-bar/types.ts'
import { ids, text } from '../../components/kit/list-state/codecs.ts'
import { useListState } from '../../components/kit/list-state/useListState.ts'
import type { Sorting } from '../../components/kit/list-state/useListState.ts'
import { Page } from '../../components/shared/page/Page.tsx'
import { OwnPanel } from './OwnPanel.tsx'
import { columns } from './columns.tsx'

const PAGE = 'ClientAgreementsTable'
const search = { name: 'search_string', placeholder: 'Номер или слова' } as const

const schema = { search_string: text(), statuses: ids(agreements.SHOWN.from, agreements.SHOWN.to) }

const nearestFirst: Sorting<(typeof agreements.agreementOrder)[number]> = {
  keys: agreements.agreementOrder,
  order_by: 'near',
  isDesc: false,
}

const sets: QuickSet<typeof schema>[] = [
  { label: 'Все', values: {} },
  { label: 'Ждут вашего ответа', values: { statuses: [1] } },
  { label: 'Согласованы', values: { statuses: [2] } },
]

const filters: FilterDefinition<typeof schema>[] = [
  { kind: 'many', name: 'statuses', label: 'Статус', options: agreements.shownStatusesFor(false) },
]

type OwnQuery = ReturnType<typeof useOwnList>['query']

const useOwnList = () => useListState(schema, nearestFirst)

/** The list's call, which its page and its workbook share. */
const toQuery = ({ statuses: shown_statuses, ...query }: OwnQuery) => ({ ...query, shown_statuses })

function ownQuery(list: OwnQuery) {
  const query = toQuery(list)
  return queryOptions({
    queryKey: ['agreement', 'own', query],
    queryFn: ({ signal }) => call(agreements.list, { query, signal }),
    meta: { live: [...AGREEMENT_NEIGHBOURS, 'request'] },
  })
}

const empty = (
  <TableState title="Согласований ещё нет">
    Когда поставщик назначит дату установки релиза, она появится здесь, и придёт письмо.
  </TableState>
)

const panelOf = (id: number) => <OwnPanel id={id} />
const panelTitle = (id: number) => `Согласование ${id}`

/** The company's own agreements: what was agreed, and what has changed since. */
export function ClientAgreementsPage() {
  const list = useOwnList()
  const result = useQuery(ownQuery(list.query))
  return (
    <Page
      title="Согласования"
      actions={<ExcelButton endpoint={agreements.list} input={{ query: { ...toQuery(list.query), isExcel: true } }} />}
      toolbar={<FilterBar page={PAGE} list={list} search={search} filters={filters} sets={sets} />}
    >
      <DataTable
        page={PAGE}
        entity="agreement"
        label="Согласования"
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

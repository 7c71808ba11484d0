import { useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DataTable } from '../../components/data-table/DataTable.tsx'
import { TableState } from '../../components/data-table/states.tsx'
import { FilterBar } from '../../components/filter-bar/FilterBar.tsx'
import { useListState } from '../../components/list-state/useListState.ts'
import { RouteButton } from '../../components/link/RouteLinks.tsx'
import { Page } from '../../components/page/Page.tsx'
import { paths } from '../../paths.ts'
import { agreementFiltersQuery, agreementsQuery } from './api.ts'
import { columns } from './columns.tsx'
import { filtersOf, latestFirst, schema, sets } from './filters.ts'
import { countsInWords } from './texts.ts'

const PAGE = 'AgreementsTable'
const search = { name: 'search_string', placeholder: 'Номер или слова' } as const

const addButton = <RouteButton to={paths.agreementAdd}>Новое согласование</RouteButton>

const empty = (
  <TableState title="Согласований ещё нет" action={addButton}>
    Создайте согласование: выберите релиз и компании, назначьте дату установки и отправьте её клиенту.
  </TableState>
)

/** Every agreement at a glance: who has not answered, and for how long. */
export function AgreementsPage() {
  const navigate = useNavigate()
  const list = useListState(schema, latestFirst)
  const { date_from, date_to, ...query } = list.query
  const result = useQuery(
    agreementsQuery({ ...query, date_from: date_from ?? undefined, date_to: date_to ?? undefined }),
  )
  const { data: offered } = useQuery(agreementFiltersQuery)
  const filters = useMemo(() => filtersOf(offered), [offered])
  return (
    <Page
      title="Согласования"
      aside={result.data && countsInWords(result.data.counts)}
      actions={addButton}
      toolbar={<FilterBar page={PAGE} list={list} search={search} filters={filters} sets={sets} />}
    >
      <DataTable
        page={PAGE}
        label="Согласования"
        columns={columns}
        result={result}
        list={list}
        onOpen={({ id }) => void navigate({ to: paths.agreement, params: { agreementsId: String(id) } })}
        empty={empty}
      />
    </Page>
  )
}

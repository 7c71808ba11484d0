import { threads } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DataTable } from '../../components/kit/data-table/DataTable.tsx'
import { TableState } from '../../components/kit/data-table/states.tsx'
import { ExcelButton } from '../../components/kit/download/ExcelButton.tsx'
import { FilterBar } from '../../components/kit/filter-bar/FilterBar.tsx'
import { useListState } from '../../components/kit/list-state/useListState.ts'
import { Page } from '../../components/shared/page/Page.tsx'
import { paths } from '../../paths.ts'
import { filtersQuery, remarksQuery } from './api.ts'
import { columns } from './columns.tsx'
import { filtersOf, nearestFirst, schema, sets } from './filters.ts'
import { countsInWords } from './texts.ts'

const PAGE = 'RemarksTable'
const search = { name: 'search_string', placeholder: 'Номер или слова' } as const

const empty = (
  <TableState title="Открытых замечаний нет">
    Здесь стоят замечания клиентов и ваши к согласованиям: кто отвечает, к какому дню и что держит публикацию.
  </TableState>
)

/** All remarks of both sides: which wait for an answer, who answers, and which block a publication. */
export function RemarksPage() {
  const navigate = useNavigate()
  const list = useListState(schema, nearestFirst)
  const result = useQuery(remarksQuery(list.query))
  const { data: offered } = useQuery(filtersQuery)
  const filters = useMemo(() => filtersOf(offered), [offered])
  return (
    <Page
      title="Замечания"
      aside={result.data && countsInWords(result.data.counts)}
      actions={<ExcelButton endpoint={threads.list} input={{ body: { ...list.query, isExcel: true } }} />}
      toolbar={<FilterBar page={PAGE} list={list} search={search} filters={filters} sets={sets} />}
    >
      <DataTable
        page={PAGE}
        entity="agreement"
        label="Замечания"
        columns={columns}
        result={result}
        list={list}
        onOpen={({ entity_id }) => void navigate({ to: paths.agreement, params: { agreementsId: String(entity_id) } })}
        empty={empty}
      />
    </Page>
  )
}

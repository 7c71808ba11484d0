import { useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { agreements } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { DataTable } from '../../components/kit/data-table/DataTable.tsx'
import { ErrorState, NothingFound, SkeletonRows, TableState } from '../../components/kit/data-table/states.tsx'
import { ExcelButton } from '../../components/kit/download/ExcelButton.tsx'
import { FilterBar } from '../../components/kit/filter-bar/FilterBar.tsx'
import { RouteButton } from '../../components/kit/link/RouteLinks.tsx'
import { useListState } from '../../components/kit/list-state/useListState.ts'
import { useView } from '../../components/kit/list-state/useView.tsx'
import { useSending } from '../../components/shared/sending/useSending.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import { paths } from '../../paths.ts'
import { addButton } from './AddButton.tsx'
import { AgreementsSwitch, LIST_VIEWS } from './AgreementsSwitch.tsx'
import classes from './matrix/Matrix.module.css'
import { agreementFiltersQuery, agreementsQuery, matrixQuery, toMatrixQuery, toQuery } from './api.ts'
import { columns } from './columns.tsx'
import { filtersOf, nearestFirst, schema, sets } from './filters.ts'
import { byRelease, GroupSwitch, useGrouped } from './grouping.tsx'
import { actsOf, barOf } from './ManyActions.tsx'
import { matrixInWords } from './matrix/matrix.ts'
import { MatrixTable } from './matrix/MatrixTable.tsx'
import { countsInWords } from './texts.ts'

const PAGE = 'AgreementsTable'
const search = { name: 'search_string', placeholder: 'Номер или слова' } as const

const empty = (
  <TableState title="Согласований ещё нет" action={addButton}>
    Создайте согласование: выберите релиз и компании, назначьте дату установки и отправьте её клиенту.
  </TableState>
)

const useAgreementsList = () => useListState(schema, nearestFirst)

/** What the list asks for. */
const inputOf = ({ query }: ReturnType<typeof useAgreementsList>, isGrouped: boolean) => ({
  ...query,
  group_by: isGrouped ? ('release' as const) : undefined,
})

interface ViewProps {
  list: ReturnType<typeof useAgreementsList>
  /** What every view of the page has. */
  frame: { title: string; actions: ReactNode; toolbar: ReactNode }
}

function ListView({ list, frame }: ViewProps) {
  const navigate = useNavigate()
  const isGrouped = useGrouped()
  const sending = useSending()
  const result = useQuery(agreementsQuery(inputOf(list, isGrouped)))
  return (
    <Page {...frame} aside={result.data && countsInWords(result.data.counts)}>
      <DataTable
        page={PAGE}
        entity="agreement"
        label="Согласования"
        columns={columns}
        result={result}
        list={list}
        onOpen={({ id }) => void navigate({ to: paths.agreement, params: { agreementsId: String(id) } })}
        empty={empty}
        actions={barOf(sending)}
        acts={(ids, _rows, clear) => actsOf({ sending, ids, clear })}
        grouping={isGrouped ? byRelease : undefined}
      />
    </Page>
  )
}

const allPublished = (
  <TableState
    title="Неопубликованных релизов нет"
    action={<RouteButton to={paths.releaseAdd}>Новый релиз</RouteButton>}
  >
    Здесь стоят релизы, которые ещё не опубликованы, и компании, с которыми их надо согласовать.
  </TableState>
)

function MatrixView({ list, frame }: ViewProps) {
  const { data, error, refetch } = useQuery(matrixQuery(list.query))
  const nothing = list.isFiltered ? <NothingFound onReset={list.reset} /> : allPublished
  return (
    <Page {...frame} aside={data && matrixInWords(data.cells)}>
      {data ? (
        data.cells.length > 0 ? (
          <MatrixTable matrix={data} />
        ) : (
          nothing
        )
      ) : error ? (
        <ErrorState title="Матрица не загрузилась" error={error} onRetry={() => void refetch()} />
      ) : (
        <table className={classes.loading} role="status" aria-label="Загрузка матрицы">
          <SkeletonRows columns={9} />
        </table>
      )}
    </Page>
  )
}

function ListWorkbook({ list }: Pick<ViewProps, 'list'>) {
  const query = toQuery(inputOf(list, useGrouped()))
  return <ExcelButton endpoint={agreements.list} input={{ query: { ...query, isExcel: true } }} />
}

const MatrixWorkbook = ({ list }: Pick<ViewProps, 'list'>) => (
  <ExcelButton endpoint={agreements.matrix} input={{ query: { ...toMatrixQuery(list.query), isExcel: true } }} />
)

/** All agreements: who has not answered, and for how long. */
export function AgreementsPage() {
  const view = useView(LIST_VIEWS)
  const list = useAgreementsList()
  const isGrouped = useGrouped()
  const { data: offered } = useQuery(agreementFiltersQuery)
  const filters = useMemo(() => filtersOf(offered), [offered])
  const frame = {
    title: 'Согласования',
    actions: (
      <>
        <AgreementsSwitch view={view} />
        {view === 'matrix' ? <MatrixWorkbook list={list} /> : <ListWorkbook list={list} />}
        {addButton}
      </>
    ),
    toolbar: (
      <FilterBar page={PAGE} list={list} search={search} filters={filters} sets={sets}>
        {view === 'list' && <GroupSwitch isGrouped={isGrouped} />}
      </FilterBar>
    ),
  }
  return view === 'matrix' ? <MatrixView list={list} frame={frame} /> : <ListView list={list} frame={frame} />
}

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { publications } from '@vypusk/contract'
import { useUser } from '../../api/account.ts'
import { DataTable } from '../../components/kit/data-table/DataTable.tsx'
import { TableState } from '../../components/kit/data-table/states.tsx'
import { ExcelButton } from '../../components/kit/download/ExcelButton.tsx'
import { FilterBar } from '../../components/kit/filter-bar/FilterBar.tsx'
import { useListState } from '../../components/kit/list-state/useListState.ts'
import { Page } from '../../components/shared/page/Page.tsx'
import { paths } from '../../paths.ts'
import { filtersQuery, publicationsQuery } from './api.ts'
import { clientColumns, staffColumns } from './columns.tsx'
import { newestFirst, publicationFilters, publicationSchema } from './filters.ts'
import { publicationsCount } from './texts.ts'

const PAGE = 'PublicationsTable'
const search = { name: 'search_string', placeholder: 'Релиз, файл или номер' } as const

const AddButton = () => (
  <Button component={Link} to={paths.publicationAdd}>
    Новая публикация
  </Button>
)

const Empty = ({ isRivc }: { isRivc: boolean }) =>
  isRivc ? (
    <TableState title="Публикаций ещё нет" action={<AddButton />}>
      Опубликуйте готовый релиз: компании получат письма и файлы.
    </TableState>
  ) : (
    <TableState title="Публикаций ещё нет">
      Когда релиз для вашей компании опубликуют, он и его файлы появятся здесь.
    </TableState>
  )

/** The publications, their recipients, and whether their letters were sent. */
export function PublicationsPage() {
  const { isRivc } = useUser()
  const navigate = useNavigate()
  const list = useListState(publicationSchema, newestFirst)
  const result = useQuery(publicationsQuery(list.query))
  const { data: offered } = useQuery(filtersQuery)
  const filters = useMemo(() => publicationFilters(offered, isRivc), [offered, isRivc])
  return (
    <Page
      title="Публикации"
      aside={result.data && publicationsCount(result.data.total)}
      actions={
        <>
          <Button component={Link} to={paths.versions} variant="default">
            Версии
          </Button>
          <ExcelButton endpoint={publications.listPublications} input={{ query: { ...list.query, isExcel: true } }} />
          {isRivc && <AddButton />}
        </>
      }
      toolbar={<FilterBar page={PAGE} list={list} search={search} filters={filters} />}
    >
      <DataTable
        page={PAGE}
        entity="publication"
        label="Публикации"
        columns={isRivc ? staffColumns : clientColumns}
        result={result}
        list={list}
        onOpen={({ id }) => void navigate({ to: paths.publication, params: { publicationId: String(id) } })}
        empty={<Empty isRivc={isRivc} />}
      />
    </Page>
  )
}

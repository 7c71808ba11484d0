import { decodeName, deleted } from '@vypusk/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../../components/kit/data-table/DataTable.tsx'
import { dash, Dim } from '../../../components/kit/data-table/Dim.tsx'
import { TableState } from '../../../components/kit/data-table/states.tsx'
import type { DataColumn } from '../../../components/kit/data-table/types.ts'
import { ChoiceFilter } from '../../../components/kit/filter-bar/ChoiceFilter.tsx'
import { ExcelButton } from '../../../components/kit/download/ExcelButton.tsx'
import { FilterBar } from '../../../components/kit/filter-bar/FilterBar.tsx'
import { choice, text } from '../../../components/kit/list-state/codecs.ts'
import { useListState } from '../../../components/kit/list-state/useListState.ts'
import type { Sorting } from '../../../components/kit/list-state/useListState.ts'
import { Page } from '../../../components/shared/page/Page.tsx'
import { formatMoment } from '../../../ui/dates.ts'
import { countOf } from '../../../ui/plural.ts'
import { THINGS } from '../things.ts'
import { deletedQuery, useRestore } from './api.ts'

const PAGE = 'DeletedTable'
const search = { name: 'search_string', placeholder: 'Номер или название' } as const
const schema = {
  entity: choice('all', 'request', 'release', 'agreement', 'publication', 'registry_entry'),
  search_string: text(),
}
const RECORDS = ['запись', 'записи', 'записей'] as const

/** The list has a single order: latest first. */
const latestFirst: Sorting<'deleted_at'> = { keys: ['deleted_at'], order_by: 'deleted_at', isDesc: true }

const KINDS: { value: 'all' | deleted.DeletedEntity; label: string }[] = [
  { value: 'all', label: 'Всё' },
  { value: 'request', label: 'Заявки' },
  { value: 'release', label: 'Релизы' },
  { value: 'agreement', label: 'Согласования' },
  { value: 'publication', label: 'Публикации' },
  { value: 'registry_entry', label: 'Реестр' },
]

function RestoreButton({ row: { entity, entity_id, title } }: { row: deleted.DeletedRow }) {
  const { mutate, isPending } = useRestore()
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={isPending}
      aria-label={`Вернуть: ${THINGS[entity]} ${entity_id} ${decodeName(title)}`}
      onClick={() => mutate({ entity, id: entity_id })}
    >
      Вернуть
    </Button>
  )
}

const columns: DataColumn<deleted.DeletedRow>[] = [
  { id: 'entity', title: 'Что', width: 140, phone: 'line', cell: ({ entity }) => THINGS[entity] },
  { id: 'entity_id', title: '№', width: 80, phone: 'line', cell: ({ entity_id }) => <Dim>{String(entity_id)}</Dim> },
  {
    id: 'title',
    title: 'Название',
    width: 360,
    grow: true,
    required: true,
    phone: 'title',
    cell: ({ title }) => <span title={decodeName(title)}>{decodeName(title)}</span>,
  },
  {
    id: 'user',
    title: 'Кто удалил',
    width: 180,
    phone: 'line',
    cell: ({ user }) => (user ? <Dim>{user.name}</Dim> : dash),
  },
  {
    id: 'deleted_at',
    title: 'Когда',
    width: 140,
    phone: 'line',
    cell: ({ deleted_at }) => <Dim>{formatMoment(deleted_at)}</Dim>,
  },
  {
    id: 'restore',
    title: 'Действие',
    width: 104,
    required: true,
    phone: 'line',
    cell: (row) => <RestoreButton row={row} />,
  },
]

const empty = (
  <TableState title="Ничего не удалено">
    Удалённые релизы, согласования и другое будут ждать здесь: их можно вернуть.
  </TableState>
)

/** Deleted things are only hidden; an administrator can restore them. */
export function DeletedPage() {
  const list = useListState(schema, latestFirst)
  const { entity, search_string, page, per_page } = list.query
  const result = useQuery(deletedQuery({ entity, search_string, page, per_page }))
  return (
    <Page
      title="Удалённое"
      aside={result.data && countOf(result.data.total, RECORDS)}
      actions={<ExcelButton endpoint={deleted.list} input={{ query: { entity, search_string, isExcel: true } }} />}
      toolbar={
        <FilterBar page={PAGE} list={list} search={search} filters={[]}>
          <ChoiceFilter
            label="Что"
            options={KINDS}
            value={list.values.entity}
            onChange={(next) => list.setValues({ entity: next })}
          />
        </FilterBar>
      }
    >
      <DataTable
        page={PAGE}
        entity={null}
        label="Удалённое"
        columns={columns}
        result={result}
        list={list}
        empty={empty}
      />
    </Page>
  )
}

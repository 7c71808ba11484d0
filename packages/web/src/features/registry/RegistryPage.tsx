import { Box } from '@mantine/core'
import { registry } from '@vypusk/contract'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useUser } from '../../api/account.ts'
import { registryAccessQuery } from '../../api/registry-access.ts'
import { DataTable } from '../../components/kit/data-table/DataTable.tsx'
import { ErrorState, TableState } from '../../components/kit/data-table/states.tsx'
import type { CellWork } from '../../components/kit/data-table/types.ts'
import { ExcelButton } from '../../components/kit/download/ExcelButton.tsx'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { FilterBar } from '../../components/kit/filter-bar/FilterBar.tsx'
import { QuickSets } from '../../components/kit/filter-bar/QuickSets.tsx'
import { RouteButton } from '../../components/kit/link/RouteLinks.tsx'
import { useListState } from '../../components/kit/list-state/useListState.ts'
import { Page } from '../../components/shared/page/Page.tsx'
import { paths } from '../../paths.ts'
import { SkeletonLines } from '../../ui/Skeletons.tsx'
import { CellHistory } from './CellHistory.tsx'
import { EntryPanel } from './EntryPanel.tsx'
import { NoAccess } from './NoAccess.tsx'
import { PasteColumn } from './PasteColumn.tsx'
import { StepFilter } from './StepFilter.tsx'
import { choicesQuery, entriesQuery, filtersQuery, visitQuery } from './api.ts'
import type { Entry } from './api.ts'
import { registryColumns } from './columns.tsx'
import { newestFirst, registryFilters, schema, sets } from './filters.ts'
import { firstCells } from './spreadsheet.ts'
import type { Pasted } from './pasting.ts'
import classes from './registry.module.css'
import { entriesInWords } from './texts.ts'
import { useEntryEdit } from './useEntryEdit.ts'
import { useKeptCompanies } from './useKeptCompanies.ts'
import { useRegistryColumns } from './useRegistryColumns.ts'

const PAGE = 'RegistryTable'
const search = { name: 'search_string', placeholder: 'Номер или слова' } as const

const CreateButton = () => (
  <RouteButton to={paths.registryAdd} leftSection={<IconPlus size={15} aria-hidden />}>
    Новая запись
  </RouteButton>
)

const panelOf = (id: number) => <EntryPanel id={id} />
const panelTitle = () => 'Запись реестра'
const recorded: ReadonlySet<string> = new Set(registry.fields)
const hint = (row: Entry, column: string) => (recorded.has(column) ? <CellHistory entry={row} column={column} /> : null)

function Registry({ canCreate }: { canCreate: boolean }) {
  const { isRivc } = useUser()
  const list = useKeptCompanies(useListState(schema, newestFirst))
  const result = useQuery(entriesQuery(list.query))
  const { data: offered } = useQuery(filtersQuery)
  const { data: choices } = useQuery(choicesQuery)
  useQuery(visitQuery)
  const edit = useEntryEdit()
  const [pasted, setPasted] = useState<Pasted | null>(null)
  const { possible, control, failed } = useRegistryColumns()
  const abilities = result.data?.abilities
  const columns = useMemo(
    () => registryColumns({ possible, choices, abilities, edit }),
    // oxlint-disable-next-line react/exhaustive-deps -- undo is read at the moment of the key, save stays the same
    [possible, choices, abilities, edit.save],
  )
  const filters = useMemo(() => registryFilters(offered, isRivc), [offered, isRivc])
  const cells: CellWork<Entry> = {
    hint,
    onUndo: edit.undo,
    onRefused: toast.warning,
    onPaste: (column, rows, text) => setPasted({ column, rows, lines: firstCells(text) }),
  }

  return (
    <Page
      title="Реестр заявок"
      aside={result.data && entriesInWords(result.data.total)}
      actions={
        <>
          <ExcelButton endpoint={registry.getEntries} input={{ body: { ...list.query, isExcel: true } }} />
          {canCreate && <CreateButton />}
        </>
      }
      toolbar={
        <>
          <div className={classes.quick}>
            <QuickSets page={PAGE} list={list} sets={sets} />
            <StepFilter
              counts={result.data?.counts}
              chosen={list.values.step_ids}
              onChange={(step_ids) => list.setValues({ step_ids })}
            />
          </div>
          <FilterBar page={PAGE} list={list} search={search} filters={filters} />
        </>
      }
    >
      <DataTable
        page={PAGE}
        entity="registry_entry"
        label="Реестр заявок"
        columns={columns}
        columnControl={control}
        cells={cells}
        result={failed ? { ...result, data: undefined, error: failed.error, refetch: failed.refetch } : result}
        list={list}
        panel={panelOf}
        panelTitle={panelTitle}
        empty={
          <TableState title="Записей ещё нет" action={canCreate ? <CreateButton /> : undefined}>
            Здесь обе стороны ведут общий список того, что нужно сделать.
          </TableState>
        }
      />
      {pasted && <PasteColumn pasted={pasted} columns={columns} onClose={() => setPasted(null)} />}
    </Page>
  )
}

/** The registry, which both sides maintain; the server decides who has access. */
export function RegistryPage() {
  const { data: access, error, refetch } = useQuery(registryAccessQuery)
  if (!access) {
    return (
      <Page title="Реестр заявок">
        {error ? (
          <ErrorState title="Реестр не загрузился" error={error} onRetry={() => void refetch()} />
        ) : (
          <Box px="lg" pt="xs">
            <SkeletonLines lines={12} label="Загрузка реестра" />
          </Box>
        )}
      </Page>
    )
  }
  return access.canEnterRegistry ? <Registry canCreate={access.canCreateRegistry} /> : <NoAccess />
}

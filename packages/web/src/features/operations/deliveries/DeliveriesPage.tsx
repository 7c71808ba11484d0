import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deliveries } from '@vypusk/contract'
import { DataTable } from '../../../components/kit/data-table/DataTable.tsx'
import { TableState } from '../../../components/kit/data-table/states.tsx'
import { ExcelButton } from '../../../components/kit/download/ExcelButton.tsx'
import { confirm } from '../../../components/kit/feedback/dialogs.tsx'
import { ChoiceFilter } from '../../../components/kit/filter-bar/ChoiceFilter.tsx'
import { FilterBar } from '../../../components/kit/filter-bar/FilterBar.tsx'
import { useListState } from '../../../components/kit/list-state/useListState.ts'
import { Page } from '../../../components/shared/page/Page.tsx'
import { companiesQuery } from '../../../api/lookups.ts'
import { deliveriesQuery, useRetryMany } from './api.ts'
import type { Row } from './api.ts'
import { AbleButton } from '../../../ui/AbleButton.tsx'
import { columns } from './columns.tsx'
import { DeliveryPanel } from './DeliveryPanel.tsx'
import { failedFirst, filtersOf, KINDS, schema, statesOf } from './filters.ts'
import { deliveriesCount } from './texts.ts'

const PAGE = 'DeliveriesTable'
const search = { name: 'search_string', placeholder: 'Адрес, путь, тема или файл' } as const

const panelOf = (id: number, row: Row | undefined) => <DeliveryPanel key={id} row={row} />
const panelTitle = (id: number) => `Доставка ${id}`

const empty = (
  <TableState title="Ничего ещё не отправлялось">
    Здесь появятся письма и файлы публикаций, как только система их отправит.
  </TableState>
)

/** Retries the marked deliveries; nothing happens to those that have succeeded or are in progress. */
function RetryMarked({ ids, clear }: { ids: number[]; clear: () => void }) {
  const { mutate, isPending } = useRetryMany()
  return (
    <Button loading={isPending} onClick={() => mutate({ ids }, { onSuccess: clear })}>
      Повторить
    </Button>
  )
}
const actions = (ids: number[], clear: () => void) => <RetryMarked ids={ids} clear={clear} />

const useDeliveriesList = () => useListState(schema, failedFirst)

/** Retries everything that has failed and matches the filters. */
function RetryAll({ list, failed }: { list: ReturnType<typeof useDeliveriesList>; failed: number }) {
  const { mutate, isPending } = useRetryMany()
  const { kind, search_string, client_ids, date_from, date_to } = list.query
  const run = async () => {
    const isSure = await confirm({
      title: 'Повторить всё, что не доставлено?',
      children: `Снова будет отправлено: ${deliveriesCount(failed)}.`,
      action: 'Повторить',
    })
    if (isSure) mutate({ kind, search_string, client_ids, date_from, date_to })
  }
  return (
    <AbleButton
      leftSection={<IconRefresh size={15} aria-hidden />}
      ability={failed > 0 || 'Недоставленного нет'}
      loading={isPending}
      onClick={() => void run()}
    >
      Повторить недоставленное
    </AbleButton>
  )
}

/** All letters and copies of files; failed ones come first. */
export function DeliveriesPage() {
  const list = useDeliveriesList()
  const result = useQuery(deliveriesQuery(list.query))
  const { data } = useQuery(companiesQuery)
  const filters = useMemo(() => filtersOf(data?.companies), [data])
  const counts = result.data?.counts
  const { state, kind } = list.values
  return (
    <Page
      title="Доставки"
      aside={result.data && deliveriesCount(result.data.total)}
      actions={
        <>
          <ExcelButton endpoint={deliveries.list} input={{ query: { ...list.query, isExcel: true } }} />
          <RetryAll list={list} failed={counts?.failed ?? 0} />
        </>
      }
      toolbar={
        <>
          <ChoiceFilter
            label="Состояние"
            options={statesOf(counts)}
            value={state}
            onChange={(next) => list.setValues({ state: next })}
          />
          <FilterBar page={PAGE} list={list} search={search} filters={filters}>
            <ChoiceFilter
              label="Канал"
              options={KINDS}
              value={kind}
              onChange={(next) => list.setValues({ kind: next })}
            />
          </FilterBar>
        </>
      }
    >
      <DataTable
        page={PAGE}
        entity="delivery"
        label="Доставки"
        columns={columns}
        result={result}
        list={list}
        panel={panelOf}
        panelTitle={panelTitle}
        actions={actions}
        empty={empty}
      />
    </Page>
  )
}

import { Box, Button } from '@mantine/core'
import { audit } from '@vypusk/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { WaitingRows } from '../../../components/kit/data-table/WaitingRows.tsx'
import { ErrorState, NothingFound, TableState } from '../../../components/kit/data-table/states.tsx'
import { useStableRows } from '../../../components/kit/data-table/useStableRows.ts'
import { ExcelButton } from '../../../components/kit/download/ExcelButton.tsx'
import { FilterBar } from '../../../components/kit/filter-bar/FilterBar.tsx'
import { useListState } from '../../../components/kit/list-state/useListState.ts'
import { Page } from '../../../components/shared/page/Page.tsx'
import { SkeletonLines } from '../../../ui/Skeletons.tsx'
import { auditQuery, peopleQuery } from './api.ts'
import type { Filters } from './api.ts'
import classes from './Audit.module.css'
import { AuditTable } from './AuditTable.tsx'
import { queryOf, filtersOf, latestFirst, schema } from './filters.ts'

const PAGE = 'AuditTable'
const search = { name: 'search_string', placeholder: 'Слова, логин или номер' } as const

const Loading = () => (
  <Box px="lg">
    <SkeletonLines lines={14} label="Загрузка журнала" />
  </Box>
)

interface ContentProps {
  filters: Filters
  isFiltered: boolean
  onReset: () => void
}

/** The rows loaded so far, and a button for earlier ones. */
function Content({ filters, isFiltered, onReset }: ContentProps) {
  const { data, error, refetch, ...log } = useInfiniteQuery(auditQuery(filters))
  const read = useMemo(() => data && { data: data.pages.flatMap((page) => page.data) }, [data])
  const scrollId = useId()
  const { isPlaceholderData } = log
  const { rows, ...stable } = useStableRows({ data: read, isPlaceholderData }, JSON.stringify(filters), {
    id: scrollId,
    entity: null,
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />
  const readOn = () => {
    stable.accept()
    void log.fetchNextPage()
  }
  if (rows.length === 0) {
    return isFiltered ? <NothingFound onReset={onReset} /> : <TableState title="Изменений ещё не было" />
  }
  return (
    <div
      id={scrollId}
      className={classes.scroll}
      data-place="audit"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label="Изменения"
      onPointerLeave={stable.settle}
    >
      {stable.waiting !== null && (
        <div className={classes.waiting}>
          <WaitingRows waiting={stable.waiting} onAccept={stable.accept} />
        </div>
      )}
      <AuditTable rows={rows} />
      {log.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={log.isFetchingNextPage} onClick={readOn}>
            Показать более ранние
          </Button>
        </div>
      )}
    </div>
  )
}

/** The log of who changed what and who signed in or out: everything with a recorded history. */
export function AuditPage() {
  const list = useListState(schema, latestFirst)
  const query = useMemo(() => queryOf(list.values), [list.values])
  const { data } = useQuery(peopleQuery)
  const filters = useMemo(() => filtersOf(data?.people), [data])
  return (
    <Page
      title="Журнал"
      actions={<ExcelButton endpoint={audit.list} input={{ body: { ...query, isExcel: true } }} />}
      toolbar={<FilterBar page={PAGE} list={list} search={search} filters={filters} />}
    >
      <Content filters={query} isFiltered={list.isFiltered} onReset={list.reset} />
    </Page>
  )
}

import { Button, Skeleton } from '@mantine/core'
import { waiting } from '@vypusk/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useUser } from '../../api/account.ts'
import { ErrorState } from '../../components/kit/data-table/states.tsx'
import { ViewSwitch, useView } from '../../components/kit/list-state/useView.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import { mattersQuery } from './api.ts'
import { KindBar } from './KindBar.tsx'
import { MatterRow } from './MatterRow.tsx'
import { Nothing } from './Nothing.tsx'
import { countInWords } from './texts.ts'
import { useKeptPlace } from './useKeptPlace.ts'
import classes from './Waiting.module.css'

const VIEWS = [
  { value: 'own', label: 'Мои' },
  { value: 'side', label: 'Всех сотрудников' },
] as const

/** Returns the kind given in the address. */
function useKind(): waiting.Kind | undefined {
  const kindInAddress = useRouterState({ select: ({ location }): string | undefined => location.search['kind'] })
  return waiting.kinds.find((kind) => kind === kindInAddress)
}

const Loading = () => (
  <div className={classes.list} aria-busy="true" role="status" aria-label="Загрузка">
    {['a', 'b', 'c', 'd'].map((row) => (
      <Skeleton key={row} height={56} mb={8} />
    ))}
  </div>
)

type Shown = NonNullable<ReturnType<typeof useMatters>['data']>

const useMatters = (own: boolean, kind: waiting.Kind | undefined) => useInfiniteQuery(mattersQuery({ own, kind }))

/** The matters, or that there are none and what comes next. */
function Matters({ shown: { pages }, isRivc }: { shown: Shown; isRivc: boolean }) {
  const matters = pages.flatMap(({ data }) => data)
  const place = useKeptPlace()
  const [first] = pages
  const names = new Map(first?.kinds.map((each) => [each.kind, each.name]))
  return (
    <>
      {matters.length === 0 && <Nothing coming={first?.coming ?? []} isRivc={isRivc} />}
      <ul className={classes.list} aria-label="Ждёт меня" ref={place}>
        {matters.map((matter) => (
          <MatterRow key={`${matter.kind} ${matter.id}`} matter={matter} name={names.get(matter.kind) ?? ''} />
        ))}
      </ul>
    </>
  )
}

const More = ({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) => (
  <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={onMore}>
    Показать ещё
  </Button>
)

/**
 * Everything that only this person or their side can move: late matters first, then the nearest; each can be settled in
 * place.
 */
export function WaitingPage() {
  const { isRivc } = useUser()
  const view = useView(VIEWS)
  const kind = useKind()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useMatters(view === 'own', kind)
  const first = data?.pages[0]
  return (
    <Page
      title="Ждёт меня"
      aside={first && first.total > 0 ? countInWords(first) : undefined}
      actions={isRivc && <ViewSwitch views={VIEWS} view={view} />}
      toolbar={first ? <KindBar kinds={first.kinds} kind={kind} /> : undefined}
      key={first ? 'read' : 'reading'}
    >
      <div className={classes.content}>
        {data && <Matters shown={data} isRivc={isRivc} />}
        {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />)}
        {hasNextPage && <More isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
      </div>
    </Page>
  )
}

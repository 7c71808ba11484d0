import { decodeName, versions } from '@vypusk/contract'
import type { publications, ReplyOf } from '@vypusk/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUser } from '../../../api/account.ts'
import { SkeletonCards } from '../../../components/kit/data-table/CardList.tsx'
import { ErrorState, NothingFound, SkeletonRows, TableState } from '../../../components/kit/data-table/states.tsx'
import { ExcelButton } from '../../../components/kit/download/ExcelButton.tsx'
import { FilterBar } from '../../../components/kit/filter-bar/FilterBar.tsx'
import type { FilterDefinition, QuickSet } from '../../../components/kit/filter-bar/types.ts'
import { BackLink } from '../../../components/kit/link/RouteLinks.tsx'
import { flag, ids } from '../../../components/kit/list-state/codecs.ts'
import { useListState, type Sorting } from '../../../components/kit/list-state/useListState.ts'
import { Page } from '../../../components/shared/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { filtersQuery, versionsQuery } from '../api.ts'
import { companiesCount } from '../../../components/shared/company/texts.ts'
import { modulesCount } from '../texts.ts'
import { VersionList } from './VersionList.tsx'
import { VersionMatrix } from './VersionMatrix.tsx'
import classes from './VersionsPage.module.css'

const PAGE = 'VersionsTable'
const schema = { client_ids: ids(), module_ids: ids(), behind: flag() }
const byCompany: Sorting<'company'> = { keys: ['company'], order_by: 'company', isDesc: false }
const sets: QuickSet<typeof schema>[] = [
  { label: 'Все', values: {} },
  { label: 'Отстают', values: { behind: true } },
]

type Offered = ReplyOf<typeof publications.getFilters>

function filtersOf(offered: Offered | undefined, isRivc: boolean): FilterDefinition<typeof schema>[] {
  const company: FilterDefinition<typeof schema> = {
    kind: 'many',
    name: 'client_ids',
    label: 'Компания',
    options: offered?.companies.map(({ idcomp, namecomp }) => ({ id: idcomp, name: decodeName(namecomp) })),
  }
  const module: FilterDefinition<typeof schema> = {
    kind: 'many',
    name: 'module_ids',
    label: 'Модуль',
    options: offered?.modules.map(({ idmod, namemod, system }) => ({ id: idmod, name: namemod, group: system })),
  }
  return isRivc ? [company, module] : [module]
}

const Empty = ({ isRivc }: { isRivc: boolean }) => (
  <TableState title="Версий ещё нет">
    {isRivc
      ? 'Когда релиз опубликуют, здесь появится, какая версия каждого модуля у какой компании.'
      : 'Когда релиз для вашей компании опубликуют, здесь появится, какая версия каждого модуля у вас.'}
  </TableState>
)

type VersionsMap = ReplyOf<typeof versions.list>

const asideOf = ({ companies, modules }: VersionsMap, isRivc: boolean) =>
  [...(isRivc ? [companiesCount(companies.length)] : []), modulesCount(modules.length)].join(' · ')

/** Grey bars in place of what is shown: a table, or a list where that would be too wide. */
const Waiting = ({ isList }: { isList: boolean }) => (
  <div role="status" aria-label="Загрузка версий">
    {isList ? (
      <div className={classes.list}>
        <SkeletonCards />
      </div>
    ) : (
      <table className={classes.table} aria-hidden>
        <SkeletonRows columns={6} />
      </table>
    )}
  </div>
)

interface BodyProps {
  result: UseQueryResult<VersionsMap>
  isRivc: boolean
  isFiltered: boolean
  onReset: () => void
}

function Body({ result: { data, error, refetch }, isRivc, isFiltered, onReset }: BodyProps) {
  const isPhone = useIsPhone()
  const isList = !isRivc || isPhone
  if (data && data.versions.length > 0)
    return isList ? <VersionList map={data} isOwn={!isRivc} /> : <VersionMatrix map={data} />
  if (data) return isFiltered ? <NothingFound onReset={onReset} /> : <Empty isRivc={isRivc} />
  if (error) return <ErrorState title="Версии не загрузились" error={error} onRetry={() => void refetch()} />
  return <Waiting isList={isList} />
}

/** Which version of each module each company has, according to publications and confirmations. */
export function VersionsPage() {
  const { isRivc } = useUser()
  const list = useListState(schema, byCompany)
  const { client_ids, module_ids, behind } = list.values
  const query = { client_ids, module_ids, behind }
  const result = useQuery(versionsQuery(query))
  const { data: offered } = useQuery(filtersQuery)
  const filters = useMemo(() => filtersOf(offered, isRivc), [offered, isRivc])
  return (
    <Page
      title="Версии"
      before={<BackLink to={paths.publications}>Публикации</BackLink>}
      aside={result.data && asideOf(result.data, isRivc)}
      actions={<ExcelButton endpoint={versions.excel} input={{ query }} />}
      toolbar={<FilterBar page={PAGE} list={list} filters={filters} sets={sets} />}
    >
      <Body result={result} isRivc={isRivc} isFiltered={list.isFiltered} onReset={list.reset} />
    </Page>
  )
}

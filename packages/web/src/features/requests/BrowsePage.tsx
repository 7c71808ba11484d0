import { decodeName, requests } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useUser } from '../../api/account.ts'
import { call } from '../../api/client.ts'
import { ErrorState, TableState } from '../../components/kit/data-table/states.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import panel from '../../components/shared/page/Panel.module.css'
import { paths } from '../../paths.ts'
import ruled from '../../ui/Ruled.module.css'

const byKeyQuery = (key: string) => ({
  queryKey: ['requests', 'by-key', key],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(requests.requestsByKey, { params: { key }, signal, onRefusal: 'throw' }),
})

/** Redirects from addresses of former systems to the request: /browse/MDL-40705 of Jira, /issues/1021 of Redmine. */
export function BrowsePage() {
  const { key = '' } = useParams({ strict: false })
  const { isRivc } = useUser()
  const { data, error, refetch } = useQuery(byKeyQuery(key))
  const list = isRivc ? paths.backlog : paths.clientRequests
  const searchOf = (id: number) => ({ open: String(id), search_string: key })
  const [first, ...others] = data?.requests ?? []
  if (first && others.length === 0) return <Navigate to={list} search={searchOf(first.id)} replace />
  return (
    <Page title={`Заявка ${key}`}>
      {error && <ErrorState title="Заявка не загрузилась" error={error} onRetry={() => void refetch()} />}
      {data && !first && (
        <TableState title={`Заявки с прежним номером ${key} нет`}>
          Возможно, её не переносили, или она принадлежит другой компании.
        </TableState>
      )}
      {first && (
        <ul className={ruled.list} aria-label={`Заявки с прежним номером ${key}`}>
          {[first, ...others].map(({ id, e_title, company }) => (
            <li key={id} className={ruled.item}>
              <Link to={list} search={searchOf(id)} className={panel.link}>
                {e_title}
              </Link>{' '}
              {decodeName(company.namecomp)}
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

import { decodeName } from '@vypusk/contract'
import { Button } from '@mantine/core'
import type { receipts, ReplyOf } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sentenceOf } from '../../api/api-error.ts'
import { TableState } from '../../components/kit/data-table/states.tsx'
import { BackLink } from '../../components/kit/link/RouteLinks.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import { paths } from '../../paths.ts'
import { formatMoment } from '../../ui/dates.ts'
import { installedQuery } from './api.ts'
import classes from './VersionsPage.module.css'
import { companiesCount } from './texts.ts'
import quiet from '../../ui/quiet.module.css'

type Installed = ReplyOf<typeof receipts.installed>
type Version = receipts.InstalledVersion

const Cell = ({ version: { publication_id, release, at } }: { version: Version }) => (
  <>
    <Link to={paths.publication} params={{ publicationId: String(publication_id) }}>
      {release.title}
    </Link>
    <div className={quiet.note}>{formatMoment(at)}</div>
  </>
)

/** Companies × modules: what runs where. */
const Table = ({ installed: { companies, modules, versions } }: { installed: Installed }) => {
  const byPlace = new Map(versions.map((version) => [`${version.idcomp}.${version.idmod}`, version]))
  return (
    <div className={classes.frame} data-place="versions">
      <table className={classes.table} aria-label="Установленные версии">
        <thead>
          <tr>
            <th scope="col">Компания</th>
            {modules.map(({ idmod, namemod, system }) => (
              <th key={idmod} scope="col" title={system}>
                {namemod}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {companies.map(({ idcomp, namecomp }) => (
            <tr key={idcomp}>
              <th scope="row">{decodeName(namecomp)}</th>
              {modules.map(({ idmod }) => {
                const version = byPlace.get(`${idcomp}.${idmod}`)
                return (
                  <td key={idmod}>{version ? <Cell version={version} /> : <span className={quiet.note}>–</span>}</td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Back = () => <BackLink to={paths.publications}>Публикации</BackLink>

/** Which release of each module runs at each company, by what was confirmed. */
export function VersionsPage() {
  const { data, error, refetch } = useQuery(installedQuery)
  return (
    <Page title="Установленные версии" before={<Back />} aside={data && companiesCount(data.companies.length)}>
      {error && !data && (
        <TableState title="Версии не загрузились" action={<Button onClick={() => void refetch()}>Повторить</Button>}>
          {sentenceOf(error)}
        </TableState>
      )}
      {data && data.versions.length === 0 && (
        <TableState title="Установок ещё не отмечали">
          Когда на странице публикации отметят установку, здесь появится, какой релиз где стоит.
        </TableState>
      )}
      {data && data.versions.length > 0 && <Table installed={data} />}
    </Page>
  )
}

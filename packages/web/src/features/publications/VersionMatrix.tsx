import { decodeName } from '@vypusk/contract'
import type { ReplyOf, versions } from '@vypusk/contract'
import { VersionLink, VersionWords } from './VersionWords.tsx'
import classes from './VersionsPage.module.css'
import quiet from '../../ui/quiet.module.css'

type VersionsMap = ReplyOf<typeof versions.list>

const Head = ({ modules }: Pick<VersionsMap, 'modules'>) => (
  <thead>
    <tr>
      <th scope="col">Компания</th>
      {modules.map(({ idmod, namemod, system, newest }) => (
        <th key={idmod} scope="col" title={system}>
          {namemod}
          {newest && (
            <div className={quiet.note}>
              последняя <VersionLink {...newest} />
            </div>
          )}
        </th>
      ))}
    </tr>
  </thead>
)

/** Companies × modules, with the version of each. */
export function VersionMatrix({ map: { companies, modules, versions } }: { map: VersionsMap }) {
  const byPlace = new Map(versions.map((version) => [`${version.idcomp}.${version.idmod}`, version]))
  return (
    <div className={classes.frame} data-place="versions" data-paper="table">
      <table className={classes.table} aria-label="Версии у компаний">
        <Head modules={modules} />
        <tbody>
          {companies.map(({ idcomp, namecomp }) => (
            <tr key={idcomp}>
              <th scope="row">{decodeName(namecomp)}</th>
              {modules.map(({ idmod }) => {
                const version = byPlace.get(`${idcomp}.${idmod}`)
                return (
                  <td key={idmod}>
                    {version ? <VersionWords version={version} /> : <span className={quiet.note}>–</span>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

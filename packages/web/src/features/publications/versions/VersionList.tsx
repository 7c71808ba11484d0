import { decodeName } from '@vypusk/contract'
import type { ReplyOf, versions } from '@vypusk/contract'
import { VersionWords } from './VersionWords.tsx'
import classes from './VersionsPage.module.css'
import quiet from '../../../ui/quiet.module.css'

interface VersionListProps {
  map: ReplyOf<typeof versions.list>
  /** A client's own company does not have to be named. */
  isOwn: boolean
}

/** The versions company by company: for a client's own, and for all where a table would be too wide. */
export const VersionList = ({ map, isOwn }: VersionListProps) => (
  <div className={classes.list} data-place="versions">
    {map.companies.map(({ idcomp, namecomp }) => {
      const own = map.versions.filter((version) => version.idcomp === idcomp)
      return (
        <section key={idcomp} aria-label={decodeName(namecomp)}>
          {!isOwn && <h2 className={classes.company}>{decodeName(namecomp)}</h2>}
          <ul className={classes.modules}>
            {map.modules.map(({ idmod, namemod, system }) => {
              const version = own.find((one) => one.idmod === idmod)
              return (
                version && (
                  <li key={idmod} className={classes.module}>
                    <div>
                      {namemod}
                      <div className={quiet.note}>{system}</div>
                    </div>
                    <div>
                      <VersionWords version={version} />
                    </div>
                  </li>
                )
              )
            })}
          </ul>
        </section>
      )
    })}
  </div>
)

import type { versions } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../../api/account.ts'
import { RouteAnchor } from '../../../components/kit/link/RouteLinks.tsx'
import { paths } from '../../../paths.ts'
import { companiesCount } from '../../../components/shared/company/texts.ts'
import { releaseVersionsQuery } from '../api.ts'
import classes from './ReleaseVersions.module.css'
import quiet from '../../../ui/quiet.module.css'

type Row = versions.ReleaseVersion

const WORDS: [versions.Known, several: string, one: string][] = [
  ['installed', 'установили', 'установлена'],
  ['received', 'получили', 'получена'],
  ['fetched', 'скачали', 'скачана'],
  ['handed', 'не скачали', 'передана'],
]

/** «5 компаний: установили 3, скачали 2»; for a client only its own state, without numbers. */
function versionsInWords({ companies }: Row, isRivc: boolean): string {
  const states = WORDS.filter(([known]) => companies[known] > 0)
  if (!isRivc) return states.map(([, , one]) => one).join(', ')
  const all = Object.values(companies).reduce((sum, count) => sum + count, 0)
  return `${companiesCount(all)}: ${states.map(([known, several]) => `${several} ${companies[known]}`).join(', ')}`
}

/** «отозвана: 1.2 (2 компании)»: what companies still have of it; empty if nothing. */
function withdrawnInWords({ withdrawn: { versions: gone, companies } }: Row, isRivc: boolean): string {
  if (companies === 0) return ''
  return `отозвана: ${gone.join(', ') || 'без версии'}${isRivc ? ` (${companiesCount(companies)})` : ''}`
}

const isValidSomewhere = ({ companies }: Row) => Object.values(companies).some((count) => count > 0)

/** The version that the release brought for each module, and how many companies have it. */
export function ReleaseVersions({ release }: { release: number }) {
  const { isRivc } = useUser()
  const { data } = useQuery(releaseVersionsQuery(release))
  if (!data || data.versions.length === 0) return null
  return (
    <section aria-label="Версии по модулям" className={classes.versions}>
      <dl className={classes.list}>
        {data.versions.map((row) => (
          <div key={row.module.idmod} className={classes.row}>
            <dt title={row.module.system}>{row.module.namemod}</dt>
            <dd>
              {isValidSomewhere(row) && (
                <>
                  {row.versions.join(', ') || 'без версии'}{' '}
                  <span className={quiet.note}>{versionsInWords(row, isRivc)}</span>{' '}
                </>
              )}
              <span className={quiet.note}>{withdrawnInWords(row, isRivc)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <RouteAnchor to={paths.versions} size="sm">
        Все версии
      </RouteAnchor>
    </section>
  )
}

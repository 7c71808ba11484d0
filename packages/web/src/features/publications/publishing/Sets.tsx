import { sanitizeName } from '@vypusk/contract'
import type { drafts, ReplyOf } from '@vypusk/contract'
import { Tag } from '../../../ui/Tag.tsx'
import classes from './Preview.module.css'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import { companiesCount } from '../../../components/shared/company/texts.ts'

type Sets = ReplyOf<typeof drafts.preview>['sets']

/** Which companies get which files, and which get none. */
export function Sets({ sets }: { sets: Sets }) {
  const nameOf = useFullNames(sets.flatMap(({ companies }) => companies))
  const byRelease = Map.groupBy(sets, ({ release }) => release.id)
  const releases = [...byRelease.values()]
  if (releases.length === 0) return null
  return (
    <section aria-label="Комплекты" className={classes.sets}>
      {releases.map((own) => (
        <div key={own[0]?.release.id}>
          <h3 className={classes.setsTitle}>Комплекты: {own[0]?.release.title}</h3>
          <ul className={classes.without}>
            {own.map(({ files, companies }) => (
              <li key={companies[0]?.idcomp}>
                {files.length > 0 ? (
                  files.map(({ file_name }) => sanitizeName(file_name) || file_name).join(', ')
                ) : (
                  <Tag tone="amber">Без файлов</Tag>
                )}{' '}
                <span className={classes.dim}>
                  – {companiesCount(companies.length)}: {companies.map(nameOf).join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

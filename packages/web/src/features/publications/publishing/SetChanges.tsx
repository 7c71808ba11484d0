import { sanitizeName } from '@vypusk/contract'
import type { drafts } from '@vypusk/contract'
import { RouteAnchor } from '../../../components/kit/link/RouteLinks.tsx'
import { paths } from '../../../paths.ts'
import { formatDay } from '../../../ui/dates.ts'
import { Tag } from '../../../ui/Tag.tsx'
import classes from './Preview.module.css'
import { useFullNames } from '../../../components/shared/marks/full-names.ts'
import { companiesCount } from '../../../components/shared/company/texts.ts'
import { filesCount } from '../texts.ts'

type Change = drafts.SetChange

const namesOf = (files: readonly string[]) => files.map((name) => sanitizeName(name) || name).join(', ')

/** Checks for the usual case: only newer versions of the files that the company has. */
const isUsual = ({ last, added, removed, same }: Change) =>
  last !== null && added.length + removed.length + same.length === 0

const Line = ({ tone, word, files }: { tone: 'amber' | 'blue'; word: string; files: readonly string[] }) =>
  files.length > 0 && (
    <p className={classes.line}>
      <Tag tone={tone}>{word}</Tag> {namesOf(files)}
    </p>
  )

const Summary = ({ added, removed, same, renewed }: Change) => (
  <>
    <Line tone="amber" word="Нет того, что было" files={removed} />
    <Line tone="amber" word="Тот же файл" files={same} />
    <Line tone="blue" word="Впервые" files={added} />
    {renewed > 0 && <p className={classes.line}>Новые версии прежних: {filesCount(renewed)}</p>}
  </>
)

const Whose = ({ companies, last }: Pick<Change, 'companies' | 'last'>) => (
  <p className={classes.whose}>
    {companies.map(useFullNames(companies)).join(', ')}
    {last && (
      <span className={classes.dim}>
        {' '}
        – после{' '}
        <RouteAnchor
          inherit
          to={paths.publication}
          params={{ publicationId: String(last.publication_id) }}
          target="_blank"
        >
          публикации {last.publication_id} от {formatDay(last.at)}
        </RouteAnchor>
      </span>
    )}
  </p>
)

/** How the files differ from what each company was handed last; companies with the usual case are only counted. */
export function SetChanges({ changes }: { changes: readonly Change[] }) {
  const withLast = changes.filter(({ last }) => last !== null)
  if (withLast.length === 0) return null
  const unusual = withLast.filter((change) => !isUsual(change))
  const companiesIn = (some: readonly Change[]) =>
    new Set(some.flatMap(({ companies }) => companies.map(({ idcomp }) => idcomp)))
  const usual = companiesIn(withLast.filter(isUsual)).size
  const first = changes.filter(({ last }) => last === null)
  return (
    <section aria-label="Отличия от прошлого комплекта" className={classes.sets}>
      <h3 className={classes.setsTitle}>Отличия от прошлого комплекта</h3>
      <ul className={classes.without}>
        {unusual.map((change) => (
          <li key={`${change.release.id} ${change.companies[0]?.idcomp}`}>
            <Whose {...change} />
            <Summary {...change} />
          </li>
        ))}
        {first.map(({ release, companies }) => (
          <li key={`first ${release.id}`}>
            <Whose companies={companies} last={null} />
            <p className={classes.line}>Первый комплект</p>
          </li>
        ))}
        {usual > 0 && <li>Только новые версии тех же файлов: {companiesCount(usual)}</li>}
      </ul>
    </section>
  )
}

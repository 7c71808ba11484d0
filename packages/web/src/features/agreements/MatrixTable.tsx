import { decodeName } from '@vypusk/contract'
import type { agreements, ReplyOf } from '@vypusk/contract'
import { useMemo } from 'react'
import { RouteAnchor } from '../../components/kit/link/RouteLinks.tsx'
import { AgreementStatus } from '../../components/shared/marks/AgreementStatus.tsx'
import { NoteMark, RemarkMark } from '../../components/shared/marks/OpenRemarks.tsx'
import { paths } from '../../paths.ts'
import { formatDay } from '../../ui/dates.ts'
import classes from './Matrix.module.css'
import { shortNames } from '../../components/shared/marks/short-names.ts'
import { placeOf, sizeInWords } from './matrix.ts'
import { MatrixCell } from './MatrixCell.tsx'

type Matrix = ReplyOf<typeof agreements.matrix>

/** Sorts companies by the names the columns show, which leave out the legal form. */
const inOrder = (companies: Matrix['companies'], names: Map<number, string>) =>
  companies.toSorted((a, b) => (names.get(a.idcomp) ?? '').localeCompare(names.get(b.idcomp) ?? '', 'ru'))

const LEGEND = [0, 1, 2, -1]

const ReleaseHead = ({ id, title, plan_date, agreed, expected }: agreements.MatrixRelease) => (
  <th scope="row" className={classes.release}>
    <RouteAnchor to={paths.release} params={{ releaseID: String(id) }} className={classes.title} title={title}>
      {title}
    </RouteAnchor>
    <span className={classes.counts}>
      {agreed} из {expected} · план {formatDay(plan_date)}
    </span>
  </th>
)

/** The matrix of releases × companies, which shows who is blocking what. */
export function MatrixTable({ matrix }: { matrix: Matrix }) {
  const { releases, cells, total_releases } = matrix
  const names = useMemo(() => shortNames(matrix.companies), [matrix.companies])
  const companies = useMemo(() => inOrder(matrix.companies, names), [matrix.companies, names])
  const placed = useMemo(() => new Map(cells.map((cell) => [placeOf(cell.release_id, cell.company_id), cell])), [cells])
  return (
    <div className={classes.frame}>
      <div className={classes.scroll} data-place="matrix" data-paper="table">
        <table className={classes.table} aria-label="Релизы и компании">
          <thead>
            <tr>
              <th scope="col" className={classes.corner}>
                Релиз
              </th>
              {companies.map(({ idcomp, namecomp }) => (
                <th key={idcomp} scope="col" className={classes.company} title={decodeName(namecomp)}>
                  <span className={classes.name}>{names.get(idcomp)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {releases.map((release) => (
              <tr key={release.id}>
                <ReleaseHead {...release} />
                {companies.map(({ idcomp }) => {
                  const cell = placed.get(placeOf(release.id, idcomp))
                  const of = `${release.title}, ${names.get(idcomp)}`
                  return (
                    <td key={idcomp} className={classes.place}>
                      {cell && <MatrixCell cell={cell} plan_date={release.plan_date} of={of} />}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer className={classes.foot}>
        {LEGEND.map((status) => (
          <AgreementStatus key={status} status={status} />
        ))}
        <span className={classes.legend}>
          <RemarkMark /> Замечание держит публикацию
        </span>
        <span className={classes.legend}>
          <NoteMark /> Замечание не держит
        </span>
        <span className={classes.size}>{sizeInWords(releases.length, companies.length, total_releases)}</span>
      </footer>
    </div>
  )
}

import type { agreements, ReplyOf } from '@vypusk/contract'
import { AgreementStatus } from '../../../components/shared/marks/AgreementStatus.tsx'
import { NoteMark, RemarkMark } from '../../../components/shared/marks/OpenRemarks.tsx'
import classes from './Matrix.module.css'
import { sizeInWords } from './matrix.ts'
import { MatrixGrid } from './MatrixGrid.tsx'

type Matrix = ReplyOf<typeof agreements.matrix>

const LEGEND = [0, 1, 2, -1]

/** The matrix of releases × companies, which shows who is blocking what. */
export function MatrixTable({ matrix }: { matrix: Matrix }) {
  const { releases, companies, total_releases } = matrix
  return (
    <div className={classes.frame}>
      <MatrixGrid matrix={matrix} />
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

import type { releases } from '@vypusk/contract'
import { AgreementStatus } from '../../components/marks/AgreementStatus.tsx'
import { decodeName } from '../../ui/names.ts'
import classes from './columns.module.css'

/** As many marks as a cell has room for. */
const SHOWN = 7

interface CompanyMarksProps {
  companies: readonly releases.ReleaseCompany[]
  /** The status in words: a client has one company. */
  inWords?: boolean
}

/** A release's companies by the state of each; the name is said under the pointer and to screen readers. */
export function CompanyMarks({ companies, inWords = false }: CompanyMarksProps) {
  const shown = companies.slice(0, SHOWN)
  const more = companies.length - shown.length
  if (inWords) return shown.map(({ idcomp, status }) => <AgreementStatus key={idcomp} status={status} />)
  return (
    <span className={classes.marks}>
      {shown.map(({ idcomp, namecomp, status }) => (
        <AgreementStatus key={idcomp} status={status} of={decodeName(namecomp)} dotOnly />
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </span>
  )
}

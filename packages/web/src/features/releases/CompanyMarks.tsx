import { Tooltip } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { AgreementDot, AgreementStatus, agreementStatusName } from '../../components/marks/AgreementStatus.tsx'
import { decodeName } from '../../ui/names.ts'
import classes from './columns.module.css'

/** As many marks as a cell has room for. */
const SHOWN = 7

type Company = releases.ReleaseCompany

/** Nobody has been asked yet: nothing waits, so nothing is coloured. */
const toneOf = ({ agreement_id, status }: Company) =>
  agreement_id === null && status === 0 ? classes.unasked : undefined

const said = ({ namecomp, status }: Company) => `${decodeName(namecomp)}: ${agreementStatusName(status)}`

/** A release's companies by the state of each; one list of names under the pointer and for screen readers. */
export function CompanyMarks({ companies }: { companies: readonly Company[] }) {
  const more = companies.length - SHOWN
  const list = companies.map(said)
  if (list.length === 0) return null
  return (
    <Tooltip
      multiline
      label={list.map((line) => (
        <div key={line}>{line}</div>
      ))}
    >
      <span className={classes.marks} role="img" aria-label={list.join(', ')}>
        {companies.slice(0, SHOWN).map((company) => (
          <span key={company.idcomp} className={toneOf(company)}>
            <AgreementDot status={company.status} />
          </span>
        ))}
        {more > 0 && <span className={classes.more}>+{more}</span>}
      </span>
    </Tooltip>
  )
}

/** The client's own company: the state in words. */
export const OwnMark = ({ companies }: { companies: readonly Company[] }) =>
  companies.slice(0, 1).map((company) => (
    <span key={company.idcomp} className={toneOf(company)}>
      <AgreementStatus status={company.status} />
    </span>
  ))

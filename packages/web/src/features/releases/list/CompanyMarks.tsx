import { agreements, decodeName } from '@vypusk/contract'
import type { releases } from '@vypusk/contract'
import { unnamedInWords } from '../../../components/shared/bringing/texts.ts'
import { AgreementDot, AgreementStatus } from '../../../components/shared/marks/AgreementStatus.tsx'
import classes from './columns.module.css'

/** The number of marks that fit into a cell. */
const SHOWN = 7

type Company = releases.ReleaseCompany

/** Nothing has been sent for approval yet, so nothing is coloured. */
const toneOf = ({ agreement_id, status }: Company) =>
  agreement_id === null && status === 0 ? classes.unasked : undefined

const companyInWords = (company: Company) =>
  `${decodeName(company.namecomp)}: ${agreements.agreementStatusName(agreements.shownStatus(company))}`

/** «✓ 31 ◐ 6 ○ 2»: counts by status, when there are more companies than fit. */
const Counted = ({ companies }: { companies: readonly Company[] }) =>
  [
    ...Map.groupBy(
      companies,
      (company) => `${agreements.shownStatus(company)} ${company.agreement_id === null}`,
    ).values(),
  ]
    .toSorted(([one], [other]) => (other?.status ?? 0) - (one?.status ?? 0))
    .map((some) =>
      some.slice(0, 1).map((company) => (
        <span key={company.idcomp} className={`${classes.counted} ${toneOf(company) ?? ''}`}>
          <AgreementDot status={agreements.shownStatus(company)} />
          {some.length}
        </span>
      )),
    )

const Each = ({ companies }: { companies: readonly Company[] }) =>
  companies.map((company) => (
    <span key={company.idcomp} className={toneOf(company)}>
      <AgreementDot status={agreements.shownStatus(company)} />
    </span>
  ))

/** Marks for a release's companies by status, with a list of names in the tooltip and for screen readers. */
export function CompanyMarks({ companies }: { companies: readonly Company[] }) {
  const list = companies.map(companyInWords)
  if (list.length === 0) return null
  return (
    <span className={classes.marks} role="img" aria-label={list.join(', ')} data-hint={list.join('\n')}>
      {companies.length > SHOWN ? <Counted companies={companies} /> : <Each companies={companies} />}
    </span>
  )
}

/** The status of the client's own company, in words. */
export const OwnMark = ({ companies }: { companies: readonly Company[] }) =>
  companies.slice(0, 1).map((company) => (
    <span key={company.idcomp} className={toneOf(company)}>
      <AgreementStatus status={agreements.shownToClient(company)} />
    </span>
  ))

/** The number of companies that have requests in the release but are not among its companies. */
export const UnnamedMark = ({ count }: { count: number }) => (
  <span className={classes.unnamed} role="img" aria-label={unnamedInWords(count)} data-hint={unnamedInWords(count)}>
    ▲ {count}
  </span>
)

import { agreements } from '@vypusk/contract'
import { useViewer } from '../session/viewer.tsx'
import classes from './AgreementStatus.module.css'

/** The half that is still open: the client's, or the provider's. */
const HALVES: Record<number, string> = {
  1: 'M7 1.8a5.2 5.2 0 0 1 0 10.4z',
  [agreements.PROVIDER_TURN]: 'M7 1.8a5.2 5.2 0 0 0 0 10.4z',
}
/** Struck out: nobody is asked for this date any more. */
const STRUCK: ReadonlySet<number> = new Set([-1, agreements.CALLED_OFF, agreements.PASSED, agreements.DATE_WITHDRAWN])

const Shape = ({ status }: { status: number }) => (
  <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
    {status === 2 ? (
      <>
        <circle cx="7" cy="7" r="6" className={classes.fill} />
        <path d="M4 7.2l2.1 2.1 3.9-4.3" className={classes.tick} />
      </>
    ) : (
      <>
        <circle cx="7" cy="7" r="5.2" className={classes.ring} />
        {HALVES[status] && <path d={HALVES[status]} className={classes.fill} />}
        {STRUCK.has(status) && <path d="M3.3 10.7l7.4-7.4" className={classes.ring} />}
      </>
    )}
  </svg>
)

/** Only the mark, for places where the status is written elsewhere. */
export const AgreementDot = ({ status }: { status: number }) => (
  <span className={classes.status} data-status={status} aria-hidden="true">
    <Shape status={status} />
  </span>
)

interface AgreementStatusProps {
  status: number
  /** Only the dot; the status goes to the tooltip and to screen readers. */
  dotOnly?: boolean
  /** Read before the status, such as the company's name. */
  of?: string
}

/** The status of an agreement, or of a company in a release: a shape, a colour and a word. */
export function AgreementStatus({ status, dotOnly = false, of }: AgreementStatusProps) {
  const { isRivc } = useViewer()
  const name = agreements.agreementStatusName(status, isRivc)
  const label = of ? `${of}: ${name}` : name
  if (!dotOnly) {
    return (
      <span className={classes.status} data-status={status}>
        <Shape status={status} />
        {name}
      </span>
    )
  }
  return (
    <span className={classes.status} data-status={status} role="img" aria-label={label} data-hint={label}>
      <Shape status={status} />
    </span>
  )
}

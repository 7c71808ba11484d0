import { agreements } from '@vypusk/contract'
import { formatMoment } from '../../ui/dates.ts'
import classes from './agreements.module.css'
import { waitingInWords } from './texts.ts'

const STATUSES = [0, 1, 2] as const

/** A note about each step. */
function noteOf(agreement: agreements.AgreementRow, status: number): string {
  if (status === 0) return `создано ${formatMoment(agreement.created_at)}`
  if (status === 1) {
    const days = agreement.waiting_days
    if (days !== null) return waitingInWords(days)
    const shown = agreements.shownStatus(agreement)
    if (shown === agreements.PASSED) return 'дата прошла'
    if (shown === agreements.PUBLISHED) return 'релиз опубликован'
    return agreement.sent_at ? formatMoment(agreement.sent_at) : 'ещё не отправлено'
  }
  return agreement.status === 2 ? 'обеими сторонами' : ''
}

/** Требуется → Отправлено клиенту → Согласовано. */
export const StatusTrack = ({ agreement }: { agreement: agreements.AgreementRow }) => (
  <ol className={classes.track} aria-label="Статус согласования">
    {STATUSES.map((status) => (
      <li
        key={status}
        className={classes.step}
        data-state={status < agreement.status ? 'past' : status === agreement.status ? 'current' : 'ahead'}
        data-status={status}
        aria-current={status === agreement.status ? 'step' : undefined}
      >
        <span className={classes.stepName}>{agreements.agreementStatusName(status)}</span>
        <span className={classes.stepNote}>{noteOf(agreement, status)}</span>
      </li>
    ))}
  </ol>
)

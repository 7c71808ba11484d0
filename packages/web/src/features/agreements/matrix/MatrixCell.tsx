import { VisuallyHidden } from '@mantine/core'
import { agreements } from '@vypusk/contract'
import { memo } from 'react'
import { RouteAnchor } from '../../../components/kit/link/RouteLinks.tsx'
import { OpenRemarks } from '../../../components/shared/marks/OpenRemarks.tsx'
import { AgreementDot } from '../../../components/shared/marks/AgreementStatus.tsx'
import { heldInWords } from '../../../components/shared/threads/texts.ts'
import { progressInWords } from '../../../components/shared/trials/texts.ts'
import { paths } from '../../../paths.ts'
import { momentInZones, readBy } from '../../../components/shared/dates/moments.ts'
import { formatShortDay } from '../../../ui/dates.ts'
import classes from './Matrix.module.css'
import { isQuiet } from './matrix.ts'
import { waitingInWords } from '../texts.ts'

type Cell = agreements.MatrixCell

/** One or two words: the agreed date, otherwise what is missing. */
function wordOf(cell: Cell): string {
  const shown = agreements.shownStatus(cell)
  if (shown === agreements.CALLED_OFF) return 'закрыт'
  if (shown === agreements.PUBLISHED) return 'получен'
  if (shown === agreements.DATE_WITHDRAWN) return 'снята'
  if (cell.offer) return 'ответить'
  if (cell.status === -1) return 'нет'
  if (cell.status === 0) return 'нужно'
  if (cell.status === 2) return formatShortDay(readBy(cell).day)
  if (cell.open_remarks.unanswered > 0) return 'ответить'
  if (shown === agreements.PASSED) return 'прошла'
  const days = cell.waiting_days ?? 0
  return days === 0 ? 'ждём' : `ждём ${days} дн`
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** The same as a sentence, for screen readers and for the tooltip. */
function cellInWords(cell: Cell, of: string): string {
  const days = cell.waiting_days
  return [
    `${of}: ${agreements.agreementStatusName(agreements.shownStatus(cell))}`,
    cell.releaseDate ? momentInZones(cell) : '',
    days === null ? '' : waitingInWords(days),
    cell.offer ? `предложена дата ${momentInZones({ ...cell, ...cell.offer })}` : '',
    [heldInWords(cell.open_remarks), cell.remark].filter(Boolean).join(': '),
    cell.trials ? lowered(progressInWords(cell.trials)) : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** The date that needs an answer: the client's offer, if any, otherwise the one sent for approval. */
function dayOf(cell: Cell): string {
  if (cell.offer) return `дата ${formatShortDay(readBy({ ...cell, ...cell.offer }).day)}`
  const { day } = readBy(cell)
  return cell.status < 2 && day ? formatShortDay(day) : ''
}

/** The progress of trying; empty for a company that does not get the release. */
const triedOf = ({ status, trials }: Cell): string =>
  status >= 0 && trials ? `тест ${trials.tried}/${trials.total}` : ''

const Inside = ({ cell, label }: { cell: Cell; label: string }) => {
  const lines = [dayOf(cell), triedOf(cell)].filter(Boolean)
  return (
    <>
      <VisuallyHidden>{label}</VisuallyHidden>
      <span className={classes.word} aria-hidden="true">
        <AgreementDot status={agreements.shownStatus(cell)} />
        {wordOf(cell)}
        <OpenRemarks open={cell.open_remarks} isDecorative />
      </span>
      {lines.map((line) => (
        <span key={line} className={classes.second} aria-hidden="true">
          {line}
        </span>
      ))}
    </>
  )
}

interface MatrixCellProps {
  cell: Cell
  plan_date: string
  /** The names of the release and the company. */
  of: string
}

/** A link to the agreement, or to the form that creates it. It is drawn again only when it changes, not while scrolling. */
export const MatrixCell = memo(function MatrixCell({ cell, plan_date, of }: MatrixCellProps) {
  const { agreement_id, release_id, company_id } = cell
  const status = agreements.shownStatus(cell)
  const label = cellInWords(cell, of)
  const look = {
    className: classes.cell,
    'data-status': status,
    'data-offer': cell.offer ? true : undefined,
    'data-quiet': isQuiet(cell, plan_date) || undefined,
    title: label,
    underline: 'never',
  } as const
  if (agreement_id !== null) {
    return (
      <RouteAnchor to={paths.agreement} params={{ agreementsId: String(agreement_id) }} {...look}>
        <Inside cell={cell} label={label} />
      </RouteAnchor>
    )
  }
  if (status === -1) {
    return (
      <span className={classes.cell} data-status={status} title={label}>
        <Inside cell={cell} label={label} />
      </span>
    )
  }
  const search = { release_id: String(release_id), company_id: String(company_id) }
  return (
    <RouteAnchor to={paths.agreementAdd} search={search} {...look}>
      <Inside cell={cell} label={label} />
    </RouteAnchor>
  )
})

import { VisuallyHidden } from '@mantine/core'
import { IconMessage, IconMessageExclamation } from '@tabler/icons-react'
import { agreements } from '@vypusk/contract'
import { RouteAnchor } from '../../components/kit/link/RouteLinks.tsx'
import { AgreementDot } from '../../components/shared/marks/AgreementStatus.tsx'
import { progressInWords } from '../../components/shared/trials/texts.ts'
import { paths } from '../../paths.ts'
import { momentInZones } from '../../components/shared/dates/moments.ts'
import { formatShortDay } from '../../ui/dates.ts'
import classes from './Matrix.module.css'
import { isQuiet } from './matrix.ts'
import { waitingInWords } from './texts.ts'

type Cell = agreements.MatrixCell

/** One or two words: the date once it is agreed, else what is missing. */
function wordOf(cell: Cell): string {
  if (cell.offer) return 'ответить'
  if (cell.status === -1) return 'нет'
  if (cell.status === 0) return 'нужно'
  if (cell.status === 2) return formatShortDay(cell.releaseDate)
  const days = cell.waiting_days ?? 0
  return days === 0 ? 'ждём' : `ждём ${days} дн`
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** The same for those who do not see the place and the colour, and in the tooltip. */
function saidOf(cell: Cell, of: string): string {
  const days = cell.waiting_days
  return [
    `${of}: ${agreements.agreementStatusName(cell.status)}`,
    cell.releaseDate ? momentInZones(cell) : '',
    days === null ? '' : waitingInWords(days),
    cell.offer ? `предложена дата ${momentInZones({ ...cell, ...cell.offer })}` : '',
    cell.remark ? `замечание держит публикацию: ${cell.remark}` : '',
    cell.trials ? lowered(progressInWords(cell.trials)) : '',
    cell.notes > 0 ? `замечаний, которые не держат: ${cell.notes}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** The date that waits for a word: the client's offer before the one that was asked for; then how far trying is. */
function dayOf({ status, releaseDate, offer, trials }: Cell): string {
  if (offer) return `дата ${formatShortDay(offer.releaseDate)}`
  if (status === 2 && trials) return `тест ${trials.tried}/${trials.total}`
  return status < 2 && releaseDate ? formatShortDay(releaseDate) : ''
}

/** An open remark that holds the publication up, where there is no room for the word. */
export const RemarkMark = () => <IconMessageExclamation size={13} className={classes.remark} />
/** One that does not. */
export const NoteMark = () => <IconMessage size={13} />

const Inside = ({ cell, said }: { cell: Cell; said: string }) => {
  const day = dayOf(cell)
  return (
    <>
      <VisuallyHidden>{said}</VisuallyHidden>
      <span className={classes.word} aria-hidden="true">
        <AgreementDot status={cell.status} />
        {wordOf(cell)}
        {cell.remark ? <RemarkMark /> : cell.notes > 0 && <NoteMark />}
      </span>
      {day && (
        <span className={classes.second} aria-hidden="true">
          {day}
        </span>
      )}
    </>
  )
}

interface MatrixCellProps {
  cell: Cell
  plan_date: string
  /** The release and the company in words. */
  of: string
}

/** Leads to the agreement, or to the form that makes it. */
export function MatrixCell({ cell, plan_date, of }: MatrixCellProps) {
  const { agreement_id, release_id, company_id, status } = cell
  const said = saidOf(cell, of)
  const look = {
    className: classes.cell,
    'data-status': status,
    'data-offer': cell.offer ? true : undefined,
    'data-quiet': isQuiet(cell, plan_date) || undefined,
    title: said,
    underline: 'never',
  } as const
  if (agreement_id !== null) {
    return (
      <RouteAnchor to={paths.agreement} params={{ agreementsId: String(agreement_id) }} {...look}>
        <Inside cell={cell} said={said} />
      </RouteAnchor>
    )
  }
  if (status === -1) {
    return (
      <span className={classes.cell} data-status={status} title={said}>
        <Inside cell={cell} said={said} />
      </span>
    )
  }
  const search = { release_id: String(release_id), company_id: String(company_id) }
  return (
    <RouteAnchor to={paths.agreementAdd} search={search} {...look}>
      <Inside cell={cell} said={said} />
    </RouteAnchor>
  )
}

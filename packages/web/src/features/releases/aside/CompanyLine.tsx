import { agreements, decodeName } from '@vypusk/contract'
import type { releases } from '@vypusk/contract'
import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCompanyNames } from '../../../components/shared/marks/CompanyName.tsx'
import { AgreementStatus } from '../../../components/shared/marks/AgreementStatus.tsx'
import { OpenRemarks } from '../../../components/shared/marks/OpenRemarks.tsx'
import { offeredInWords } from '../../../components/shared/offers/texts.ts'
import { paths } from '../../../paths.ts'
import { readBy } from '../../../components/shared/dates/moments.ts'
import { formatDay, formatShortDay } from '../../../ui/dates.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import classes from './Aside.module.css'
import { daysCount } from '../texts.ts'

interface Note {
  text: string
  /** Somebody has to act. */
  isWaiting?: boolean
}

/** Whose turn it is after the client was asked. */
function turnInWords({ date_passed, open_remarks, waiting_days }: agreements.AgreementRow): string {
  if (date_passed) return 'дата прошла'
  if (open_remarks.unanswered > 0) return 'ответьте на замечание'
  return waiting_days ? `ждём ${daysCount(waiting_days)}` : 'отправлено сегодня'
}

/** «21.12 22:00», «ждём 4 дня», «не отправлено». */
function noteOf(status: number, agreement: agreements.AgreementRow | undefined): Note {
  if (status === -1) return { text: 'не публикуется' }
  if (!agreement) return { text: 'нет согласования' }
  if (agreement.called_off) return { text: 'релиз закрыт' }
  if (agreement.published && status < 2) return { text: 'релиз опубликован' }
  if (agreement.open_remarks.blocking > 0) return { text: 'держит замечание', isWaiting: true }
  if (agreement.offer) return { text: offeredInWords(agreement.offer, agreement), isWaiting: true }
  if (status === 0) return { text: agreement.date_withdrawn ? 'дата снята' : 'не отправлено' }
  if (status === 1) return { text: turnInWords(agreement), isWaiting: true }
  const { day, hour } = readBy(agreement)
  return { text: [formatShortDay(day), hour].filter(Boolean).join(' ') }
}

type Company = releases.ReleaseCompany
type Listed = NonNullable<releases.ReleaseDetail['notPublishingReasons']>[number]

interface ActionsProps {
  company: Company
  /** Puts the company on the not-publishing list; undefined when the person may not do so. */
  onList?: ((company: Company) => void) | undefined
  /** Takes the company off the list. */
  onTakeOff?: ((company: Company) => void) | undefined
}

function Actions({ company, onList, onTakeOff }: ActionsProps) {
  const isListed = company.status === -1
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <IconAction label={`Действия: ${decodeName(company.namecomp)}`} size={20}>
          <IconDots size={14} />
        </IconAction>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => (isListed ? onTakeOff : onList)?.(company)}>
          {isListed ? 'Публиковать для компании' : 'Не публиковать для компании…'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** «Просили не ставить до марта – А. Иванова, 05.03.2026». */
const Reason = ({ listed: { reason, client_reason, user, at } }: { listed: Listed }) => (
  <>
    <p className={classes.reason}>{[reason, `${user.name}, ${formatDay(at)}`].filter(Boolean).join(' – ')}</p>
    {client_reason && <p className={classes.reason}>Клиенту: {client_reason}</p>}
  </>
)

interface CompanyLineProps extends ActionsProps {
  agreement: agreements.AgreementRow | undefined
  /** The reason when the company is on the not-publishing list. */
  listed: Listed | undefined
}

/** One company of a release: its status, and what it waits for or why it does not get the release. */
export function CompanyLine({ company, agreement, listed, onList, onTakeOff }: CompanyLineProps) {
  const { status, agreement_id } = company
  const name = decodeName(company.namecomp)
  const short = useCompanyNames()(company)
  const note = noteOf(status, agreement)
  return (
    <li>
      <div
        className={classes.company}
        data-listed={status === -1 || undefined}
        data-unasked={agreement_id === null || undefined}
      >
        <AgreementStatus status={agreements.shownStatus(company)} of={name} dotOnly />
        {agreement_id ? (
          <Link
            to={paths.agreement}
            params={{ agreementsId: String(agreement_id) }}
            className={classes.name}
            title={name}
          >
            {short}
          </Link>
        ) : (
          <span className={classes.name} title={name}>
            {short}
          </span>
        )}
        <span className={classes.note} data-waiting={note.isWaiting || undefined}>
          {agreement && <OpenRemarks open={agreement.open_remarks} />} {note.text}
        </span>
        {onList && <Actions company={company} onList={onList} onTakeOff={onTakeOff} />}
      </div>
      {listed && <Reason listed={listed} />}
    </li>
  )
}

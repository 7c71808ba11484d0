import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { agreements, releases } from '@vypusk/contract'
import { sentenceOf } from '../../api/api-error.ts'
import { toast } from '../../components/feedback/toast.tsx'
import { AgreementStatus } from '../../components/marks/AgreementStatus.tsx'
import { paths } from '../../paths.ts'
import { daysUntil, formatDay } from '../../ui/dates.ts'
import { IconAction } from '../../ui/IconAction.tsx'
import { decodeName } from '../../ui/names.ts'
import classes from './Aside.module.css'
import { useNotPublishing } from './api.ts'
import { daysCount } from './texts.ts'

interface Note {
  text: string
  /** Somebody has to act. */
  isWaiting?: boolean
}

/** «21.12 22:00», «ждём 4 дня», «не отправлено». */
function noteOf(status: number, agreement: agreements.Agreement | undefined): Note {
  if (status === -1) return { text: 'не публикуется' }
  if (!agreement) return { text: 'нет согласования' }
  if (agreement.remark) return { text: 'есть замечание', isWaiting: true }
  if (status === 0) return { text: 'не отправлено' }
  if (status === 1) {
    const days = agreement.sent_at ? -daysUntil(agreement.sent_at) : 0
    return { text: days > 0 ? `ждём ${daysCount(days)}` : 'отправлено сегодня', isWaiting: true }
  }
  return { text: [formatDay(agreement.releaseDate).slice(0, 5), agreement.releaseTime].filter(Boolean).join(' ') }
}

interface CompanyProps {
  company: releases.ReleaseCompany
  agreement: agreements.Agreement | undefined
  /** Puts the company on the not-publishing list or takes it off; undefined when the person may not. */
  onList: ((idcomp: number, remove: boolean) => void) | undefined
}

function Company({ company, agreement, onList }: CompanyProps) {
  const { idcomp, status, agreement_id } = company
  const name = decodeName(company.namecomp)
  const note = noteOf(status, agreement)
  return (
    <li
      className={classes.company}
      data-listed={status === -1 || undefined}
      data-unasked={agreement_id === null || undefined}
    >
      <AgreementStatus status={status} of={name} dotOnly />
      {agreement_id ? (
        <Link
          to={paths.agreement}
          params={{ agreementsId: String(agreement_id) }}
          className={classes.name}
          title={name}
        >
          {name}
        </Link>
      ) : (
        <span className={classes.name} title={name}>
          {name}
        </span>
      )}
      <span className={classes.note} data-waiting={note.isWaiting || undefined}>
        {note.text}
      </span>
      {onList && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <IconAction label={`Действия: ${name}`} size={20}>
              <IconDots size={14} />
            </IconAction>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onList(idcomp, status === -1)}>
              {status === -1 ? 'Публиковать для компании' : 'Не публиковать для компании'}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}

/** The companies of a release and what each is waited for. */
export function CompanyList({ release }: { release: releases.ReleaseDetail }) {
  const { mutate } = useNotPublishing(release.id)
  const list = (company_id: number, remove: boolean) =>
    mutate(
      { company_id, remove },
      {
        onSuccess: () =>
          toast.undo(remove ? 'Компания снова ждёт релиз' : 'Компания в списке «не публиковать»', () =>
            mutate({ company_id, remove: !remove }),
          ),
        onError: (error) => toast.error(sentenceOf(error)),
      },
    )
  const byId = new Map(release.agreements.map((agreement) => [agreement.company_id, agreement]))
  return (
    <ul className={classes.companies}>
      {release.companies.map((company) => (
        <Company
          key={company.idcomp}
          company={company}
          agreement={byId.get(company.idcomp)}
          onList={release.abilities.not_publishing === true ? list : undefined}
        />
      ))}
    </ul>
  )
}

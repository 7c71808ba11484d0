import { decodeName } from '@vypusk/contract'
import type { reminders } from '@vypusk/contract'
import { IconBell, IconBellCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../components/kit/data-table/states.tsx'
import { Escalation } from '../../components/shared/escalation/Escalation.tsx'
import { soonInZones } from '../../components/shared/dates/moments.ts'
import { formatMoment } from '../../ui/dates.ts'
import { Section } from '../../ui/Section.tsx'
import classes from './agreements.module.css'
import { companyPeopleQuery } from '../../api/lookups.ts'
import { remindersQuery } from './api.ts'
import type { Detail } from './api.ts'
import { Ladder } from './Ladder.tsx'
import { STAGES } from './texts.ts'
import quiet from '../../ui/quiet.module.css'

const ICON = 14

const Done = ({ reminder: { stage, at, user, ahead } }: { reminder: reminders.Reminder }) => (
  <li className={classes.reminder}>
    <IconBellCheck size={ICON} aria-hidden />
    <span className={classes.reminderWho}>{STAGES[stage]}</span>
    <span className={quiet.dim}>
      {formatMoment(at)} · {user?.name ?? 'по расписанию'}
      {ahead && ', раньше срока'}
    </span>
  </li>
)

/** Only by the reader's clock; the next reminder is shown by both clocks below. */
const Planned = ({ planned: { stage, at, has_addressee } }: { planned: reminders.Planned }) => (
  <li className={classes.reminder} data-ahead>
    <IconBell size={ICON} aria-hidden />
    <span className={classes.reminderWho}>{STAGES[stage]}</span>
    <span>{has_addressee ? soonInZones(at, null) : 'некому, пропустим'}</span>
  </li>
)

/** The reminders sent so far, those to come, and the people the schedule turns to next. */
export function Reminders({ agreement }: { agreement: Detail }) {
  const { data, error, refetch } = useQuery(remindersQuery(agreement.id))
  const people = useQuery(companyPeopleQuery(agreement.company_id))
  if (!data) {
    return error ? (
      <Section level={2} title="Напоминания">
        <ErrorState title="Напоминания не загрузились" error={error} onRetry={() => void refetch()} />
      </Section>
    ) : null
  }
  const { planned } = data
  return (
    <Section level={2} title="Напоминания" aside={data.reminders.length > 0 ? data.reminders.length : undefined}>
      <ul className={classes.reminders} aria-label="Напоминания">
        {data.reminders.toReversed().map((one) => (
          <Done key={one.id} reminder={one} />
        ))}
        {planned.map((one) => (
          <Planned key={one.stage} planned={one} />
        ))}
      </ul>
      {agreement.status === 1 && <Ladder id={agreement.id} ladder={data} />}
      <Escalation
        company_id={agreement.company_id}
        legend={`Если получатели ${decodeName(agreement.company.namecomp)} молчат`}
        people={{ error: people.error, refetch: people.refetch, data: people.data?.contacts }}
        chosen={data}
      />
    </Section>
  )
}

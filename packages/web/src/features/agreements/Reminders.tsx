import { decodeName } from '@vypusk/contract'
import { Button } from '@mantine/core'
import type { reminders } from '@vypusk/contract'
import { IconBell, IconBellCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../api/api-error.ts'
import { useAsking } from '../../components/shared/asking/useAsking.tsx'
import { Escalation } from '../../components/shared/escalation/Escalation.tsx'
import { formatDay, formatMoment } from '../../ui/dates.ts'
import { Section } from '../../ui/Section.tsx'
import classes from './agreements.module.css'
import { companyPeopleQuery } from '../../api/lookups.ts'
import { remindersQuery } from './api.ts'
import type { Detail } from './api.ts'
import { STAGES } from './texts.ts'
import quiet from '../../ui/quiet.module.css'

const ICON = 14

const Done = ({ reminder: { stage, at, user } }: { reminder: reminders.Reminder }) => (
  <li className={classes.reminder}>
    <IconBellCheck size={ICON} aria-hidden />
    <span className={classes.reminderWho}>{STAGES[stage]}</span>
    <span className={quiet.dim}>
      {formatMoment(at)} · {user?.name ?? 'по расписанию'}
    </span>
  </li>
)

const Planned = ({ planned: { stage, day, has_addressee } }: { planned: reminders.Planned }) => (
  <li className={classes.reminder} data-ahead>
    <IconBell size={ICON} aria-hidden />
    <span className={classes.reminderWho}>{STAGES[stage]}</span>
    <span>{has_addressee ? formatDay(day) : 'некому, пропустим'}</span>
  </li>
)

function RemindButton({ agreement: { id, status } }: { agreement: Detail }) {
  const { ask, isPending } = useAsking()
  if (status !== 1) return null
  return (
    <Button variant="default" size="compact-sm" loading={isPending} onClick={() => ask('remind', [id])}>
      Напомнить сейчас
    </Button>
  )
}

/** Who was asked again and when, what is to come, and whom the schedule turns to next. */
export function Reminders({ agreement }: { agreement: Detail }) {
  const { data, error } = useQuery(remindersQuery(agreement.id))
  const { data: people } = useQuery(companyPeopleQuery(agreement.company_id))
  if (!data) {
    return error ? (
      <Section level={2} title="Напоминания">
        <p className={quiet.dim}>{sentenceOf(error)}</p>
      </Section>
    ) : null
  }
  const { planned, paused } = data
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
      {paused && agreement.status === 1 && <p className={quiet.dim}>Сами не напоминаем. {paused}.</p>}
      {!paused && planned.length === 0 && <p className={quiet.dim}>По расписанию напомнили всем.</p>}
      <RemindButton agreement={agreement} />
      <Escalation
        company_id={agreement.company_id}
        legend={`Если получатели ${decodeName(agreement.company.namecomp)} молчат`}
        people={people?.contacts}
        deputy={data.deputy}
        head={data.head}
      />
    </Section>
  )
}

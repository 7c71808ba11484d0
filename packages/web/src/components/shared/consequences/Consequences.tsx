import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { consequences } from '@vypusk/contract'
import { useId } from 'react'
import { ErrorState } from '../../kit/data-table/states.tsx'
import { SkeletonLines } from '../../../ui/Skeletons.tsx'
import { useFullNames } from '../marks/full-names.ts'
import { foreseenQuery } from './api.ts'
import classes from './Consequences.module.css'
import { groupsOf, headingOf, sentTo, standsOf, type Kind } from './texts.ts'

interface GroupProps {
  kind: Kind
  of: consequences.Foreseen[]
  /** They are withdrawn together with the change. */
  isWithdrawn: boolean
}

/** The companies with the same consequence, each with the date it knows and the recipients of its letter. */
function Group({ kind, of, isWithdrawn }: GroupProps) {
  const title = useId()
  const nameOf = useFullNames(of.map(({ company }) => company))
  const releases = new Set(of.map(({ release }) => release.id)).size
  const shown = isWithdrawn ? 'withdrawn' : kind
  return (
    <section aria-labelledby={title}>
      <h4 id={title} className={classes.title} data-grave={shown === 'withdrawn' || undefined}>
        {headingOf(shown, of.length)}
      </h4>
      <ul className={classes.list}>
        {of.map((one) => (
          <li key={one.agreement_id}>
            <span className={classes.name}>{nameOf(one.company)}</span>
            {releases > 1 && <span className={classes.note}>{one.release.name}</span>}
            <span className={classes.note}>
              {[standsOf(one), sentTo(one, shown === 'withdrawn')].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ListProps {
  all: readonly consequences.Foreseen[]
  /** Agreements that would stay in force are withdrawn as well. */
  withOffered?: boolean
}

/**
 * What a change means to the companies whose agreements have been sent for approval, shown before it is made
 * (docs/decisions/0059).
 */
export function ConsequenceList({ all, withOffered = false }: ListProps) {
  if (all.length === 0) return null
  return (
    <div className={classes.all} role="group" aria-label="Что это значит для согласований">
      {groupsOf(all).map((group) => (
        <Group key={group.kind} {...group} isWithdrawn={withOffered && group.kind === 'offered'} />
      ))}
    </div>
  )
}

/** The same inside a form that has its own button. */
export function Consequences({ intent }: { intent: consequences.Intent }) {
  const { data, error, refetch } = useQuery(foreseenQuery(intent))
  if (error) return <ErrorState title="Последствия не загрузились" error={error} onRetry={() => void refetch()} />
  return data ? (
    <ConsequenceList all={data.consequences} />
  ) : (
    <SkeletonLines lines={2} label="Смотрим, что будет с согласованиями" />
  )
}

interface ReasonProps {
  value: string
  readOnly?: boolean
  onChange: (reason: string) => void
}

/** The reason that is sent to the company. */
export const ClientReason = ({ value, readOnly = false, onChange }: ReasonProps) => (
  <Textarea
    label="Причина для клиента"
    description="Её прочтут в письме. Без неё письмо скажет, что причина не указана"
    autosize
    minRows={2}
    maxLength={2000}
    value={value}
    readOnly={readOnly}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

import { Progress } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { releases } from '@vypusk/contract'
import { daysUntil, formatDay, formatShortDay, nearDay } from '../../../ui/dates.ts'
import classes from './Aside.module.css'
import { SendingButtons } from './SendingButtons.tsx'
import { BusyList } from '../BusyList.tsx'
import { CompanyList } from './CompanyList.tsx'
import { OwnAgreement } from './OwnAgreement.tsx'
import { PickDates } from '../picking/PickDates.tsx'
import { ReleaseFacts } from './ReleaseFacts.tsx'
import { UnnamedCompanies } from './UnnamedCompanies.tsx'
import { groupsOf, placeOf } from '../tabs/blockers.ts'
import { daysCount } from '../texts.ts'
import { readinessInWords } from '../../../components/shared/readiness/texts.ts'
import { useToday } from '../../../ui/useToday.ts'

type Detail = releases.ReleaseDetail

/** «до 22.12 – 32 дня»; a date that has passed is marked. */
function Until({ release }: { release: Detail }) {
  useToday()
  if (release.published_at) return <span className={classes.until}>опубликован {formatDay(release.published_at)}</span>
  if (release.step.kind === 'closed') return null
  const days = daysUntil(release.plan_date)
  const day = formatShortDay(release.plan_date)
  if (days < 0) {
    return (
      <span className={classes.until} data-late>
        ▲ план {day} прошёл
      </span>
    )
  }
  return (
    <span className={classes.until}>{`до ${day} – ${days < 2 ? nearDay(release.plan_date) : daysCount(days)}`}</span>
  )
}

function Readiness({ release, readiness }: { release: Detail; readiness: releases.Readiness }) {
  const { agreed, expected, ready, called_off } = readiness
  const hasCompanies = release.companies.length > 0
  return (
    <section aria-label="Готовность">
      <h2 className={classes.title}>Готовность</h2>
      <div className={classes.readiness}>
        {hasCompanies ? readinessInWords(readiness) : 'Компании не названы'} <Until release={release} />
      </div>
      <Progress
        mt={6}
        size={5}
        color="var(--green)"
        value={expected === 0 ? (hasCompanies ? 100 : 0) : (agreed / expected) * 100}
        aria-label={readinessInWords(readiness)}
      />
      {ready && release.published_at === null && <p className={classes.quiet}>Можно публиковать</p>}
      {called_off && <p className={classes.quiet}>Релиз закрыт без публикации: согласований не ждём</p>}
      <WaitedFor readiness={readiness} />
    </section>
  )
}

/** «Ждём ответа клиента 12», with links to the companies. */
const WaitedFor = ({ readiness }: { readiness: releases.Readiness }) => {
  const groups = groupsOf(readiness)
  return (
    groups.length > 0 && (
      <ul className={classes.waited} aria-label="Кто держит релиз">
        {groups.map(({ kind, title, obstacles }) => (
          <li key={kind}>
            <Link
              to="."
              search={(before) => ({ ...before, tab: 'agreements' })}
              hash={placeOf(kind)}
              className={classes.other}
            >
              {title}
            </Link>
            <span>{obstacles.length}</span>
          </li>
        ))}
      </ul>
    )
  )
}

/** What a release waits for, shown beside every tab. */
export function ReleaseAside({ release }: { release: Detail }) {
  const own = release.companies[0]
  const isUnderWay = release.published_at === null
  return (
    <div className={classes.aside}>
      {release.readiness ? (
        <>
          <Readiness release={release} readiness={release.readiness} />
          <h2 className={classes.title}>Компании</h2>
          <UnnamedCompanies release={release} unnamed={release.readiness.unnamed} />
          {release.companies.length > 0 ? (
            <>
              <CompanyList release={release} />
              <SendingButtons readiness={release.readiness} />
              {!release.readiness.called_off && <PickDates release={release} />}
            </>
          ) : (
            <p className={classes.quiet}>Компании не выбраны: релиз не с кем согласовывать</p>
          )}
        </>
      ) : (
        own && <OwnAgreement company={own} />
      )}
      <h2 className={classes.title}>О релизе</h2>
      <ReleaseFacts release={release} />
      {isUnderWay && release.calculation && release.calculation.busy.length > 0 && (
        <BusyList busy={release.calculation.busy} />
      )}
    </div>
  )
}

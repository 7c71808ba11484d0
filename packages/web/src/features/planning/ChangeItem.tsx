import { Button, Checkbox, Group } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { planning } from '@vypusk/contract'
import { releaseQuery } from '../../api/releases.ts'
import { ReleaseBringing } from '../../components/shared/bringing/useBringing.tsx'
import type { Unticked } from '../../components/shared/bringing/texts.ts'
import { formatDay, formatRange } from '../../ui/dates.ts'
import { formatHours } from '../../ui/duration.ts'
import { IconAction } from '../../ui/IconAction.tsx'
import { notFreeOf, type Change } from './changes.ts'
import classes from './ChangesPanel.module.css'
import { movedLine, notFreeLine, overloadLines, requestsCount, tooEarlyLine } from './texts.ts'
import type { Plan } from './usePlan.ts'

interface ChangeItemProps {
  change: Change
  /** The release as it is now. */
  row: planning.PlanningRelease
  effect: planning.Effect | undefined
  plan: Plan
  /** What is left out of everything its requests bring. */
  unticked: Unticked | undefined
  onUntick: (unticked: Unticked) => void
}

const Lines = ({ title, lines, tone }: { title: string; lines: string[]; tone: 'red' | 'amber' }) =>
  lines.length > 0 && (
    <div className={classes.lines} data-tone={tone}>
      <strong>{title}</strong>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )

/** The effects of the change, in words. */
const Effect = ({ effect, change }: { effect: planning.Effect; change: Change }) => (
  <>
    {effect.calculated_date !== null && effect.calculated_date > change.plan_date && (
      <Lines
        title="Работа не помещается"
        tone="red"
        lines={[`По часам и людям закончится ${formatDay(effect.calculated_date)}`]}
      />
    )}
    <Lines title="Расчёт" tone="amber" lines={effect.calculated_warnings} />
    <Lines title="Перегрузка" tone="red" lines={overloadLines(effect.overloads)} />
    <Lines title="Дата установки" tone="amber" lines={effect.warnings} />
    <Lines title="Слишком рано" tone="amber" lines={effect.too_early.map(tooEarlyLine)} />
    <Lines title="Переносятся" tone="amber" lines={effect.moved.map(movedLine)} />
  </>
)

/** Somebody has changed the release since; the person decides whose dates to keep. */
const Outdated = ({ change, row, plan }: Pick<ChangeItemProps, 'change' | 'row' | 'plan'>) => (
  <div className={classes.outdated} role="alert">
    Релиз за это время изменили: сейчас {formatRange(row.start_date, row.plan_date)}.
    <Group gap={6} mt={6}>
      <Button size="compact-xs" variant="default" onClick={() => plan.takeBack(change.release_id)}>
        Оставить как сейчас
      </Button>
      <Button size="compact-xs" onClick={() => plan.keepUpon(change.release_id, row.version)}>
        Взять из варианта
      </Button>
    </Group>
  </div>
)

/**
 * A change of a release that has been published, closed or deleted since: it can only be taken back, and the others are
 * saved without it.
 */
export function GoneItem({ change, plan }: Pick<ChangeItemProps, 'change' | 'plan'>) {
  // It is not among the releases in progress any more; a deleted one has no title at all.
  const { data } = useQuery(releaseQuery(change.release_id, { onRefusal: 'throw' }))
  const title = data?.title ?? `Релиз ${change.release_id}`
  return (
    <li className={classes.item}>
      <div className={classes.itemTitle}>{title}</div>
      <div className={classes.outdated} role="alert">
        Релиз больше не в работе
        <Group gap={6} mt={6}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Убрать: ${title}`}
            onClick={() => plan.takeBack(change.release_id)}
          >
            Убрать
          </Button>
        </Group>
      </div>
    </li>
  )
}

type ItemProps = Pick<ChangeItemProps, 'change' | 'row' | 'effect' | 'plan'>

/** Requests of the change that have got into a release since, or were deleted: the change is saved without them. */
function NotFree({ change, row, effect, plan }: ItemProps) {
  const not_free = notFreeOf(change, effect)
  if (not_free.length === 0) return null
  const drop = () => plan.change(row, { requests: change.requests.filter((id) => !not_free.includes(id)) })
  return (
    <div className={classes.outdated} role="alert">
      {notFreeLine(not_free.length)}
      <Group gap={6} mt={6}>
        <Button size="compact-xs" variant="default" aria-label={`Убрать эти заявки: ${row.title}`} onClick={drop}>
          Убрать эти заявки
        </Button>
      </Group>
    </div>
  )
}

/** The requests that the change adds. */
const Added = ({ change, effect }: Pick<ItemProps, 'change' | 'effect'>) => {
  const count = change.requests.length - notFreeOf(change, effect).length
  return (
    count > 0 && (
      <div className={classes.dates}>
        + {requestsCount(count)}
        {effect && `, теперь нужно ${formatHours(effect.planned_requests_time)}`}
      </div>
    )
  )
}

/** The dates before and after; only once when nothing but requests is added. */
const Dates = ({ change, row }: Pick<ItemProps, 'change' | 'row'>) => {
  const [before, after] = [row, change].map(({ start_date, plan_date }) => formatRange(start_date, plan_date))
  return <div className={classes.dates}>{before === after ? before : `${before} → ${after}`}</div>
}

/** One release in the list of changes. */
export const ChangeItem = ({ change, row, effect, plan, unticked, onUntick }: ChangeItemProps) => (
  <li className={classes.item}>
    <div className={classes.itemHead}>
      <span className={classes.itemTitle}>{row.title}</span>
      <IconAction label={`Вернуть как было: ${row.title}`} size={24} onClick={() => plan.takeBack(change.release_id)}>
        <IconArrowBackUp size={15} />
      </IconAction>
    </div>
    <Dates change={change} row={row} />
    <Added change={change} effect={effect} />
    {change.requests.length > 0 && (
      <div className={classes.brought}>
        <ReleaseBringing release_id={change.release_id} ids={change.requests} unticked={unticked} onChange={onUntick} />
      </div>
    )}
    <NotFree change={change} row={row} effect={effect} plan={plan} />
    {change.version !== row.version && <Outdated change={change} row={row} plan={plan} />}
    {row.installations.length > 0 && (
      <Checkbox
        mt={6}
        label="Перенести и даты установки"
        checked={change.shift_agreements}
        onChange={(event) => plan.change(row, { shift_agreements: event.currentTarget.checked })}
      />
    )}
    {effect && <Effect effect={effect} change={change} />}
  </li>
)

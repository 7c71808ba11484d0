import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../components/kit/data-table/states.tsx'
import { History } from '../../../components/shared/history/History.tsx'
import { formatMoment } from '../../../ui/dates.ts'
import { Section } from '../../../ui/Section.tsx'
import { SkeletonLines } from '../../../ui/Skeletons.tsx'
import { historyQuery } from '../api.ts'
import classes from '../ReleasePage.module.css'
import { useViewer } from '../../../components/shared/session/viewer.tsx'
import { daysCount } from '../texts.ts'

/** The history of a release's steps, and of all changes of its fields. */
export function HistoryTab({ id }: { id: number }) {
  const { as_company } = useViewer()
  const { data, error, refetch } = useQuery(historyQuery(id, as_company))
  if (!data && error) return <ErrorState title="История не загрузилась" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={5} label="Загрузка истории" />
  return (
    <div className={classes.reading}>
      <Section title="Этапы">
        <ol className={classes.stays}>
          {data.steps_history.toReversed().map(({ id: change, step, at, left_at, days, user, comment }) => (
            <li key={change}>
              <b>{step.name_step}</b>
              <span className={classes.dim}>
                {' '}
                {formatMoment(at)} · {user.name} · {left_at ? daysCount(days) : `${daysCount(days)}, сейчас`}
              </span>
              {comment && <p className={classes.plain}>{comment}</p>}
            </li>
          ))}
        </ol>
      </Section>
      {data.changes.length > 0 && (
        <Section title="Изменения" aside={data.changes.length}>
          <History changes={data.changes} />
        </Section>
      )}
    </div>
  )
}

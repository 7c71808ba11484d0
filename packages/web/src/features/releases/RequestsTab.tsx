import { isApiError, sentenceOf } from '../../api/api-error.ts'
import type { releases } from '@vypusk/contract'
import { toast } from '../../components/feedback/toast.tsx'
import { TableState } from '../../components/data-table/states.tsx'
import { formatDuration } from '../../ui/duration.ts'
import { RequestAdder } from './RequestAdder.tsx'
import { RequestsTable } from './RequestsTable.tsx'
import { useAddRequests, useRemoveRequest } from './api.ts'
import classes from './ReleasePage.module.css'
import { refusedRequests } from './texts.ts'

/** «план 162:00 · по заявкам 174:30 ▲ 12:30 сверх плана». */
function Sums({
  planned_time,
  planned_requests_time,
}: Pick<releases.ReleaseRow, 'planned_time' | 'planned_requests_time'>) {
  const over = planned_requests_time - planned_time
  return (
    <p className={classes.sums}>
      план {formatDuration(planned_time)} · по заявкам {formatDuration(planned_requests_time)}
      {over > 0 && <span className={classes.over}> ▲ {formatDuration(over)} сверх плана</span>}
    </p>
  )
}

/** The requests of a release: added by number or by words, taken out with a way back. */
export function RequestsTab({ release }: { release: releases.ReleaseDetail }) {
  const adding = useAddRequests(release.id)
  const removing = useRemoveRequest(release.id)
  const canChange = release.abilities.requests === true

  const add = (ids: number[]): Promise<string | null> =>
    adding.mutateAsync(ids).then(
      () => (toast.success('Сохранено'), null),
      (error: unknown) => refusedRequests(sentenceOf(error), isApiError(error) ? (error.errors['requests'] ?? []) : []),
    )
  const remove = (id: number) =>
    removing.mutate(id, {
      onSuccess: () =>
        toast.undo(
          `Заявка ${id} убрана из релиза`,
          () => void add([id]).then((refused) => refused && toast.error(refused)),
        ),
      onError: (error) => toast.error(sentenceOf(error)),
    })

  return (
    <>
      {canChange && (
        <div className={classes.tabBar}>
          <RequestAdder onAdd={add} isBusy={adding.isPending} />
          <Sums {...release} />
        </div>
      )}
      {release.requests.length > 0 ? (
        <RequestsTable
          requests={release.requests}
          items={release.requestsIssuesInfo?.items}
          onRemove={canChange ? remove : undefined}
        />
      ) : (
        <TableState title="Заявок в релизе нет">
          {canChange
            ? 'Добавьте их по номеру или словам в поле выше, или выберите в бэклоге.'
            : 'Их состав ещё определяется.'}
        </TableState>
      )}
    </>
  )
}

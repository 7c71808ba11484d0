import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { releases } from '@vypusk/contract'
import { useState } from 'react'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { oneTabStop } from '../../../components/kit/fields/one-tab-stop.ts'
import { TableState } from '../../../components/kit/data-table/states.tsx'
import { formatDuration } from '../../../ui/duration.ts'
import { MoveRequestsDialog } from './MoveRequestsDialog.tsx'
import { RequestAdder } from './RequestAdder.tsx'
import { RequestsTable } from './RequestsTable.tsx'
import { useRemoveRequest } from '../api.ts'
import classes from '../ReleasePage.module.css'
import { useAdding } from './useAdding.ts'

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

interface MarkedProps {
  release: releases.ReleaseDetail
  ids: number[]
  onDone: () => void
}

/** The actions on the marked requests. */
function Marked({ release, ids, onDone }: MarkedProps) {
  const [isMoving, moving] = useDisclosure(false)
  return (
    <Group ref={oneTabStop} gap="xs" role="toolbar" aria-label="Действия с выбранными">
      <span>Выбрано: {ids.length}</span>
      <Button size="compact-sm" onClick={moving.open}>
        Перенести в другой релиз…
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onDone}>
        Снять выбор
      </Button>
      <MoveRequestsDialog release={release} ids={ids} opened={isMoving} onClose={moving.close} onMoved={onDone} />
    </Group>
  )
}

/** The requests of a release: they can be added by number or by words, moved, and removed; removing can be undone. */
export function RequestsTab({ release }: { release: releases.ReleaseDetail }) {
  const adding = useAdding(release)
  const removing = useRemoveRequest(release.id)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const canChange = release.abilities.requests === true
  const marked = release.requests.filter(({ id }) => chosen.includes(id)).map(({ id }) => id)

  const remove = (id: number) =>
    whenDone(removing.mutateAsync(id), () =>
      toast.undo(`Заявка ${id} убрана из релиза`, () => whenDone(adding.putBack([id]))),
    )

  return (
    <>
      {canChange && (
        <div className={classes.tabBar}>
          {marked.length > 0 ? (
            <Marked release={release} ids={marked} onDone={() => setChosen([])} />
          ) : (
            <RequestAdder onAdd={adding.add} isBusy={adding.isPending} />
          )}
          <Sums {...release} />
        </div>
      )}
      {release.requests.length > 0 ? (
        <RequestsTable
          requests={release.requests}
          items={release.requestsIssuesInfo?.items}
          marked={marked}
          onMark={canChange ? setChosen : undefined}
          onRemove={canChange ? remove : undefined}
        />
      ) : (
        <TableState title="Заявок в релизе нет">
          {canChange
            ? 'Добавьте их по номеру или словам в поле выше, или выберите в бэклоге.'
            : 'Здесь появятся заявки вашей компании, если их включат в релиз.'}
        </TableState>
      )}
    </>
  )
}

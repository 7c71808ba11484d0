import { useQuery } from '@tanstack/react-query'
import type { releases } from '@vypusk/contract'
import { useRef } from 'react'
import { useUser } from '../../../api/account.ts'
import { ErrorState } from '../../../components/kit/data-table/states.tsx'
import type { ListState } from '../../../components/kit/list-state/useListState.ts'
import { stepsQuery } from '../../../api/lookups.ts'
import type { Schema } from '../list/filters.ts'
import classes from './Board.module.css'
import { BoardColumn, WaitingBoard } from './BoardColumn.tsx'
import { useMove } from './useMove.ts'

/** Releases of the filtered set by step; staff move them by dragging a card or by its menu. */
export function Board({ list }: { list: ListState<Schema> }) {
  const { isRivc } = useUser()
  const { data: steps, error, refetch } = useQuery(stepsQuery)
  // Not a state, because the drop targets must not render again while the card is dragged.
  const dragged = useRef<releases.ReleaseRow>(null)
  const move = useMove()
  if (!steps && error) return <ErrorState title="Доска не загрузилась" error={error} onRetry={() => void refetch()} />
  if (!steps) return <WaitingBoard />
  const { steps: chosen, ...values } = list.values
  const shown = chosen.length > 0 ? steps.filter(({ id }) => chosen.includes(id)) : steps
  return (
    <div className={classes.board} data-place="board" role="group" aria-label="Доска релизов">
      {shown.map((step) => (
        <BoardColumn
          key={step.id}
          step={step}
          steps={steps}
          query={values}
          dragged={dragged}
          onMove={isRivc ? move : undefined}
        />
      ))}
    </div>
  )
}

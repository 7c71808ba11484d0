import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { releases } from '@vypusk/contract'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { StepMark } from '../../../components/shared/marks/StepMark.tsx'
import { columnQuery, useMovesUnderWay } from '../api.ts'
import classes from './Board.module.css'
import { BoardCard } from './BoardCard.tsx'
import { cardsOf } from './cards.ts'
import type { OnMove } from './useMove.ts'

interface BoardColumnProps {
  step: releases.ReleaseStep
  steps: readonly releases.ReleaseStep[]
  query: Parameters<typeof columnQuery>[0]
  /** The card being dragged. */
  dragged: RefObject<releases.ReleaseRow | null>
  /** For staff. */
  onMove?: OnMove | undefined
}

interface Dropping extends Pick<BoardColumnProps, 'step' | 'dragged' | 'onMove'> {
  column: RefObject<HTMLElement | null>
}

/** Accepts cards dropped on the column. */
function useDropping({ column, step, dragged, onMove }: Dropping): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!column.current || !onMove) return undefined
    return dropTargetForElements({
      element: column.current,
      canDrop: () => dragged.current !== null && dragged.current.step.id !== step.id,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => {
        setOver(false)
        if (dragged.current) onMove(dragged.current, step)
      },
    })
  }, [column, step, dragged, onMove])
  return isOver
}

const Loading = () => (
  <div aria-hidden="true">
    {[92, 86, 64].map((height) => (
      <Skeleton key={height} height={height} mb={8} radius="sm" />
    ))}
  </div>
)

const COLUMNS = 5

/** Placeholders for columns and cards. */
export const WaitingBoard = () => (
  <div className={classes.board} role="status" aria-label="Загрузка доски" aria-busy>
    {Array.from({ length: COLUMNS }, (_, column) => (
      <div key={column} className={classes.column}>
        <div className={classes.head}>
          <Skeleton height={12} width="50%" />
        </div>
        <div className={classes.cards}>
          <Loading />
        </div>
      </div>
    ))}
  </div>
)

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div role="alert" className={classes.none}>
    <p>{sentenceOf(error)}</p>
    <Button variant="default" size="compact-xs" onClick={onRetry}>
      Повторить
    </Button>
  </div>
)

function Cards({ step, steps, query, dragged, onMove }: BoardColumnProps) {
  const column = useInfiniteQuery(columnQuery(query, step))
  const moves = useMovesUnderWay()
  const { rows } = cardsOf(column.data?.pages, step, moves)
  if (!column.data)
    return column.error ? <Failed error={column.error} onRetry={() => void column.refetch()} /> : <Loading />
  return (
    <>
      {rows.length > 0 ? (
        <ul className={classes.list}>
          {rows.map((row) => (
            <BoardCard key={row.id} row={row} steps={steps} dragged={dragged} onMove={onMove} />
          ))}
        </ul>
      ) : (
        <p className={classes.none}>Релизов нет</p>
      )}
      {column.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={column.isFetchingNextPage}
          onClick={() => void column.fetchNextPage()}
        >
          Показать ещё
        </Button>
      )}
    </>
  )
}

/** The number of releases on the step; those being moved are counted on their new step. */
function Count({ step, query }: Pick<BoardColumnProps, 'step' | 'query'>) {
  const { data } = useInfiniteQuery(columnQuery(query, step))
  const moves = useMovesUnderWay()
  return <span className={classes.count}>{data && cardsOf(data.pages, step, moves).total}</span>
}

/** The releases of one step. */
export function BoardColumn(props: BoardColumnProps) {
  const { step, steps, query, dragged, onMove } = props
  const column = useRef<HTMLElement>(null)
  const isOver = useDropping({ column, step, dragged, onMove })
  return (
    <section ref={column} className={classes.column} aria-label={step.name_step} data-over={isOver || undefined}>
      <h2 className={classes.head}>
        <StepMark step={step} steps={steps} />
        <Count step={step} query={query} />
      </h2>
      <div className={classes.cards} data-place={`board.${step.id}`}>
        <Cards {...props} />
      </div>
    </section>
  )
}

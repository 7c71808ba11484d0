import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Menu } from '@mantine/core'
import { IconArrowsExchange, IconEyeOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { releases } from '@vypusk/contract'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useUser } from '../../../api/account.ts'
import { NearDay } from '../../../components/shared/marks/NearDay.tsx'
import { paths } from '../../../paths.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import { CompanyMarks, OwnMark } from '../list/CompanyMarks.tsx'
import { Hours } from '../list/Hours.tsx'
import { isLate, requestsCount } from '../texts.ts'
import classes from './Board.module.css'
import type { OnMove } from './useMove.ts'
import { useToday } from '../../../ui/useToday.ts'

interface BoardCardProps {
  row: releases.ReleaseRow
  steps: readonly releases.ReleaseStep[]
  /** The card being dragged, for the drop targets. */
  dragged: RefObject<releases.ReleaseRow | null>
  onMove?: OnMove | undefined
}

/** Makes the card draggable. */
function useDragging({ row, dragged, onMove }: BoardCardProps) {
  const card = useRef<HTMLLIElement>(null)
  const [isDragged, setDragged] = useState(false)
  const canMove = onMove !== undefined
  useEffect(() => {
    if (!card.current || !canMove) return undefined
    return draggable({
      element: card.current,
      onGenerateDragPreview: () => {
        dragged.current = row
      },
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [row, dragged, canMove])
  return { card, isDragged }
}

/** Does the same by keyboard: offers every step except the current one. */
const MoveMenu = ({ row, steps, onMove }: Pick<BoardCardProps, 'row' | 'steps'> & { onMove: OnMove }) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <IconAction label={`Перевести на этап: ${row.title}`} size={22}>
        <IconArrowsExchange size={14} />
      </IconAction>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>Перевести на этап</Menu.Label>
      {steps
        .filter(({ id }) => id !== row.step.id)
        .map((step) => (
          <Menu.Item key={step.id} onClick={() => onMove(row, step)}>
            {step.name_step}
          </Menu.Item>
        ))}
    </Menu.Dropdown>
  </Menu>
)

/** One release on the board. */
export function BoardCard(props: BoardCardProps) {
  const { row, steps, onMove } = props
  const { isRivc } = useUser()
  const day = useToday()
  const { card, isDragged } = useDragging(props)
  return (
    <li ref={card} className={classes.card} data-dragged={isDragged || undefined} data-movable={Boolean(onMove)}>
      <Link to={paths.release} params={{ releaseID: String(row.id) }} className={classes.title} draggable={false}>
        {row.title}
      </Link>
      <div className={classes.line}>
        <NearDay day={row.plan_date} late={isLate(row, day)} />
        {isRivc && !row.is_visible_for_client && (
          <IconEyeOff size={14} className={classes.hidden} role="img" aria-label="Скрыт от клиентов" />
        )}
      </div>
      {isRivc ? <CompanyMarks companies={row.companies} /> : <OwnMark companies={row.companies} />}
      <div className={classes.line}>
        {isRivc ? (
          <Hours needed={row.planned_requests_time} planned={row.planned_time} />
        ) : (
          <span className={classes.hidden}>{requestsCount(row.requests_count)}</span>
        )}
        {onMove && <MoveMenu row={row} steps={steps} onMove={onMove} />}
      </div>
    </li>
  )
}

import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { agreements } from '@vypusk/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { AgreementDot } from '../../../components/shared/marks/AgreementStatus.tsx'
import type { Item } from './api.ts'
import classes from './Calendar.module.css'
import { dragItem } from './drag.ts'
import { itemInWords } from './texts.ts'

interface ItemMarkProps {
  item: Item
  /** The company's short name. */
  company: string
  isOpen: boolean
  onOpen: (id: number) => void
}

/** One agreement in a grid: a click opens it, and it can be dragged to another day. */
export function ItemMark({ item, company, isOpen, onOpen }: ItemMarkProps) {
  const element = useRef<HTMLButtonElement>(null)
  const [isDragged, setDragged] = useState(false)
  const { id, releaseTime, details, clashes, remark } = item
  const words = itemInWords(item)
  useEffect(() => (element.current ? dragItem(element.current, id, setDragged) : undefined), [id])
  return (
    <UnstyledButton
      ref={element}
      className={classes.item}
      data-status={agreements.shownStatus(item)}
      data-dragged={isDragged || undefined}
      data-item={id}
      aria-expanded={isOpen}
      title={words}
      onClick={() => onOpen(id)}
    >
      <VisuallyHidden>{words}</VisuallyHidden>
      <span className={classes.itemHead} aria-hidden="true">
        <AgreementDot status={agreements.shownStatus(item)} />
        {releaseTime && <span className={classes.time}>{releaseTime}</span>}
        <span className={classes.cut}>{company}</span>
        {clashes.length > 0 && <IconAlertTriangle size={13} className={classes.clash} />}
      </span>
      <span className={classes.itemTitle} aria-hidden="true">
        {remark ? `замечание · ${details.title}` : details.title}
      </span>
    </UnstyledButton>
  )
}

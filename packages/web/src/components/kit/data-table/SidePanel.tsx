import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { IconAction } from '../../../ui/IconAction.tsx'
import { isOnPhone } from '../../../ui/useIsPhone.ts'
import { useKeys } from '../../../ui/useKeys.ts'
import { KEYS, on } from '../keys/keys.ts'
import classes from './SidePanel.module.css'

interface SidePanelProps {
  title: string
  children: ReactNode
  onClose: () => void
  /** Null at the ends of the list. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

const NO_MORE = 'Дальше записей нет'

/** Details over the list, with an address of their own: ↑ ↓ go through the list, Esc closes. */
export function SidePanel({ title, children, onClose, onPrevious, onNext }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null)
  useKeys({
    // One press closes the panel alone.
    ...on(KEYS.leave, (event: KeyboardEvent) => (event.preventDefault(), onClose())),
    ...on(KEYS.previous, (event: KeyboardEvent) => (event.preventDefault(), onPrevious?.())),
    ...on(KEYS.next, (event: KeyboardEvent) => (event.preventDefault(), onNext?.())),
  })
  // On a phone the panel covers the whole screen, so the focus moves into it.
  useEffect(() => {
    if (isOnPhone()) panel.current?.focus()
  }, [])
  return (
    <aside ref={panel} className={classes.panel} aria-label={title} tabIndex={-1}>
      <header className={classes.header}>
        <h2 className={classes.title}>{title}</h2>
        <IconAction label="Предыдущая запись" ability={onPrevious ? true : NO_MORE} onClick={() => onPrevious?.()}>
          <IconChevronUp size={17} />
        </IconAction>
        <IconAction label="Следующая запись" ability={onNext ? true : NO_MORE} onClick={() => onNext?.()}>
          <IconChevronDown size={17} />
        </IconAction>
        <IconAction label="Закрыть" onClick={onClose}>
          <IconX size={17} />
        </IconAction>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard */}
      <div className={classes.body} data-place="panel" tabIndex={0} role="region" aria-label={`${title}: подробности`}>
        {children}
      </div>
    </aside>
  )
}

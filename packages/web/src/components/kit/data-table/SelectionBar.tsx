import { Button } from '@mantine/core'
import { useCallback, useRef } from 'react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../ui/duration.ts'
import { oneTabStop } from '../fields/one-tab-stop.ts'
import { KEYS } from '../keys/keys.ts'
import { useKey } from '../keys/useKey.ts'
import classes from './SelectionBar.module.css'

interface SelectionBarProps {
  count: number
  onClear: () => void
  /** Esc in the bar; in the rows and in what the bar has opened, the key is theirs. */
  onEscape: () => void
  children: ReactNode
}

/** The bar that floats over the list while rows are marked. */
export function SelectionBar({ count, onClear, onEscape, children }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const hold = useCallback((element: HTMLDivElement | null) => {
    bar.current = element
    return oneTabStop(element)
  }, [])
  useKey(KEYS.leave, ({ target }) => target instanceof Node && bar.current?.contains(target) && onEscape())
  return (
    <div ref={hold} className={classes.bar} data-over-pages role="toolbar" aria-label="Действия с отмеченными">
      <span className={classes.count} role="status">
        Выбрано {formatNumber(count)}
      </span>
      {children}
      <Button variant="default" c="var(--dim)" onClick={onClear} rightSection={<kbd>{KEYS.leave.shown}</kbd>}>
        Снять
      </Button>
    </div>
  )
}
